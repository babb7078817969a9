import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { id, optionalDate, stamp } from './fields.ts';
import { namedPayer } from './payer-name.ts';
import { paymentMethods, paymentStates } from './payments.ts';

const sumIn = z.object({ currency: z.enum(priceCurrencies), amount: z.int() });

/** One payment in a list. Rows of one receipt have its number and its moment. */
export const paymentRow = z.object({
  _id: id,
  /** When it counts: of its receipt, else when it was recorded. */
  at: stamp,
  receiptId: z.nullable(id),
  receiptNumber: z.string(),
  branchId: id,
  payerParentId: z.nullable(id),
  payerStudentId: z.nullable(id),
  /** A merged payer is called by the record that is left. */
  ...namedPayer,
  payerPhone: z.string(),
  /**
   * What it pays or, of a refund, what it was taken from; orders of other branches are left out.
   */
  orders: z.array(z.object({ _id: id, number: z.string() })),
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  /** As it was handed over, before change, in minor units; below zero where it went back. */
  tendered: z.int(),
  rate: z.string(),
  amountLAK: z.int(),
  freeLAK: z.int(),
  state: z.enum(paymentStates),
  /** What it moved in a drawer, change taken off; bank money moves none. */
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
  /** Who recorded it. */
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
 * GET `/payments`, newest first. A page is so many receipts with all their rows that are meant, and
 * `x-total-count` counts receipts; a payment without one counts by itself. `search` finds whatever
 * stands on a receipt: its number or that of an order, the end of either, who pays and for whom,
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

/** What came by one method in one currency, less what went back; cash as it lies in the drawers. */
const ofMethod = z.object({
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  amount: z.int(),
});

/**
 * GET `/payments/sums`: all rows that a list with these filters has. Received is figure 15:
 * confirmed less refunds, without openings.
 */
export const paymentSums = z.object({
  payments: z.int(),
  receipts: z.int(),
  /** Receipts, and payments that have none: what a page counts. */
  units: z.int(),
  receivedLAK: z.int(),
  byMethod: z.array(ofMethod),
  /** Not in the sums. */
  pending: z.object({ count: z.int(), amountLAK: z.int() }),
  voided: z.int(),
});
export type PaymentSums = z.output<typeof paymentSums>;

/** GET `/payments/choices`: what a list of a branch can be narrowed by. */
export const paymentChoices = z.object({
  drawers: z.array(z.object({ _id: id, name: z.string() })),
  cashiers: z.array(z.object({ _id: id, name: z.string() })),
});
export type PaymentChoices = z.output<typeof paymentChoices>;
