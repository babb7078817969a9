import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { NotIncomingReason, UnreadReason } from '#contract/money/statement-reading.ts';
import { plainDigits, readSignedAmount } from '#contract/words/typed-number.ts';
import { directionOf, type MoneyDirection } from './statement-words.ts';

/** The cells of one row that say how much money moved, and which way. */
export type StatementSumCells = {
  credit?: string | undefined;
  debit?: string | undefined;
  amount?: string | undefined;
  direction?: string | undefined;
  balance?: string | undefined;
};

/** The money that came in, or the reason why a row has none or could not be read. */
export type SumOfRow = { amount: number } | { out: NotIncomingReason } | { unread: UnreadReason };

type Sum = { value: number; side?: 'CR' | 'DR' | undefined; hasPlus: boolean } | 'none' | 'unread';

/** The currency of a statement's sums, and the marks that some of them prove to be decimal. */
type Reading = { currency: PriceCurrency; decimalMarks: ReadonlySet<string> };

const AMOUNT = /^[^\d.,]*(\d[\d., ']*)\D*$/;
/** One or two digits behind a mark are decimals, and so that mark separates no thousands. */
const DECIMALS = /^[\d ']*(?:,[\d,]*)?(\.)\d{1,2}$|^[\d ']*(?:\.[\d.]*)?(,)\d{1,2}$/;
const THOUSANDS = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/;
const coreOf = (text = '') => (AMOUNT.exec(plainDigits(text))?.[1] ?? '').trim();

function decimalMarksOf(rows: readonly StatementSumCells[]): ReadonlySet<string> {
  const marks = new Set<string>();
  for (const { credit, debit, amount } of rows)
    for (const text of [credit, debit, amount]) {
      const [, point, comma] = DECIMALS.exec(coreOf(text)) ?? [];
      const mark = point ?? comma;
      if (mark !== undefined) marks.add(mark);
    }
  return marks;
}

/** The sum of a cell; a dash, a zero and an empty cell are no sum. */
function sumOf(text: string | undefined, { currency, decimalMarks }: Reading): Sum {
  const typed = (text ?? '').trim();
  if (/^[-–—−.]*$/.test(typed)) return 'none';
  const mark = THOUSANDS.exec(coreOf(typed))?.[1];
  if (mark !== undefined && decimalMarks.has(mark)) return 'unread';
  const read = readSignedAmount(typed, currency);
  if ('error' in read) return 'unread';
  if (read.value === null || read.value === 0) return 'none';
  return { value: read.value, side: read.side, hasPlus: /^[^\d]*\+|\+\s*$/.test(typed) };
}

const isSum = (sum: Sum): sum is Exclude<Sum, string> => typeof sum !== 'string';

/** Money in a column of incoming money. A minus there takes an earlier row back. */
function ofCredit(credit: Sum, debit: Sum): SumOfRow {
  if (credit === 'unread') return { unread: 'amountUnreadable' };
  if (credit === 'none')
    return { out: isSum(debit) || debit === 'unread' ? 'moneyOut' : 'noMoney' };
  if (debit === 'unread') return { unread: 'amountUnreadable' };
  if (credit.value < 0) return { out: 'moneyOut' };
  return isSum(debit) ? { unread: 'directionUnknown' } : { amount: credit.value };
}

type DirectionRules = {
  /** True if the words of a column are to tell the direction of each row. */
  hasWords: boolean;
  /** The direction of a row that nothing tells; unknown where the file tells others. */
  rest: MoneyDirection | undefined;
  inWords?: readonly string[] | undefined;
  outWords?: readonly string[] | undefined;
};

/** Money in a column of both directions, told by its sign, by a word, or by the balances. */
function ofAmount(
  amount: Sum,
  word: string | undefined,
  rules: DirectionRules,
  byBalance: MoneyDirection | undefined,
): SumOfRow {
  if (amount === 'unread') return { unread: 'amountUnreadable' };
  if (amount === 'none') return { out: 'noMoney' };
  const { value, side, hasPlus } = amount;
  const bySign = value < 0 || side === 'DR' ? 'out' : side === 'CR' || hasPlus ? 'in' : undefined;
  const byWord = rules.hasWords ? directionOf(word ?? '', rules) : undefined;
  const told = byWord ?? bySign;
  // A minus under a word for money in is a correction; only a plain contradiction is not read.
  if (byWord === 'in' && bySign === 'out') return { unread: 'directionUnknown' };
  const known = told ?? byBalance ?? rules.rest;
  if (known === undefined) return { unread: 'directionUnknown' };
  return known === 'out' ? { out: 'moneyOut' } : { amount: Math.abs(value) };
}

/** Whether the rows of a file stand with the oldest or the newest first, where its days say so. */
export type RowOrder = 'oldestFirst' | 'newestFirst' | undefined;

type ByBalance = {
  /** True if balances stand beside the sums. */
  hasBalances: boolean;
  found: (MoneyDirection | undefined)[];
  /** True if every row that can be compared is money in. */
  allIn: boolean;
};

/**
 * The direction of each row by the balances beside it: the balance grows by money that came in.
 * Both orders of rows are tried, and the one that fits more rows is believed; where both fit as
 * many, the days decide.
 */
function directionsByBalance(
  rows: readonly StatementSumCells[],
  reading: Reading,
  order: RowOrder,
): ByBalance {
  const sums = rows.map(({ amount }) => sumOf(amount, reading));
  const balances = rows.map(({ balance }) => {
    const read = readSignedAmount((balance ?? '').trim(), reading.currency);
    return 'error' in read ? null : read.value;
  });
  const tryOrder = (step: 1 | -1) => {
    let misses = 0;
    const found = rows.map((_row, at): MoneyDirection | undefined => {
      const [sum, now, before] = [sums[at], balances[at], balances[at - step]];
      if (!sum || !isSum(sum) || typeof now !== 'number' || typeof before !== 'number')
        return undefined;
      const moved = now - before;
      if (Math.abs(moved) === Math.abs(sum.value)) return moved > 0 ? 'in' : 'out';
      misses += 1;
      return undefined;
    });
    const hits = found.filter(Boolean).length;
    return { found, hits, score: hits - misses, allIn: misses === 0 && !found.includes('out') };
  };
  const [older, newer] = [tryOrder(1), tryOrder(-1)];
  const isEven = older.score === newer.score;
  const best = (isEven ? order === 'newestFirst' : newer.score > older.score) ? newer : older;
  const hasBalances = balances.some((balance) => balance !== null);
  // Equal sums in a row fit both orders, once as money in and once as money out.
  const isUnclear = isEven && best.hits > 0 && order === undefined && !best.allIn;
  return {
    hasBalances,
    found: isUnclear ? rows.map(() => undefined) : best.found,
    allIn: best.hits > 0 && best.allIn,
  };
}

/** True where the money of a row is the balance beside it. */
export function isBalanceOf(
  sum: SumOfRow,
  balance: string | undefined,
  currency: PriceCurrency,
): boolean {
  const read = sumOf(balance, { currency, decimalMarks: new Set() });
  return 'amount' in sum && isSum(read) && read.value === sum.amount;
}

type FileRules = Pick<DirectionRules, 'inWords' | 'outWords'> & {
  order?: RowOrder;
  /** True for one column under a heading of both directions, whose sums need a sign. */
  isCombined?: boolean;
};

/** Reads the sums of all rows of a statement. */
export function readStatementSums(
  rows: readonly StatementSumCells[],
  currency: PriceCurrency,
  { order, isCombined, ...words }: FileRules,
): SumOfRow[] {
  const reading = { currency, decimalMarks: decimalMarksOf(rows) };
  const hasCredit = rows.some(({ credit }) => credit !== undefined);
  if (hasCredit)
    return rows.map(({ credit, debit }) => ofCredit(sumOf(credit, reading), sumOf(debit, reading)));
  const hasColumn = rows.some(({ direction = '' }) => direction !== '');
  const isWord = ({ direction = '' }: StatementSumCells) =>
    directionOf(direction, words) !== undefined;
  const hasSigns = rows.some(({ amount }) => {
    const sum = sumOf(amount, reading);
    return isSum(sum) && (sum.value < 0 || sum.side !== undefined);
  });
  // Beside signs a column without a known word says something else, such as the machine.
  const hasWords = hasColumn && (!hasSigns || rows.some(isWord));
  const byBalance = directionsByBalance(rows, reading, order);
  const isPlain = !byBalance.hasBalances && isCombined !== true;
  const isTold = hasSigns || isPlain || byBalance.allIn;
  const rules = { ...words, hasWords, rest: isTold && !hasWords ? ('in' as const) : undefined };
  return rows.map(({ amount, debit, direction }, at) => {
    const out = sumOf(debit, reading);
    const sum = sumOf(amount, reading);
    if (sum === 'none' && isSum(out)) return { out: 'moneyOut' };
    if (isSum(sum) && out === 'unread') return { unread: 'amountUnreadable' };
    return ofAmount(sum, direction, rules, hasSigns ? undefined : byBalance.found[at]);
  });
}
