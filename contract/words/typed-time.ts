import type { FieldError } from '#contract/field-errors.ts';
import { plainDigits } from './typed-number.ts';

const NOON = '(a\\.?m\\.?|p\\.?m\\.?|ກ່ອນທ່ຽງ|ຫຼັງທ່ຽງ|ຫລັງທ່ຽງ)?(?: ?(?:น\\.?|ໂມງ))?';
/** A time with colons, at the end of a text or alone. */
const AT_END = new RegExp(
  `(?:^|[T ,]+)(\\d{1,2}):(\\d\\d)(?::(\\d\\d))?(?:[.,]\\d+)? ?${NOON}$`,
  'i',
);
/** A time with a dot, which needs a whole day before it: `1.12.26` is no time. */
const DOTTED = /(?<=^.{8,})[T ](\d{1,2})[.h](\d\d)(?:[.m](\d\d)s?)?(?: ?(?:น\.?|ໂມງ))?$/i;
const AT_START = /^(\d{1,2}):(\d\d)(?::(\d\d))?[ ,]+(?=\S)/;
/** Times of a cell of its own, with a dot or without a mark. */
const ALONE = /^(\d{1,2})[.h](\d\d)(?:[.m](\d\d)s?)?(?: ?(?:น\.?|ໂມງ))?$/i;
const RUN_TOGETHER = /^(\d{1,2})(\d\d)(\d\d)?$/;
/** A day before the time, as in a column that has the whole moment. */
const DAY = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const FRACTION = /^0?\.\d+$/;
const DAY_SECONDS = 86_400;

const two = (part: number | string) => String(part).padStart(2, '0');

/** `14:05` of a time with am or pm; undefined if there is no such time. */
function onClock([, typedHour = '', minute = '', second, noon = '']: readonly (
  string | undefined
)[]) {
  const isNoon = noon !== '';
  const isAfter = /^p|^ຫ/i.test(noon);
  const hour = Number(typedHour);
  // The end of a day; the same minute would be 00:00 of the next one.
  if (hour === 24 && !isNoon && Number(minute) + Number(second ?? 0) === 0)
    return ['24:00', ...(second === undefined ? [] : [second])].join(':');
  if (hour > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  if (isNoon && (hour === 0 || (hour > 12 && !isAfter))) return undefined;
  const passed = isNoon && hour <= 12 ? (hour % 12) + (isAfter ? 12 : 0) : hour;
  return [two(passed), minute, ...(second === undefined ? [] : [second])].join(':');
}

/**
 * Parts a text into its day and the time beside it. The time is empty if there is none, and
 * undefined if it does not exist.
 */
export function withoutTime(text: string): { rest: string; time: string | undefined } {
  const found = AT_END.exec(text) ?? DOTTED.exec(text) ?? AT_START.exec(text);
  if (!found) return { rest: text, time: '' };
  return { rest: text.replace(found[0], '').trim(), time: onClock(found) };
}

/**
 * The time of a cell of its own, `14:05` or `14:05:30`; null for an empty text. Spreadsheets keep a
 * time as a part of a day.
 */
export function readTime(text: string): { value: string | null } | { error: FieldError } {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  if (FRACTION.test(typed)) {
    const seconds = Math.round(Number(typed) * DAY_SECONDS) % DAY_SECONDS;
    return {
      value: [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
        .map(two)
        .join(':'),
    };
  }
  const alone = ALONE.exec(typed) ?? RUN_TOGETHER.exec(typed);
  if (alone) {
    const value = onClock(alone);
    return value === undefined ? { error: 'timeInvalid' } : { value };
  }
  const { rest, time } = withoutTime(typed);
  return (rest === '' || DAY.test(rest)) && time ? { value: time } : { error: 'timeInvalid' };
}
