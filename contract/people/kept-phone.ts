import { isKeptPhone, toE164 } from './phone.ts';

const END_DIGITS = 4;
const PRIME = 8191;
const LETTERS = 16;
/** In base 36 the letters follow the ten digits. */
const FIRST_LETTER = 10;

/**
 * The form of a phone in a copy on a device, `••••2847k`: its last four digits, and one of 16
 * letters that follows from all digits, so that a whole number finds it. Why the letter tells so
 * little: docs/security.md, "Copies on a device".
 */
export function keptPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const letter = ((Number(digits) % PRIME) % LETTERS) + FIRST_LETTER;
  return digits === '' || isKeptPhone(phone)
    ? phone
    : `••••${digits.slice(-END_DIGITS)}${letter.toString(36)}`;
}

/**
 * The kept form of the whole number that somebody searches for, with or without the 020 of a
 * mobile; undefined if the text is no number.
 */
export function keptSearch(search: string): string | undefined {
  const phone = toE164(search) ?? toE164(`020${search}`);
  return phone && keptPhone(phone);
}
