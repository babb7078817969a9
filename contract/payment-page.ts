import * as z from 'zod/mini';
import { date, id, stamp } from './fields.ts';
import { paymentRow } from './payment-rows.ts';
import { receiptKinds } from './payments.ts';

/** Another payment that this one was paid back by, or pays back. */
const beside = z.object({ _id: id, receiptNumber: z.string(), at: stamp, amountLAK: z.int() });

/** GET `/payments/{id}`: everything of one payment. */
export const paymentPage = z.extend(paymentRow, {
  recordedAt: stamp,
  decidedAt: z.nullable(stamp),
  voidedAt: z.nullable(stamp),
  voidedBy: z.string(),
  receipt: z.nullable(
    z.object({
      kind: z.enum(receiptKinds),
      check: z.string(),
      day: date,
      /** The receipt of the visit itself ends with its order. */ isOfVisit: z.boolean(),
    }),
  ),
  /** What it gives to orders now; one of another branch has no number here. */
  given: z.array(z.object({ orderId: id, number: z.nullable(z.string()), amountLAK: z.int() })),
  /** What went back of it, and of a refund the payments it was taken from. */
  refunds: z.array(beside),
  refundOf: z.array(beside),
  /** What can go back of it here: what is free, and what it gives to orders of its branch. */
  leftLAK: z.int(),
  /**
   * How much of its foreign cash can go back as such, in minor units; 0 where it came in kip or by
   * a bank.
   */
  leftForeign: z.int(),
  /** All free money of its payer, in every branch. */
  creditLAK: z.int(),
});
export type PaymentPage = z.output<typeof paymentPage>;
