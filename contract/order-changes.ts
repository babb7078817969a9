import * as z from 'zod/mini';
import { amount, id, optionalDate, optionalId, optionalText, stamp, text } from './fields.ts';
import { orderStates } from './orders.ts';
import { quantity } from './products.ts';
import { instalmentPart, MAX_PARTS, shownRates } from './visits.ts';

// Changes of an order after its visit. Each is a line, a movement or a step of its own; what was written stays as it is.

/** The stored sums of an order. */
export const orderSums = z.object({
  _id: id,
  number: z.string(),
  state: z.enum(orderStates),
  holdUntil: z.nullable(stamp),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
});
export type OrderSums = z.output<typeof orderSums>;

/** The answer of every change: the order as it is now. */
export const orderChanged = z.extend(orderSums, {
  /** Money that the change took off the order; it is credit of the payer, once it is confirmed. */
  freedLAK: z.int(),
});
export type OrderChanged = z.output<typeof orderChanged>;

/** The total, and what is paid or expected of it, as the screen showed them; another one answers 409 `balanceChanged`. */
const shownSums = { expectedTotal: amount };

/** POST `/orders/{id}/prolong`: a whole hold from now on, for the order and all its places. */
export const orderProlong = z.object({ reason: optionalText(200) });

/** POST `/orders/{id}/confirm`: ends a hold on purpose; below its minimum only with the right and a reason. */
export const orderConfirm = z.object({ reason: optionalText(200) });

/** POST `/orders/{id}/void`. */
export const orderVoid = z.object({ reason: text(200) });

export const MAX_HANDED_OVER = 50;
/** POST `/orders/{id}/hand-over`: so many of each line leave the shelf. */
export const handOver = z.object({
  lines: z.array(z.object({ lineId: id, quantity })).check(z.minLength(1), z.maxLength(MAX_HANDED_OVER)),
});
export type HandOver = z.output<typeof handOver>;

const MOST_KIP = 1_000_000_000_000;
/** POST `/orders/{id}/adjustments`: a further line; one that takes off the bill names the line that it lowers. */
export const orderAdjustment = z
  .object({
    amountLAK: z.int().check(z.gte(-MOST_KIP), z.lte(MOST_KIP), z.refine((kip) => kip !== 0, { error: 'required' })),
    ofLineId: optionalId,
    reason: text(200),
    ...shownSums,
  })
  .check(z.refine(({ amountLAK, ofLineId }) => amountLAK > 0 === (ofLineId === null), { path: ['ofLineId'], error: 'required' }));
export type OrderAdjustment = z.output<typeof orderAdjustment>;

/** POST `/orders/{id}/exchange`: some pieces of a line come back, and as many of another product (or the same) take their place at the price of today. */
export const orderExchange = z.object({
  lineId: id,
  quantity,
  productId: id,
  /** Pieces that were handed over are on the shelf again; else they are a loss. */
  backOnShelf: z._default(z.boolean(), true),
  /** The new ones are handed over now; else they are kept for the order. */
  giveNow: z._default(z.boolean(), true),
  reason: text(200),
  /** What the screen showed as the total afterwards. */
  expectedTotal: amount,
  rateIds: shownRates,
});
export type OrderExchange = z.output<typeof orderExchange>;

/** POST `/orders/{id}/plan`: when the balance is due, in one part (`dueDate`) or in several; the plan until now ends. */
export const orderPlan = z
  .object({
    dueDate: optionalDate,
    instalments: z._default(z.array(instalmentPart).check(z.maxLength(MAX_PARTS)), []),
    reason: text(200),
    /** What is left to be paid, as the screen showed it. */
    expectedBalance: amount,
  })
  .check(z.refine(({ dueDate, instalments }) => (dueDate === null) === instalments.length > 0, { path: ['dueDate'], error: 'required' }));
export type OrderPlan = z.output<typeof orderPlan>;
