import type { CourseFeeInput } from '#contract/courses/course-fees.ts';
import { caseOf } from '#contract/courses/fee-rules.ts';
import type { Language } from '#contract/language.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import { choiceWord, type CellChoices } from '#server/lib/sheets/choice-words.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';

export const bases: CellChoices<CourseFeeInput['basis']> = {
  term: { en: 'Term', lo: 'ຕໍ່ພາກຮຽນ', also: ['per term', 'ພາກຮຽນ'] },
  month: { en: 'Month', lo: 'ຕໍ່ເດືອນ', also: ['monthly', 'per month', 'ເດືອນ'] },
  session: { en: 'Session', lo: 'ຕໍ່ຄັ້ງ', also: ['per session', 'lesson', 'ຄັ້ງ', 'ຕໍ່ຄັ້ງຮຽນ'] },
  once: { en: 'Once', lo: 'ຄັ້ງດຽວ', also: ['registration', 'ຄ່າລົງທະບຽນ'] },
  deposit: { en: 'Deposit', lo: 'ເງິນມັດຈຳ', also: ['ມັດຈຳ'] },
};

/** A price as a cell of a class names it. */
export type NamedFee = Pick<
  CourseFeeInput,
  | ('name' | 'amount' | 'currency' | 'basis' | 'courseId' | 'branchId' | 'termId')
  | ('priceCategory' | 'validFrom' | 'validTo')
>;

/** The codes of what a price may be for alone. */
export type FeeCodes = Record<'branch' | 'term', (id: string | null) => string>;

const BETWEEN = ' · ';

/** A price in words that no other one of its course has on the same day. */
export function writtenFee(fee: NamedFee, codes: FeeCodes, language: Language): string {
  const { name, amount, currency, basis, priceCategory, branchId, termId } = fee;
  return [
    name,
    `${shownAmount(amount, currency)} ${currency}`,
    choiceWord(bases, basis, language),
    priceCategory,
    codes.term(termId),
    codes.branch(branchId),
  ]
    .filter(Boolean)
    .join(BETWEEN);
}

/** True for a part of a cell that says the name of a price, its sum, its unit or what it is for. */
function saysOf(fee: NamedFee, part: string, codes: FeeCodes): boolean {
  const { name, priceCategory, branchId, termId, amount, currency, basis } = fee;
  const words = [name, priceCategory, codes.term(termId), codes.branch(branchId)].filter(Boolean);
  if (words.some((word) => headingKey(word) === headingKey(part))) return true;
  const unit = parseChoice(part, bases, 'en');
  if ('value' in unit) return unit.value === basis;
  const sum = readAmount(part, currency);
  return 'value' in sum && sum.value === amount;
}

/** The prices that a cell can mean: the one in these words, else all that each part of it fits. */
export function feesCalled<Fee extends NamedFee>(
  fees: readonly Fee[],
  text: string,
  codes: FeeCodes,
): Fee[] {
  const key = headingKey(text);
  const isWritten = (fee: Fee) =>
    (['en', 'lo'] as const).some((one) => headingKey(writtenFee(fee, codes, one)) === key);
  const written = fees.filter(isWritten);
  if (written.length > 0) return written;
  const parts = text.split('·').map((part) => part.trim());
  return fees.filter((fee) => parts.filter(Boolean).every((part) => saysOf(fee, part, codes)));
}

/** Of the versions of each price that of a day, else the next one: those that a class may have. */
export function versionsOn<Fee extends NamedFee>(fees: readonly Fee[], day: string): Fee[] {
  const found = new Map<string, Fee>();
  const left = fees.filter(({ validTo }) => validTo === null || validTo >= day);
  const byDay = ({ validFrom: one }: Fee, { validFrom: other }: Fee) =>
    Number(one > other) - Number(one < other);
  for (const fee of left.toSorted(byDay)) {
    const key = caseOf(fee);
    // The last one that has begun is in force, and of coming ones the first is; a row of a file
    // comes after a price that is there, and replaces it if both begin on one day.
    const before = found.get(key);
    if (!before || fee.validFrom <= day || fee.validFrom === before.validFrom) found.set(key, fee);
  }
  return [...found.values()];
}
