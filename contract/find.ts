import * as z from 'zod/mini';
import { id } from './fields.ts';

/** What the finder finds on the server, in the order in which it is shown. */
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

/** One letter would find everybody. */
export const MIN_FIND = 2;
/** So many of each kind: whoever needs more goes to the list. */
export const MOST_FOUND = 5;

/** GET `/find?q=`: records with every word of `q`, of what the person may read in their branch. */
export const findQuery = z.object({ q: z.string().check(z.minLength(MIN_FIND), z.maxLength(80)) });

export const found = z.object({
  kind: z.enum(foundKinds),
  _id: id,
  /**
   * A person, a course of a class, who pays, a product; in Latin letters where that is known, else
   * empty.
   */
  name: z.string(),
  nameEn: z.string(),
  /** The code, the number on the paper, or what is scanned; empty for a parent. */
  code: z.string(),
  /** A nickname, or the day of a paper. */
  detail: z.string(),
  phone: z.string(),
  /** What is owed of an order, what a receipt is about. */
  sumLAK: z.nullable(z.int()),
  /** Who pays for this person, as far as that is known: a guardian, or the person. */
  payerId: z.optional(id),
});
export type Found = z.output<typeof found>;
