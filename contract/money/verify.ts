import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { id, optionalId, timestamp, text } from '#contract/fields.ts';
import { orderSums } from '#contract/orders/order-changes.ts';
import { orderStates } from '#contract/orders/orders.ts';
import { namedPayer } from '#contract/orders/payer-name.ts';
import { paymentMethods } from '#contract/orders/payments.ts';
import { visitReceipt } from '#contract/desk/visit-answers.ts';

export const verificationQuery = z.object({ branchId: z.optional(id) });

/** GET `/verification/counts`: the number of rows in each tab. */
export const verificationCounts = z.object({ verify: z.int(), refunds: z.int() });
export type VerificationCounts = z.output<typeof verificationCounts>;

/** The most slips in an answer, oldest first. */
export const MAX_SLIPS = 500;

export const noteKinds = ['question', 'rejected'] as const;
/**
 * A note of finance to the desk about a slip: a question, with its answer once there is one, or the
 * reason of a rejection.
 */
export const paymentNote = z.object({
  _id: id,
  paymentId: id,
  kind: z.enum(noteKinds),
  text: z.string(),
  at: timestamp,
  by: z.string(),
  answer: z.string(),
  answeredAt: z.nullable(timestamp),
  answeredBy: z.string(),
});
export type PaymentNote = z.output<typeof paymentNote>;

/** An order that a slip pays. */
const slipOrder = z.object({
  _id: id,
  /** Null for an order of another branch. */
  number: z.nullable(z.string()),
  state: z.enum(orderStates),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  /** The amount that this slip pays of it. */
  givenLAK: z.int(),
  /** The amount that its minimum would lack without this slip, if it lacks nothing now. */
  missingWithoutLAK: z.int(),
  /** The places that wait again below the minimum, and the pieces that were handed over. */
  places: z.int(),
  piecesGiven: z.int(),
});

/**
 * GET `/verification/slips`: bank money that waits for a second person, with everything needed to
 * check it.
 */
export const slip = z.object({
  _id: id,
  branchId: id,
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  /** In minor units of its currency. */
  tendered: z.int(),
  amountLAK: z.int(),
  /** The amount that no order receives. */
  freeLAK: z.int(),
  bankAccountId: z.nullable(id),
  bank: z.string(),
  accountName: z.string(),
  reference: z.string(),
  slipFileId: z.nullable(id),
  at: timestamp,
  by: z.string(),
  /** True if the reader recorded it; then they may not verify it. */
  isOwn: z.boolean(),
  ...namedPayer,
  orders: z.array(slipOrder),
  /** Rejected slips with the same reference on the same account. */
  rejectedBefore: z.array(z.object({ at: timestamp, reason: z.string(), ...namedPayer })),
  notes: z.array(paymentNote),
  /** The row of a loaded statement with the same reference, whatever its amount. */
  statement: z.nullable(z.object({ lineId: id, row: z.int(), at: z.string(), amount: z.int() })),
});
export type Slip = z.output<typeof slip>;

/**
 * POST `/verification/slips/{id}/confirm`: the slip gets its own receipt, and its pending money
 * becomes paid.
 */
export const slipConfirm = z.object({
  /** The statement row that the person matched it with. */
  lineId: optionalId,
});
export type SlipConfirm = z.output<typeof slipConfirm>;
export const slipConfirmed = z.object({
  paymentId: id,
  receipt: visitReceipt,
  orders: z.array(orderSums),
});
export type SlipConfirmed = z.output<typeof slipConfirmed>;

/** POST `/verification/slips/{id}/reject`. */
export const slipReject = z.object({ reason: text(200) });
export type SlipReject = z.output<typeof slipReject>;
export const slipRejected = z.object({
  paymentId: id,
  orders: z.array(orderSums),
  /** The number of places with a new hold, because their orders are below the minimum now. */
  newHolds: z.int(),
});
export type SlipRejected = z.output<typeof slipRejected>;

/** POST `/verification/slips/{id}/ask`; the slip stays as it is. */
export const slipQuestion = z.object({ question: text(300) });
export type SlipQuestion = z.output<typeof slipQuestion>;

/** POST `/payment-notes/{id}/answer`: the desk answers. */
export const noteAnswer = z.object({ answer: text(300) });
export type NoteAnswer = z.output<typeof noteAnswer>;

/**
 * GET `/desk-news`: notes of finance about money of this branch, until somebody opens them at the
 * desk.
 */
export const newsKinds = [...noteKinds, 'refundPaid', 'refundIntoCredit'] as const;
export const deskNews = {
  name: 'desk-news',
  path: '/desk-news',
  read: 'orders:read',
  write: 'orders:write',
} as const;
export const deskNewsRow = z.object({
  _id: id,
  kind: z.enum(newsKinds),
  /** Null if a slip pays no order any more. */
  orderId: z.nullable(id),
  number: z.string(),
  ...namedPayer,
  amountLAK: z.int(),
  text: z.string(),
  at: timestamp,
  by: z.string(),
});
export type DeskNewsRow = z.output<typeof deskNewsRow>;

/** POST `/desk-news/opened`: these notes are not shown again. */
export const newsOpened = z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(50)) });
