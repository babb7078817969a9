import { phonesIn } from '#contract/people/phone.ts';
import { foldSigns } from '#contract/words/normalise.ts';

/** Vientiane's area code, for the short numbers of its landlines. */
const AREA = '021';
const BETWEEN = /\s*(?:[/,;|&\n]|ຫຼື|ຫລື|ແລະ|\bor\b|\band\b)\s*/iu;
const IN_BRACKETS = /\(([^()\d]*)\)/gu;

/** The numbers of a cell in E.164, and the words that stood in brackets beside them. */
export type WrittenPhones = { phones: string[]; words: string[]; unread: string[] };

/** A number without its first digits: 8 digits are a mobile, 7 another one, 6 a landline. */
function whole(part: string): string {
  const digits = part.replace(/[\s.()-]/g, '');
  if (!/^\d+$/.test(digits)) return part;
  if (digits.length === 8 && !digits.startsWith('0')) return `020${digits}`;
  if (digits.length === 7 && !digits.startsWith('0')) return `030${digits}`;
  return digits.length === 6 ? `${AREA}${digits}` : part;
}

/** One or two phone numbers of a cell, as centres write them. */
export function writtenPhones(text: string): WrittenPhones {
  const words = [...text.matchAll(IN_BRACKETS)].map(([, word = '']) => word.trim()).filter(Boolean);
  const parts = foldSigns(text.replace(IN_BRACKETS, ' ').replace(/\n/g, ' / '))
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => ({ part, phone: phonesIn(whole(part))[0] }));
  return {
    phones: read.flatMap(({ phone }) => phone ?? []),
    words,
    unread: read.flatMap(({ part, phone }) => (phone === undefined ? [part] : [])),
  };
}
