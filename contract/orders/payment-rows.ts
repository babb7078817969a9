import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { id, optionalDate, timestamp } from '#contract/fields.ts';
import { namedPayer } from './payer-name.ts';
import { paymentMethods, paymentStates } from './payments.ts';

const sumIn = z.object({ currency: z.enum(priceCurrencies), amount: z.int() });

/** One payment in a list. Rows of one receipt have its number and its moment. */
export const paymentRow = z.object({
  _id: id,
  /** The moment at which it counts: that of its receipt, else of its recording. */
  at: timestamp,
  receiptId: z.nullable(id),
  receiptNumber: z.string(),
  branchId: id,
  payerParentId: z.nullable(id),
  payerStudentId: z.nullable(id),
  /** A merged payer is named by the record that replaced it. */
  ...namedPayer,
  payerPhone: z.string(),
  /**
   * The orders that it pays or, for a refund, that it was taken from; orders of other branches are
   * left out.
   */
  orders: z.array(z.object({ _id: id, number: z.string() })),
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  /** The amount that was handed over, before change, in minor units; below zero for a refund. */
  tendered: z.int(),
  rate: z.string(),
  amountLAK: z.int(),
  freeLAK: z.int(),
  state: z.enum(paymentStates),
  /** Its movements in a drawer, less change; bank money has none. */
  inDrawer: z.array(sumIn),
  drawerName: z.string(),
  by: z.string(),
  decidedBy: z.string(),
  bank: z.string(),
  reference: z.string(),
  reason: z.string(),
});
export type PaymentRow = z.output<typeof paymentRow>;

const filters = {
  branchId: z.optional(id),
  drawerId: z.optional(id),
  /** The person who recorded it. */
  cashierId: z.optional(id),
  method: z.optional(z.enum(paymentMethods)),
  currency: z.optional(z.enum(priceCurrencies)),
  state: z.optional(z.enum(paymentStates)),
  /** Days in Vientiane, both included. */
  from: z.optional(optionalDate),
  to: z.optional(optionalDate),
  search: z._default(z.string().check(z.maxLength(80)), ''),
};

/**
 * GET `/payments`, newest first. A page has this many receipts, each with all its matching rows,
 * and `x-total-count` counts receipts; a payment without a receipt counts by itself. `search` finds
 * any text on a receipt: its number or that of an order, the end of either, payer and students,
 * phone, reference, sum.
 */
export const paymentsQuery = z.object({
  ...filters,
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  count: z._default(z.enum(['true', 'false', 'only']), 'true'),
  sort: z.optional(z.string().check(z.maxLength(0))),
});
export type PaymentsQuery = z.output<typeof paymentsQuery>;
export const paymentFilters = z.object(filters);
export type PaymentFilters = z.output<typeof paymentFilters>;

/**
 * The money received by one method in one currency, less refunds; cash as it lies in the drawers.
 */
const ofMethod = z.object({
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  amount: z.int(),
});

/**
 * GET `/payments/sums`: the sums of all rows that match these filters. Received as in
 * docs/figures.md, "Figure 15: received": confirmed less refunds, without openings.
 */
export const paymentSums = z.object({
  /** The payments that are in `receivedLAK`, and their receipts. */
  payments: z.int(),
  receipts: z.int(),
  /** Receipts, and payments that have none: the rows that a page counts. */
  units: z.int(),
  receivedLAK: z.int(),
  byMethod: z.array(ofMethod),
  /** The payments that are in none of the other sums. */
  pending: z.object({ count: z.int(), amountLAK: z.int() }),
  rejected: z.int(),
  voided: z.int(),
  openings: z.int(),
});
export type PaymentSums = z.output<typeof paymentSums>;
/** The answer: the sums, and whether the text finds more people than a search by name looks at. */
export const paymentListSums = z.extend(paymentSums, { morePeople: z.boolean() });
export type PaymentListSums = z.output<typeof paymentListSums>;

/**
 * GET `/payments/choices`: the drawers and cashiers by which a list of a branch can be filtered.
 */
export const paymentChoices = z.object({
  drawers: z.array(z.object({ _id: id, name: z.string() })),
  cashiers: z.array(z.object({ _id: id, name: z.string() })),
});
export type PaymentChoices = z.output<typeof paymentChoices>;
