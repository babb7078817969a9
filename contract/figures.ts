import * as z from 'zod/mini';
import { balanceAges } from './balance-ages.ts';
import { priceCurrencies } from './currencies.ts';
import { date, id } from './fields.ts';
import { lineKinds } from './orders.ts';
import { paymentMethods } from './payments.ts';
import { rangeUpTo } from './spans.ts';

// GET `/figures?from=&to=`: the money of a range of days, both ends in it; what stands at a moment
// is as of the end of `to`.

export const figures = { name: 'figures', path: '/figures', read: 'figures:read' } as const;

/** The longest range that is answered, in days. */
export const MAX_FIGURE_DAYS = 366;

export const figuresQuery = z
  .object({ branchId: z.optional(id), from: date, to: date })
  .check(rangeUpTo(MAX_FIGURE_DAYS));
export type FiguresQuery = z.output<typeof figuresQuery>;

const billedRow = z.object({ kind: z.enum(lineKinds), amountLAK: z.int(), lines: z.int() });
const receivedRow = z.object({
  day: date,
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  drawer: z.string(),
  cashier: z.string(),
  amountLAK: z.int(),
  payments: z.int(),
});
/** Cash by the drawers' own rows, and bank money as it was sent; minor units. */
const currencyRow = z.object({
  method: z.enum(['cash', 'bank']),
  currency: z.enum(priceCurrencies),
  amount: z.int(),
});
const discountRow = z.object({
  key: z.string(),
  nameEn: z.string(),
  nameLo: z.string(),
  reason: z.string(),
  approver: z.string(),
  amountLAK: z.int(),
  lines: z.int(),
});

/** What stands at the end of a day. */
export const standing = z.object({
  /** Earned tuition since the beginning, and what was billed of tuition. */
  earnedTuitionLAK: z.int(),
  billedTuitionLAK: z.int(),
  /** What the centre would owe if it closed then. */
  unearnedLAK: z.int(),
  owedLAK: z.int(),
  /** Slips that are bound to confirmed orders. */
  slipsLAK: z.int(),
  creditLAK: z.int(),
  onHoldsLAK: z.int(),
  openingLinesLAK: z.int(),
  openingPaymentsLAK: z.int(),
  /**
   * Its money on other branches' orders and refunds, less theirs on its own, before settlements.
   */
  betweenLAK: z.int(),
});
export type Standing = z.output<typeof standing>;

export const figuresAnswer = z.object({
  /** 14 */
  billed: z.array(billedRow),
  /** 15 */
  received: z.array(receivedRow),
  receivedCurrencies: z.array(currencyRow),
  /** 16, as it is now. */
  toVerify: z.object({ count: z.int(), sumLAK: z.int(), oldest: z.nullable(date) }),
  /** 17, 18, 19 and 22 as of the day before `from`, and as of `to`. */
  before: standing,
  after: standing,
  /** 19 as of `to`. */
  ages: z.record(z.enum(balanceAges), z.int()),
  /** 20 */
  collection: z.object({ dueLAK: z.int(), coveredLAK: z.int() }),
  /** 21; the gross that it is taken off. */
  discounts: z.array(discountRow),
  grossLAK: z.int(),
  /** 28 as of `to`, after settlements: above 0 this branch owes the other one. */
  between: z.array(z.object({ branchId: id, otherBranchId: id, amountLAK: z.int() })),
});
export type FiguresAnswer = z.output<typeof figuresAnswer>;

/** What both bridges leave over; 0 where the books are right. */
export function bridgesOf({
  billed,
  received,
  before,
  after,
}: Pick<FiguresAnswer, 'billed' | 'received' | 'before' | 'after'>) {
  const sum = (rows: readonly { amountLAK: number }[]) =>
    rows.reduce((total, { amountLAK }) => total + amountLAK, 0);
  const change = (key: keyof Standing) => after[key] - before[key];
  const [billedLAK, receivedLAK] = [sum(billed), sum(received)];
  const billedTuitionLAK = change('billedTuitionLAK');
  const notYetEarnedLAK = billedTuitionLAK - change('earnedTuitionLAK');
  const terms = {
    owedLAK: -change('owedLAK'),
    slipsLAK: -change('slipsLAK'),
    creditLAK: change('creditLAK'),
    onHoldsLAK: change('onHoldsLAK'),
    openingLinesLAK: change('openingLinesLAK'),
    openingPaymentsLAK: -change('openingPaymentsLAK'),
    betweenLAK: change('betweenLAK'),
  };
  const bridged = Object.values(terms).reduce((total, term) => total + term, billedLAK);
  return {
    billedLAK,
    receivedLAK,
    billedTuitionLAK,
    notYetEarnedLAK,
    terms,
    leftLAK: receivedLAK - bridged,
  };
}
