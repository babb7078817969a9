import * as z from 'zod/mini';
import { date, id, timestamp } from '#contract/fields.ts';
import { paymentRow } from './payment-rows.ts';
import { receiptKinds } from './payments.ts';

/** The payment that refunded this one, or that this one refunds. */
const beside = z.object({ _id: id, receiptNumber: z.string(), at: timestamp, amountLAK: z.int() });

/** GET `/payments/{id}`: everything about one payment. */
export const paymentPage = z.extend(paymentRow, {
  recordedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  voidedAt: z.nullable(timestamp),
  voidedBy: z.string(),
  receipt: z.nullable(
    z.object({
      kind: z.enum(receiptKinds),
      check: z.string(),
      day: date,
      /** True for the receipt of the visit itself, which is voided only with its order. */
      isOfVisit: z.boolean(),
    }),
  ),
  /** The amounts that it pays of orders now; an order of another branch has no number here. */
  given: z.array(z.object({ orderId: id, number: z.nullable(z.string()), amountLAK: z.int() })),
  /** Its refunds; for a refund, the payments it was taken from. */
  refunds: z.array(beside),
  refundOf: z.array(beside),
  /**
   * The amount that can be refunded here: its free money, and its allocations to orders of its
   * branch.
   */
  leftLAK: z.int(),
  /**
   * The amount of its foreign cash that can go back as such, in minor units; 0 for kip or bank
   * money.
   */
  leftForeign: z.int(),
  /** All free money of its payer, in every branch. */
  creditLAK: z.int(),
});
export type PaymentPage = z.output<typeof paymentPage>;
