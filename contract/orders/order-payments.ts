import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { amount, id, optionalId, timestamp } from '#contract/fields.ts';
import { orderSums } from './order-changes.ts';
import { priceVisit } from '#contract/desk/price-visit.ts';
import { visitMoney, visitReceipt } from '#contract/desk/visit-answers.ts';
import type { PricedVisit, VisitRates } from '#contract/desk/visit-prices.ts';
import {
  debt,
  MAX_DEBTS,
  MAX_TENDERS,
  shownRates,
  tender,
  type VisitPayer,
} from '#contract/desk/visits.ts';

/** An order that is paid, completely or up to an amount. */
const sharedDebt = z.extend(debt, { atMostLAK: z.optional(amount) });

/**
 * POST `/orders/{id}/payments`: a later payment. It pays this order and others of the same payer
 * and branch, one after the other, with one receipt.
 */
export const orderPaymentInput = z
  .object({
    /** The orders in the sequence in which they are paid; this order is one of them. */
    debts: z.array(sharedDebt).check(z.minLength(1), z.maxLength(MAX_DEBTS)),
    /** The amount of the family's credit that is used, before the money. */
    creditLAK: z._default(amount, 0),
    tenders: z._default(z.array(tender).check(z.maxLength(MAX_TENDERS)), []),
    /** The open drawer that takes the cash. */
    shiftId: optionalId,
    /**
     * The part of the sum due that the payer chose to pay now: cash above it is change. Null keeps
     * all money up to the sum due.
     */
    partLAK: z._default(z.nullable(amount), null),
    changeIn: z._default(z.enum(priceCurrencies), 'LAK'),
    /** Change that is still owed because small notes are missing; it is credit of the payer. */
    changeOwedLAK: z._default(amount, 0),
    rateIds: shownRates,
  })
  .check(
    z.refine(({ tenders, creditLAK }) => tenders.length > 0 || creditLAK > 0, {
      path: ['tenders'],
      error: 'required',
    }),
    z.refine(({ tenders }) => new Set(tenders.map(({ key }) => key)).size === tenders.length, {
      path: ['tenders'],
      error: 'invalid',
    }),
    z.refine(({ debts }) => new Set(debts.map(({ orderId }) => orderId)).size === debts.length, {
      path: ['debts'],
      error: 'invalid',
    }),
    z.refine(
      ({ debts }) =>
        debts.every(({ atMostLAK, expectedBalance }) => (atMostLAK ?? 0) <= expectedBalance),
      { path: ['debts'], error: 'invalid' },
    ),
    z.refine(
      ({ tenders, shiftId }) =>
        shiftId !== null || tenders.every(({ method }) => method !== 'cash'),
      { path: ['shiftId'], error: 'required' },
    ),
  );
export type OrderPaymentInput = z.output<typeof orderPaymentInput>;

export const orderPaid = z.object({
  /** The orders after the payment; a hold that reached its minimum is confirmed. */
  orders: z.array(orderSums),
  /** The receipt of the cash; bank money gets its own when somebody else has confirmed it. */
  receipt: z.nullable(visitReceipt),
  change: z.array(z.object({ currency: z.enum(priceCurrencies), amount: z.int() })),
  /** The amount that becomes credit of the payer. */
  toCreditLAK: z.int(),
  /** Missing in the stored answers of earlier releases. */
  money: z.optional(visitMoney),
  /**
   * The key by which the payment is undone like a visit, and the end of the time for it. Missing if
   * it has confirmed a held order, which cannot be held again.
   */
  ref: z.optional(id),
  undoUntil: z.optional(timestamp),
  at: timestamp,
});
export type OrderPaid = z.output<typeof orderPaid>;

/** A balance or a rate that screen (`before`) and server see otherwise, with `totalChanged`. */
export type PaymentChange =
  | { changed: 'balance'; orderId: string; before: number; after: number | null }
  | { changed: 'rate'; currency: 'THB' | 'USD'; before: string | null; after: string | null };

type Account = {
  payer: VisitPayer;
  balances: Readonly<Record<string, number>>;
  creditLAK: number;
  cashStep: number;
};

/**
 * Computes every figure of a later payment like a visit without lines: the screen shows it, and the
 * server writes it.
 */
export function pricePayment(
  payment: Omit<OrderPaymentInput, 'rateIds' | 'shiftId'>,
  { payer, balances, creditLAK, cashStep }: Account,
  rates: VisitRates,
): PricedVisit {
  const visit = {
    ...payment,
    payer,
    places: [],
    products: [],
    adjustments: [],
    instalments: [],
    hold: false,
  };
  const prices = { today: '', places: {}, products: {}, students: {}, debts: balances, creditLAK };
  return priceVisit(visit, prices, rates, {
    discounts: [],
    cashStep,
    minimumRule: 'none',
    discountLimitPercent: 0,
  });
}
