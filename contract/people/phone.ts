import { foldSigns } from '#contract/words/normalise.ts';

/**
 * Numbers inside Laos after +856: mobile 20 + 8 digits, 30 + 7 digits, landline area (2 digits) +
 * 6.
 */
const LAO_NATIONAL = /^(20\d{8}|30\d{7}|(?:2[13]|[35-7][14]|41|8[1468])\d{6})$/;
/** Landlines that could be a mobile without its 020; they count with the zero of the area alone. */
const LIKE_MOBILE = /^(?:23|[35-7]4|8[468])\d{6}$/;
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/;
/** The words that people write before a number, and the sign that keeps a zero in Excel. */
const LABEL = /^(?:(?:(?:tele)?phone|tel|mobile|(?:ເບີ)?ໂທ|ເບີ|โทร)[.: ]+)?'?/i;

function readOne(text: string): string | undefined {
  const compact = text
    .replace(LABEL, '')
    // A spreadsheet took the number for a fraction: `2055510010.0`.
    .replace(/(\d{8})[.,]0+$/, '$1')
    .replace(/\(0\)|[\s()./'-]/g, '')
    .replace(/^00/, '+')
    // The zero of the form inside Thailand.
    .replace(/^\+660/, '+66');
  const national = compact.replace(/^(\+?8560?|0)/, '');
  const isUnclear = national === compact && LIKE_MOBILE.test(compact);
  if (!isUnclear && LAO_NATIONAL.test(national) && !/^\+(?!856)/.test(compact))
    return `+856${national}`;
  return INTERNATIONAL.test(compact) && !compact.startsWith('+856') ? compact : undefined;
}

/**
 * The phone numbers of a text in E.164, as people write them in Laos (docs/domain.md, "Phone
 * numbers"): one, or several with a sign between them. None if any part of the text is no number.
 */
export function phonesIn(written: string): readonly string[] {
  const text = foldSigns(written.replace(/\s*\n\s*/g, ' / '));
  const parts = text.split(/[/,;|&]/).map((part) => readOne(part.trim()));
  return (parts.includes(undefined) ? [readOne(text)] : parts).filter(
    (phone) => phone !== undefined,
  );
}

/** The E.164 form of a phone number; of several numbers the first; undefined if it is none. */
export const toE164 = (written: string): string | undefined => phonesIn(written)[0];

/** True for the form that a device keeps, which holds the end of a number (`kept-phone.ts`). */
export const isKeptPhone = (phone: string): boolean => phone.startsWith('•');

/**
 * The usual written form: Lao numbers as they are dialled in Laos, the end of a kept one, all
 * others as stored.
 */
export function formatPhone(e164: string): string {
  const [, area = '', head = '', tail = ''] =
    /^\+856(20|30|\d{2})(\d{3,4})(\d{3,4})$/.exec(e164) ?? [];
  return area ? `0${area} ${head} ${tail}` : e164.replace(/^(•+)(\d+).$/, '$1 $2');
}
