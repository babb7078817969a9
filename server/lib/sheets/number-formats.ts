import { dayOfSerial } from './cells.ts';

/** How a number in a cell is shown: as a day, as a time, padded by a mask of zeros, or plainly. */
export type NumberFormat = { shows: 'day' | 'time' | 'number' } | { shows: 'mask'; mask: string };

const PLAIN: NumberFormat = { shows: 'number' };
/** The days between day 0 of this calendar and that of old Macintosh workbooks. */
export const DAYS_TO_1904 = 1462;

const isBetween = (id: number, from: number, to: number) => id >= from && id <= to;
/** Built-in formats have fixed ids; those from 27 on are of East Asian and Thai versions. */
const isDayId = (id: number) =>
  isBetween(id, 14, 17) ||
  id === 22 ||
  isBetween(id, 27, 31) ||
  id === 36 ||
  isBetween(id, 50, 54) ||
  isBetween(id, 57, 58) ||
  isBetween(id, 71, 74) ||
  id === 77 ||
  id === 81;
const isTimeId = (id: number) =>
  isBetween(id, 18, 21) || isBetween(id, 45, 47) || id === 75 || isBetween(id, 78, 80);

/** Zeros with marks between them, as a code or a phone number has; one zero pads nothing. */
const MASK = /^(?=(?:[^0]*0){2})[0 \-()/]+$/;

/** The format of a style. A custom format shows a day if it has the letter d or y. */
export function numberFormats(id: number, own: ReadonlyMap<number, string>): NumberFormat {
  const code = own.get(id);
  if (code === undefined) {
    if (isDayId(id)) return { shows: 'day' };
    return isTimeId(id) ? { shows: 'time' } : PLAIN;
  }
  const [positive = ''] = code.split(';', 1);
  const mask = positive
    .replace(/\[[^\]]*\]|_./g, '')
    .replace(/\\(.)/g, '$1')
    .replace(/"([^"]*)"/g, '$1');
  if (MASK.test(mask)) return { shows: 'mask', mask };
  const letters = positive.replace(/"[^"]*"|\[\$[^\]]*\]|\\./g, '');
  if (/general|standard/i.test(letters)) return PLAIN;
  if (/[dy]/i.test(letters.replace(/\[[^\]]*\]/g, ''))) return { shows: 'day' };
  return /[hs]/i.test(letters) ? { shows: 'time' } : PLAIN;
}

/** The digits of a number in the places of a mask, the missing ones as zeros. */
function masked(number: number, mask: string): string {
  const places = mask.replace(/[^0]/g, '').length;
  const digits = [...String(number).padStart(places, '0')];
  // Digits beyond the mask stand before its first place.
  const before = digits.splice(0, digits.length - places).join('');
  let isFirst = true;
  return mask.replace(/0/g, () => {
    const shown = (isFirst ? before : '') + (digits.shift() ?? '');
    isFirst = false;
    return shown;
  });
}

const DAY_SECONDS = 24 * 60 * 60;
const SECONDS_PLACES = 8;

/** The time of day of a serial number, as `HH:MM:SS`; undefined at midnight. */
function timeOf(serial: number): string | undefined {
  const seconds = Math.floor((serial % 1) * DAY_SECONDS + 0.5);
  if (seconds <= 0 || seconds >= DAY_SECONDS) return undefined;
  return new Date(seconds * 1000).toISOString().slice(11, 11 + SECONDS_PLACES);
}

/** Excel keeps fifteen digits; the others are the traces of a calculation in binary. */
const KEPT_DIGITS = 15;
const FIRST_CUT = 1e15;

/** A number as a person sees it. One with more digits than Excel keeps stays in its short form. */
function plainNumber(number: number): string {
  const rounded = Number(number.toPrecision(KEPT_DIGITS));
  if (Math.abs(rounded) >= FIRST_CUT)
    return rounded.toExponential().toUpperCase().replace('E+', 'E+');
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(KEPT_DIGITS).replace(/0+$/, '') : text;
}

/** The shown text of a number in a cell. */
export function shownNumber(written: string, format: NumberFormat, from1904: boolean): string {
  const number = Number(written);
  if (!Number.isFinite(number)) return written;
  if (format.shows === 'day' || format.shows === 'time') {
    const serial = number + (from1904 && number >= 1 ? DAYS_TO_1904 : 0);
    const day = dayOfSerial(serial);
    const time = timeOf(serial);
    if (serial >= 0 && serial < 1) return time ?? '00:00:00';
    if (day !== undefined) return time === undefined ? day : `${day} ${time}`;
  }
  const isMasked = format.shows === 'mask' && Number.isSafeInteger(number) && number >= 0;
  return isMasked ? masked(number, format.mask) : plainNumber(number);
}
