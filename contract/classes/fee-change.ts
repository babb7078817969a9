import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { feeBases } from '#contract/courses/course-fees.ts';
import { amount, id, text, version } from '#contract/fields.ts';

// Another fee for the remaining sessions of a place: one line takes back the rest, and a line of
// the new fee replaces it on the same order. A mere adjustment would leave the old price in
// everything that is later computed from the line.

/**
 * GET `/enrolments/{id}/fee-change`: the fees that may be chosen, and the effect of the chosen one.
 */
export const feeChangeQuery = z.object({ feeId: z.optional(id) });
export const feeChange = z.object({
  fees: z.array(
    z.object({
      feeId: id,
      name: z.string(),
      priceCategory: z.string(),
      amount,
      currency: z.enum(priceCurrencies),
      basis: z.enum(feeBases),
      isCurrent: z.boolean(),
    }),
  ),
  /** Null before a fee is chosen. */
  change: z.nullable(
    z.object({
      /** Sessions that are left, of those bought. */
      left: z.int(),
      bought: z.int(),
      /** The remaining value at the old price and at the new one, with its discounts. */
      oldLAK: z.int(),
      newLAK: z.int(),
      /** Above 0 it is owed from now on. */
      differenceLAK: z.int(),
      /** If the difference is below 0: the part of it that becomes credit, because it is paid. */
      freedLAK: z.int(),
      /** The part of that which a slip has paid; it is credit once the slip is verified. */
      freedPendingLAK: z.int(),
    }),
  ),
});
export type FeeChange = z.output<typeof feeChange>;

/** POST `/enrolments/{id}/fee-change`; right `orders:adjust`. */
export const feeChangeInput = z.object({
  version,
  feeId: id,
  reason: text(200),
  /** The difference, as the screen showed it. */
  expectedDifference: z.int(),
});
export type FeeChangeInput = z.output<typeof feeChangeInput>;
