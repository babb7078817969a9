import * as z from 'zod/mini';
import { approvalToken } from '#contract/signatures.ts';
import {
  amount,
  id,
  optionalDate,
  optionalId,
  optionalText,
  timestamp,
  text,
} from '#contract/fields.ts';
import { orderStates } from './orders.ts';
import { quantity } from '#contract/stock/products.ts';
import { visitReceipt } from '#contract/desk/visit-answers.ts';
import { instalmentPart, MAX_PARTS, MAX_TENDERS, shownRates } from '#contract/desk/visits.ts';

// Changes of an order after its visit. Each is a line, a movement or a step of its own; existing
// rows stay as they are.

/** The stored sums of an order. */
export const orderSums = z.object({
  _id: id,
  number: z.string(),
  state: z.enum(orderStates),
  holdUntil: z.nullable(timestamp),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
});
export type OrderSums = z.output<typeof orderSums>;

/** The answer of every change: the order after it. */
export const orderChanged = z.extend(orderSums, {
  /**
   * Money that the change took off the order: credit of the payer, once it is confirmed; a walk-in
   * was paid out.
   */
  freedLAK: z.int(),
  /** The part of it that a slip has paid which nobody has verified yet. */
  freedPendingLAK: z.int(),
});
export type OrderChanged = z.output<typeof orderChanged>;

/** The total as the screen showed it; if it differs, the answer is 409 `balanceChanged`. */
const shownSums = { expectedTotal: amount };

/** POST `/orders/{id}/prolong`: a full hold from now on, for the order and all its places. */
export const orderProlong = z.object({ reason: optionalText(200) });

/**
 * POST `/orders/{id}/confirm`: ends a hold on purpose. Below its minimum it takes the right to do
 * so and a reason.
 */
export const orderConfirm = z.object({ reason: optionalText(200) });
/** Confirms an order whose minimum is known to be missing, which needs a reason. */
export const orderConfirmUnpaid = z.object({ reason: text(200) });

export const MAX_HANDED_OVER = 50;

/** The questions that are asked when money is taken out of the books. */
const moneyTakenBack = {
  reason: text(200),
  /** True if the cash was handed back over the counter; false if it never was in the drawer. */
  moneyBack: z._default(z.boolean(), true),
  /** The signature of a person who may void money, if the clerk may not. */
  approvalToken,
};

/** POST `/orders/{id}/void`. */
export const orderVoid = z.object({
  ...moneyTakenBack,
  /** The sum paid or pending on the order, as the screen showed it. */
  expectedCame: z._default(amount, 0),
  /**
   * Open slips (payments) whose money was sent: they become credit when they are verified. Others
   * are void with the order.
   */
  sentSlips: z._default(z.array(id).check(z.maxLength(MAX_TENDERS)), []),
  /** Lines whose handed-over goods did not come back to the shelf: they are a loss. */
  lostLines: z._default(z.array(id).check(z.maxLength(MAX_HANDED_OVER)), []),
});
export type OrderVoid = z.output<typeof orderVoid>;

/** POST `/receipts/{id}/void`: all cash of a later payment. */
export const receiptVoid = z.object(moneyTakenBack);
export type ReceiptVoid = z.output<typeof receiptVoid>;

/** The answer: the receipt that voids the other one, and the orders that it had paid. */
export const receiptVoided = z.object({
  receiptId: id,
  voidReceipt: visitReceipt,
  orders: z.array(orderSums),
});
export type ReceiptVoided = z.output<typeof receiptVoided>;

/** POST `/orders/{id}/hand-over`: hands over a quantity of each line. */
export const handOver = z.object({
  lines: z
    .array(z.object({ lineId: id, quantity }))
    .check(z.minLength(1), z.maxLength(MAX_HANDED_OVER)),
});
export type HandOver = z.output<typeof handOver>;

const MOST_KIP = 1_000_000_000_000;
/** POST `/orders/{id}/adjustments`: adds a line; a negative one names the line that it lowers. */
export const orderAdjustment = z
  .object({
    amountLAK: z.int().check(
      z.gte(-MOST_KIP),
      z.lte(MOST_KIP),
      z.refine((kip) => kip !== 0, { error: 'required' }),
    ),
    ofLineId: optionalId,
    reason: text(200),
    ...shownSums,
  })
  .check(
    z.refine(({ amountLAK, ofLineId }) => amountLAK > 0 === (ofLineId === null), {
      path: ['ofLineId'],
      error: 'required',
    }),
  );
export type OrderAdjustment = z.output<typeof orderAdjustment>;

/**
 * POST `/orders/{id}/exchange`: takes back some pieces of a line. As many of another product (or
 * the same) replace them at today's price, or nothing does.
 */
export const orderExchange = z.object({
  lineId: id,
  quantity,
  productId: optionalId,
  /** True if pieces that were handed over are on the shelf again; false if they are a loss. */
  backOnShelf: z._default(z.boolean(), true),
  /** True if the new pieces are handed over now; otherwise they are reserved for the order. */
  giveNow: z._default(z.boolean(), true),
  reason: text(200),
  /** The new total, as the screen showed it. */
  expectedTotal: amount,
  rateIds: shownRates,
  /**
   * For a walk-in, who has no credit: the open drawer that pays out the surplus, and the signature
   * for it.
   */
  shiftId: optionalId,
  approvalToken,
});
export type OrderExchange = z.output<typeof orderExchange>;

/**
 * POST `/orders/{id}/plan`: sets one due date for the balance (`dueDate`) or instalments; the
 * previous plan ends.
 */
export const orderPlan = z
  .object({
    dueDate: optionalDate,
    instalments: z._default(z.array(instalmentPart).check(z.maxLength(MAX_PARTS)), []),
    reason: text(200),
    /** The balance, as the screen showed it. */
    expectedBalance: amount,
  })
  .check(
    z.refine(({ dueDate, instalments }) => (dueDate === null) === instalments.length > 0, {
      path: ['dueDate'],
      error: 'required',
    }),
  );
export type OrderPlan = z.output<typeof orderPlan>;
