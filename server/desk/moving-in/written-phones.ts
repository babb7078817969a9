import { phonesIn } from '#contract/people/phone.ts';
import type { ProvinceCode } from '#contract/people/provinces.ts';
import { foldSigns } from '#contract/words/normalise.ts';

/**
 * The area of the landlines of a province, which people leave out of their short numbers. Provinces
 * that are not here have no area that this product is sure of, so a short number there is asked.
 */
const areas: Partial<Record<ProvinceCode, string>> = {
  '01': '021',
  '02': '088',
  '03': '086',
  '04': '081',
  '05': '084',
  '06': '071',
  '07': '064',
  '08': '074',
  '09': '061',
  '10': '023',
  '11': '054',
  '12': '051',
  '13': '041',
  '14': '034',
  '16': '031',
};
const BETWEEN = /\s*(?:[/,;|&\n]|ຫຼື|ຫລື|ແລະ|\bor\b|\band\b)\s*/iu;
const IN_BRACKETS = /\(([^()\d]*)\)/gu;

/** The numbers of a cell in E.164, and the words that stood in brackets beside them. */
export type WrittenPhones = { phones: string[]; words: string[]; unread: string[] };

/**
 * A number without its first digits: 8 digits are a mobile, 7 another one, 6 a landline in the
 * province of the branch.
 */
function whole(part: string, province: ProvinceCode | undefined): string {
  const digits = part.replace(/[\s.()-]/g, '');
  if (!/^\d+$/.test(digits)) return part;
  if (digits.length === 8 && !digits.startsWith('0')) return `020${digits}`;
  if (digits.length === 7 && !digits.startsWith('0')) return `030${digits}`;
  const area = province && areas[province];
  return digits.length === 6 && area !== undefined ? `${area}${digits}` : part;
}

/** One or two phone numbers of a cell, as centres write them; `province` is that of the branch. */
export function writtenPhones(text: string, province: ProvinceCode | undefined): WrittenPhones {
  const words = [...text.matchAll(IN_BRACKETS)].map(([, word = '']) => word.trim()).filter(Boolean);
  const parts = foldSigns(text.replace(IN_BRACKETS, ' ').replace(/\n/g, ' / '))
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => ({ part, phone: phonesIn(whole(part, province))[0] }));
  return {
    phones: read.flatMap(({ phone }) => phone ?? []),
    words,
    unread: read.flatMap(({ part, phone }) => (phone === undefined ? [part] : [])),
  };
}
