import { isKeptPhone, toE164 } from './phone.ts';

const END_DIGITS = 4;
const FIRST_LETTER = 'a'.charCodeAt(0);
const LETTERS = 16;
const UPPER_BITS = 16;

/**
 * The form of a phone in a copy on a device, `••••2847k`: its last four digits, and one of 16 letters
 * that follows from all digits, so that a whole number finds it. Why the letter tells so little:
 * docs/security.md, "Copies on a device".
 */
export function keptPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits === '' || isKeptPhone(phone)) return phone;
  // FNV-1a; its upper half is mixed best.
  let sum = 0x811c9dc5;
  for (const digit of digits) sum = Math.imul(sum ^ digit.charCodeAt(0), 0x01000193);
  const letter = String.fromCharCode(FIRST_LETTER + ((sum >>> UPPER_BITS) % LETTERS));
  return `••••${digits.slice(-END_DIGITS)}${letter}`;
}

/**
 * The kept form of the whole number that somebody searches for, with or without the 020 of a mobile;
 * undefined if the text is no number.
 */
export function keptSearch(search: string): string | undefined {
  const phone = toE164(search) ?? toE164(`020${search}`);
  return phone && keptPhone(phone);
}

/** True if a number of a record, of which perhaps only the end is kept, is the whole number `phone`. */
export const isSamePhone = (known: string, phone: string): boolean =>
  known === phone || (isKeptPhone(known) && known === keptPhone(phone));
