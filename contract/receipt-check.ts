import * as z from 'zod/mini';
import { id, stamp } from './fields.ts';
import { receiptKinds } from './payments.ts';

/**
 * Where a receipt and the books part: `content` is not what its hash was made of; `chain` is not
 * linked to the receipts around it; `row` is not what the rows of its money say; `paper` has
 * another check code.
 */
export const receiptDifferences = ['content', 'chain', 'row', 'paper'] as const;
export type ReceiptDifference = (typeof receiptDifferences)[number];

/**
 * GET `/receipts?number=&check=`: a receipt of the own branch, and whether what its paper's code
 * says and the books agree.
 */
export const receiptQuery = z.object({
  number: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The eight letters on the paper; left out where only the number is known. */
  check: z._default(z.string().check(z.maxLength(8)), ''),
});

export const receiptCheck = z.object({
  _id: id,
  number: z.string(),
  branchId: id,
  kind: z.enum(receiptKinds),
  amountLAK: z.int(),
  at: stamp,
  by: z.string(),
  check: z.string(),
  /** Whether the paper's own code was compared, or the number alone. */
  hasPaperCode: z.boolean(),
  /** Empty where paper and books agree. */
  differences: z.array(z.enum(receiptDifferences)),
  /** What its money paid. */
  orders: z.array(z.object({ _id: id, number: z.string() })),
});
export type ReceiptCheck = z.output<typeof receiptCheck>;
