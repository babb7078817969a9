import * as z from 'zod/mini';
import { downToStep } from '#contract/money/cash.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { amount, id, optionalCode, optionalId, text } from '#contract/fields.ts';
import { convert } from '#contract/money/money.ts';
import { MAX_HANDED_OVER, orderSums } from './order-changes.ts';
import { quantity } from '#contract/stock/products.ts';
import { visitReceipt } from '#contract/desk/visit-answers.ts';

/**
 * The ways of a refund: from an open drawer, from an account of the branch, or not at all (it stays
 * as the payer's credit).
 */
export const refundWays = ['cash', 'transfer', 'credit'] as const;
export type RefundWay = (typeof refundWays)[number];

const wayOut = {
  way: z.enum(refundWays),
  /** The open drawer that cash is taken from. */
  shiftId: optionalId,
  /** The account from which it was sent, and the bank's reference. */
  bankAccountId: optionalId,
  reference: optionalCode(60),
  reason: text(200),
};
type WayOut = {
  way: RefundWay;
  shiftId: string | null;
  bankAccountId: string | null;
  reference: string;
};

const hasDrawer = z.refine<WayOut>(({ way, shiftId }) => way !== 'cash' || shiftId !== null, {
  path: ['shiftId'],
  error: 'required',
});
const hasAccount = z.refine<WayOut>(
  ({ way, bankAccountId }) => way !== 'transfer' || bankAccountId !== null,
  { path: ['bankAccountId'], error: 'required' },
);
const hasReference = z.refine<WayOut>(
  ({ way, reference }) => way !== 'transfer' || reference !== '',
  { path: ['reference'], error: 'required' },
);
const leaves = z.refine<WayOut>(({ way }) => way !== 'credit', { path: ['way'], error: 'invalid' });

/** POST `/orders/{id}/refunds`: refunds pieces of lines, each with its share of the discount. */
export const lineRefund = z
  .object({
    lines: z
      .array(
        z.object({
          lineId: id,
          quantity,
          /**
           * True if pieces that were handed over are on the shelf again; false if they are a loss.
           */
          backOnShelf: z._default(z.boolean(), true),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_HANDED_OVER)),
    /** True if only the money goes back: the bill stays as it is, and is owed again. */
    isStillDue: z.boolean(),
    ...wayOut,
    /** The sum to be paid out, as the screen showed it. */
    expectedLAK: amount,
  })
  .check(
    hasDrawer,
    hasAccount,
    hasReference,
    z.refine(({ lines }) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, {
      path: ['lines'],
      error: 'invalid',
    }),
    z.refine(({ way, isStillDue }) => way !== 'credit' || !isStillDue, {
      path: ['isStillDue'],
      error: 'invalid',
    }),
  );
export type LineRefund = z.output<typeof lineRefund>;

const sum = { amountLAK: amount.check(z.gte(1, { error: 'positive' })) };

const isCash = z.refine<{ way: RefundWay; foreign: number | null }>(
  ({ way, foreign }) => foreign === null || way === 'cash',
  { path: ['way'], error: 'invalid' },
);

/**
 * POST `/payments/{id}/refund`: refunds part of one payment, also of a closed day: its free money
 * first, then the money on orders, which is owed again.
 */
export const paymentRefund = z
  .object({
    ...sum,
    ...wayOut,
    /**
     * The amount in the foreign currency that it came in, in minor units, at the rate of that time;
     * null refunds it in kip.
     */
    foreign: z._default(z.nullable(amount.check(z.gte(1, { error: 'positive' }))), null),
  })
  .check(hasDrawer, hasAccount, hasReference, leaves, isCash);
export type PaymentRefund = z.output<typeof paymentRefund>;

/**
 * POST `/credit-payouts`: pays out free money of a payer, by a branch in which the payer is known.
 */
export const creditPayout = z
  .object({
    payerParentId: optionalId,
    payerStudentId: optionalId,
    branchId: id,
    ...sum,
    ...wayOut,
  })
  .check(
    hasDrawer,
    hasAccount,
    hasReference,
    leaves,
    z.refine(
      ({ payerParentId, payerStudentId }) => (payerParentId === null) !== (payerStudentId === null),
      { path: ['payerParentId'], error: 'required' },
    ),
  );
export type CreditPayout = z.output<typeof creditPayout>;

/** The answer of all three kinds of refund. */
export const refunded = z.object({
  /** The receipt with a sum below zero; null if nothing was paid out. */
  receipt: z.nullable(visitReceipt),
  paidOutLAK: z.int(),
  /** The amount that becomes credit of the payer. */
  toCreditLAK: z.int(),
  orders: z.array(orderSums),
});
export type Refunded = z.output<typeof refunded>;

/**
 * The most foreign cash of a payment that may go back: the amount that came in, worth no more than
 * the kip left of the payment.
 */
export function mostForeign(
  inDrawer: number,
  leftLAK: number,
  { currency, rate }: { currency: PriceCurrency; rate: string },
): number {
  const worthLAK = convert(inDrawer, currency, rate);
  if (worthLAK <= leftLAK) return inDrawer;
  const share = Math.floor((inDrawer * leftLAK) / worthLAK);
  return convert(share, currency, rate) <= leftLAK ? share : share - 1;
}

type Bill = {
  /** The price of the pieces with their discounts. */
  offLAK: number;
  totalLAK: number;
  paidLAK: number;
  /** The cash rounding in the total; it goes with the last line that it rounded. */
  roundingLAK: number;
};

/**
 * The sums that a refund of lines pays out and leaves as credit; `step` is the cash step for kip in
 * cash, and 1 for transfers.
 */
export function refundSums(
  { offLAK, totalLAK, paidLAK, roundingLAK }: Bill,
  { isStillDue, way, step }: { isStillDue: boolean; way: RefundWay; step: number },
): { paidOutLAK: number; toCreditLAK: number; totalLAK: number; paidLAK: number } {
  if (isStillDue) {
    const paidOutLAK = way === 'credit' ? 0 : downToStep(Math.min(offLAK, paidLAK), step);
    return { paidOutLAK, toCreditLAK: 0, totalLAK, paidLAK: paidLAK - paidOutLAK };
  }
  const bareLAK = totalLAK - roundingLAK - offLAK;
  const leftLAK = bareLAK === 0 ? 0 : bareLAK + roundingLAK;
  // Pending money comes off first.
  const freedLAK = Math.max(0, paidLAK - leftLAK);
  const paidOutLAK = way === 'credit' ? 0 : downToStep(freedLAK, step);
  return {
    paidOutLAK,
    toCreditLAK: freedLAK - paidOutLAK,
    totalLAK: leftLAK,
    paidLAK: paidLAK - freedLAK,
  };
}
