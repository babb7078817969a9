import * as z from 'zod/mini';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id } from '#contract/fields.ts';
import { lineKinds } from '#contract/orders/orders.ts';
import { paymentMethods } from '#contract/orders/payments.ts';
import { rangeUpTo } from '#contract/dates.ts';

// GET `/figures?from=&to=`: the money of a range of days, both ends included. Balances are as of
// the end of `to`.

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

/** Balances at the end of a day. */
export const standing = z.object({
  /**
   * Earned tuition since the beginning, and all billed tuition: docs/figures.md, "Figure 17: earned
   * tuition".
   */
  earnedTuitionLAK: z.int(),
  billedTuitionLAK: z.int(),
  /** Tuition that was left when the centre moved in; it is not billed, but it is earned. */
  openingTuitionLAK: z.int(),
  /**
   * The amount that the centre would owe if it closed then: docs/figures.md, "Figure 18: unearned
   * tuition".
   */
  unearnedLAK: z.int(),
  owedLAK: z.int(),
  /** Pending money of slips on confirmed orders. */
  slipsLAK: z.int(),
  creditLAK: z.int(),
  onHoldsLAK: z.int(),
  openingLinesLAK: z.int(),
  openingPaymentsLAK: z.int(),
  /**
   * Its money on other branches' orders and refunds, less theirs on its own orders, before
   * settlements.
   */
  betweenLAK: z.int(),
});
export type Standing = z.output<typeof standing>;

export const figuresAnswer = z.object({
  /** docs/figures.md, "Figure 14: billed". */
  billed: z.array(billedRow),
  /** docs/figures.md, "Figure 15: received". */
  received: z.array(receivedRow),
  receivedCurrencies: z.array(currencyRow),
  /** As of now: docs/figures.md, "Figure 16: to verify". */
  toVerify: z.object({ count: z.int(), sumLAK: z.int(), oldest: z.nullable(date) }),
  /**
   * Balances as of the day before `from`, and as of `to`: docs/figures.md, "Figure 17: earned
   * tuition", "Figure 18: unearned tuition", "Figure 19: receivables by age" and "Figure 22:
   * credit".
   */
  before: standing,
  after: standing,
  /** As of `to`: docs/figures.md, "Figure 19: receivables by age". */
  ages: z.record(z.enum(balanceAges), z.int()),
  /** docs/figures.md, "Figure 20: collection". */
  collection: z.object({ dueLAK: z.int(), coveredLAK: z.int() }),
  /** docs/figures.md, "Figure 21: discounts", and the gross that they are taken off. */
  discounts: z.array(discountRow),
  grossLAK: z.int(),
  /**
   * As of `to`, after settlements; above 0 this branch owes the other one: docs/figures.md, "Figure
   * 28: between branches".
   */
  between: z.array(z.object({ branchId: id, otherBranchId: id, amountLAK: z.int() })),
});
export type FiguresAnswer = z.output<typeof figuresAnswer>;

/** The remainder of both bridges (docs/figures.md, "Bridges"); 0 if the books are right. */
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
  const openingTuitionLAK = change('openingTuitionLAK');
  const notYetEarnedLAK = billedTuitionLAK + openingTuitionLAK - change('earnedTuitionLAK');
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
    openingTuitionLAK,
    notYetEarnedLAK,
    terms,
    leftLAK: receivedLAK - bridged,
  };
}
