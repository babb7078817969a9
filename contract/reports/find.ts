import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';

/** The kinds of records that the server's search finds, in the order in which they are shown. */
export const foundKinds = [
  'parent',
  'student',
  'teacher',
  'class',
  'order',
  'receipt',
  'product',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** One letter would match everybody. */
export const MIN_FIND = 2;
/** The most rows of each kind; the lists show the rest. */
export const MOST_FOUND = 5;

/** GET `/find?q=`: records with every word of `q` that the user may read in their branch. */
export const findQuery = z.object({ q: z.string().check(z.minLength(MIN_FIND), z.maxLength(80)) });

export const found = z.object({
  kind: z.enum(foundKinds),
  _id: id,
  /**
   * A person, the course of a class, a payer or a product; in Latin letters if there are any, else
   * empty.
   */
  name: z.string(),
  nameEn: z.string(),
  /** The code, the number on the paper, or the barcode; empty for a parent. */
  code: z.string(),
  /** A nickname, or the date of a paper. */
  detail: z.string(),
  phone: z.string(),
  /** The amount owed for an order, or the amount of a receipt. */
  sumLAK: z.nullable(z.int()),
  /** The payer for this person, if known: a guardian, or the person. */
  payerId: z.optional(id),
});
export type Found = z.output<typeof found>;
