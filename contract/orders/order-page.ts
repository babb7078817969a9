import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { namedPerson } from './order-rows.ts';
import { lineKinds, orderSources, orderStates } from './orders.ts';
import { paperKinds } from '#contract/words/paper-code.ts';
import { paymentNote } from '#contract/money/verify.ts';
import { paymentMethods, paymentStates, receiptKinds } from './payments.ts';

// GET `/orders/{id}`: everything about one order in one answer.

/** The payer; a walk-in has no id. */
const payer = z.object({
  kind: z.enum(['parent', 'student', 'walkIn']),
  _id: z.nullable(id),
  name: z.string(),
  /** A student's name in Latin letters; may be empty. */
  nameEn: z.optional(z.string()),
  phone: z.string(),
  /** The payer's debts in all branches, including this order. */
  owedLAK: z.int(),
  creditLAK: z.int(),
});

/** One charge, correction, discount or rounding. */
export const orderPageLine = z.object({
  _id: id,
  position: z.int(),
  kind: z.enum(lineKinds),
  /** The line that this one corrects, discounts or adjusts. */
  ofLineId: z.nullable(id),
  student: z.nullable(z.extend(namedPerson, { studentCode: z.string() })),
  nameEn: z.string(),
  nameLo: z.string(),
  /** The class of a tuition line. */
  classCode: z.string(),
  enrolmentId: z.nullable(id),
  productId: z.nullable(id),
  quantity: z.int(),
  sessions: z.int(),
  unitPrice: z.int(),
  currency: z.enum(priceCurrencies),
  rate: z.string(),
  amountLAK: z.int(),
  coversFrom: z.nullable(date),
  coversTo: z.nullable(date),
  percent: z.nullable(z.int()),
  reason: z.string(),
  approvedBy: z.string(),
  by: z.string(),
  at: timestamp,
  /**
   * For goods with tracked stock: pieces that are left after corrections, and pieces that the payer
   * has.
   */
  goods: z.nullable(z.object({ left: z.int(), given: z.int(), movedAt: z.nullable(timestamp) })),
});

/** Money that pays part of this order, or did before it was taken back. */
const payment = z.object({
  _id: id,
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  /** The amount that was handed over, before change, in minor units. */
  tendered: z.int(),
  change: z.array(z.object({ currency: z.enum(priceCurrencies), amount: z.int() })),
  rate: z.string(),
  amountLAK: z.int(),
  state: z.enum(paymentStates),
  bankAccountId: z.nullable(id),
  bank: z.string(),
  reference: z.string(),
  /** Left out for users who may not see slips. */
  slipFileId: z.nullable(id),
  /** The photo of the slip was deleted, because its keeping time is over. */
  slipEnded: z.boolean(),
  receiptId: z.nullable(id),
  at: timestamp,
  by: z.string(),
  decidedAt: z.nullable(timestamp),
  decidedBy: z.string(),
  voidedAt: z.nullable(timestamp),
  voidedBy: z.string(),
  reason: z.string(),
  /** The amount that it pays of this order now. */
  onOrderLAK: z.int(),
  /** True for credit: older money that was used. */
  asCredit: z.boolean(),
  freeLAK: z.int(),
  /** The payment that was recorded wrongly and that this one replaces. */
  mendsId: z.nullable(id),
  /** The amounts that it pays of other orders; an order of another branch has no number here. */
  elsewhere: z.array(z.object({ orderId: id, number: z.nullable(z.string()), amountLAK: z.int() })),
});

const allocation = z.object({ _id: id, paymentId: id, amountLAK: z.int(), at: timestamp });

const receipt = z.object({
  _id: id,
  number: z.string(),
  check: z.string(),
  kind: z.enum(receiptKinds),
  amountLAK: z.int(),
  at: timestamp,
  by: z.string(),
});

const part = z.object({ position: z.int(), dueOn: date, amountLAK: z.int() });

/** A refund that a family asked for, and the decision of finance. */
export const orderPageRefund = z.object({
  _id: id,
  amountLAK: z.int(),
  reason: z.string(),
  state: z.enum(['open', 'paid', 'intoCredit', 'refused']),
  at: timestamp,
  by: z.string(),
  decision: z.string(),
});

/** A change of the order, other than its lines and money. */
const act = z.object({ at: timestamp, by: z.string(), action: z.string(), reason: z.string() });

export const orderPage = z.object({
  _id: id,
  number: z.string(),
  branchId: id,
  source: z.enum(orderSources),
  at: timestamp,
  by: z.string(),
  byId: z.nullable(id),
  /** The state by the clock, as in the list of orders. */
  state: z.enum(orderStates),
  holdUntil: z.nullable(timestamp),
  holdOnPurpose: z.boolean(),
  confirmedAt: z.nullable(timestamp),
  lapsedAt: z.nullable(timestamp),
  voidedAt: z.nullable(timestamp),
  voidedBy: z.string(),
  voidReason: z.string(),
  /** The time at which its cash was taken without network, by the clock of the desk. */
  takenOfflineAt: z.nullable(timestamp),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  /** The amount that a confirmed order lacks to its minimum. */
  missingLAK: z.int(),
  /** The time until which places of a confirmed order wait for the missing amount. */
  placesHoldUntil: z.nullable(timestamp),
  note: z.string(),
  payer,
  lines: z.array(orderPageLine),
  payments: z.array(payment),
  allocations: z.array(allocation),
  receipts: z.array(receipt),
  prints: z.array(
    z.object({ paper: z.enum(paperKinds), ofId: id, copy: z.int(), at: timestamp, by: z.string() }),
  ),
  /** The current plan; `instalments.ts` computes which parts are open. */
  plan: z.array(part),
  /** Plans after the first one, each with its reason. */
  planChanges: z.array(z.object({ at: timestamp, by: z.string(), reason: z.string() })),
  moved: z.array(z.object({ at: timestamp, by: z.string(), lineId: id, qtyChange: z.int() })),
  acts: z.array(act),
  refundRequests: z.array(orderPageRefund),
  /** Questions of finance about its slips, and reasons for rejections. */
  notes: z.array(paymentNote),
});

export type OrderPage = z.output<typeof orderPage>;
export type OrderPageLine = OrderPage['lines'][number];
export type OrderPagePayment = OrderPage['payments'][number];
