import type { NotIncomingReason } from '#contract/money/statement-reading.ts';
import { readCode } from '#contract/words/typed-code.ts';
import { foldText } from './bank-rows.ts';
import { beginsAsBalance, sumText } from './balance-text.ts';
import type { SumOfRow } from './statement-sums.ts';

const REFERENCE_LENGTH = 60;
const DASHES = /^[-–—.\s]*$/;

/** The bank's own reference; none where a spreadsheet has cut it. */
export function referenceOf(text: string): { reference: string; referenceRuined: boolean } {
  const written = DASHES.test(text) ? '' : text.replace(/^'/, '');
  const read = readCode(written);
  return 'error' in read
    ? { reference: '', referenceRuined: true }
    : { reference: read.value.slice(0, REFERENCE_LENGTH), referenceRuined: false };
}

/** The texts of a row as one, without a text that another one has in it. */
export function textOf(cells: readonly string[]): string {
  const keys = cells.map(foldText);
  const isNew = (key: string, at: number) =>
    key !== '' && !keys.some((one, other) => one.includes(key) && (one !== key || other < at));
  return cells.filter((_cell, at) => isNew(keys[at] ?? '', at)).join(' · ');
}

type RowTexts = {
  cells: readonly string[];
  reference: string;
  description: string;
  hasDay: boolean;
  /** True where the sum of the row is the balance beside it. */
  isBalance: boolean;
};

const NO_REFERENCE = /^0*$/;

/**
 * Rows that tell a balance or a sum, and rows of text alone. A reference marks a real payment,
 * unless it is such a text itself or the sum is the balance.
 */
export function textReason(
  { cells, reference, description, hasDay, isBalance }: RowTexts,
  sum: SumOfRow,
): NotIncomingReason | undefined {
  const texts = cells.filter((text) => /\p{L}/u.test(text));
  const named = texts.map(sumText).find((found) => found !== undefined);
  const isOwn = description === '' && sumText(reference) !== undefined;
  const isMarked = !NO_REFERENCE.test(reference) && !isOwn;
  if (named && (!isMarked || isBalance)) return named;
  if (isBalance && !isMarked && texts.some(beginsAsBalance)) return 'balance';
  if (hasDay || 'amount' in sum) return undefined;
  return 'out' in sum && sum.out === 'moneyOut' ? undefined : 'text';
}
