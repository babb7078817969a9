import { plainDigits } from '#contract/words/typed-number.ts';

/** The youngest and the oldest age of a course, both included; null without a limit. */
type AgeRange = { minAge: number | null; maxAge: number | null };

const BOTH = /^(?:from\s*|ແຕ່\s*|ຕັ້ງແຕ່\s*)?(\d{1,3})\s*(?:-|–|—|to|ຫາ|ເຖິງ)\s*(\d{1,3})$/u;
const FROM = /^(?:(?:from|ແຕ່|ຕັ້ງແຕ່)\s*(\d{1,3})|(\d{1,3})\s*(?:\+|and up|and over|ຂຶ້ນໄປ))$/u;
const UP_TO = /^(?:up to|to|ບໍ່ເກີນ|ເຖິງ)\s*(\d{1,3})$/u;
const WORDS = /^(?:ອາຍຸ|ages?)\s*:?\s*|\s*(?:years?(?: old)?|yrs?\.?|ປີ)/gu;

/** Reads `6-9`, `6+`, `from 6`, `up to 9` or `ແຕ່ 6 ປີຂຶ້ນໄປ`; undefined for anything else. */
export function readAgeRange(text: string): AgeRange | undefined {
  const typed = plainDigits(text).toLowerCase().replaceAll(WORDS, '').trim();
  if (typed === '') return { minAge: null, maxAge: null };
  const [, least, most] = BOTH.exec(typed) ?? [];
  if (least !== undefined && most !== undefined)
    return { minAge: Number(least), maxAge: Number(most) };
  const open = typed.replace(/^(?:from|ແຕ່|ຕັ້ງແຕ່)\s*(\d{1,3})\s*ຂຶ້ນໄປ$/u, '$1+');
  const [, first, other] = FROM.exec(open) ?? [];
  const from = first ?? other;
  if (from !== undefined) return { minAge: Number(from), maxAge: null };
  const [, upTo] = UP_TO.exec(typed) ?? [];
  return upTo === undefined ? undefined : { minAge: null, maxAge: Number(upTo) };
}

/** The same as a cell that `readAgeRange` reads. */
export function agesText({ minAge, maxAge }: AgeRange): string {
  if (minAge === null) return maxAge === null ? '' : `up to ${maxAge}`;
  return maxAge === null ? `${minAge}+` : `${minAge}-${maxAge}`;
}
