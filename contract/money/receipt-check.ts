import * as z from 'zod/mini';
import { id, timestamp } from '#contract/fields.ts';
import { receiptKinds } from '#contract/orders/payments.ts';

/**
 * The differences between a receipt and the books: `content` does not match its hash; `chain` is
 * not linked to the receipts around it; `row` does not match the rows of its money; `paper` has
 * another check code.
 */
export const receiptDifferences = ['content', 'chain', 'row', 'paper'] as const;
export type ReceiptDifference = (typeof receiptDifferences)[number];

/**
 * GET `/receipts?number=&check=`: a receipt of the user's branch, and whether the code on the paper
 * and the books agree.
 */
export const receiptQuery = z.object({
  number: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The eight letters on the paper; left out if only the number is known. */
  check: z._default(z.string().check(z.maxLength(8)), ''),
});

export const receiptCheck = z.object({
  _id: id,
  number: z.string(),
  branchId: id,
  kind: z.enum(receiptKinds),
  amountLAK: z.int(),
  at: timestamp,
  by: z.string(),
  check: z.string(),
  /** True if the paper's own code was compared, and not the number alone. */
  hasPaperCode: z.boolean(),
  /** Empty if paper and books agree. */
  differences: z.array(z.enum(receiptDifferences)),
  /** The orders that its money paid and the user may open, those of its branch first. */
  orders: z.array(z.object({ _id: id, number: z.string() })),
});
export type ReceiptCheck = z.output<typeof receiptCheck>;
