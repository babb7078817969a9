import * as z from 'zod/mini';
import { stamp } from './fields.ts';

// GET `/books`: what the last comparison of every stored sum with its rows found. POST
// `/books/check` compares now and tells how far it is.

export const books = {
  name: 'books',
  path: '/books',
  read: 'books:read',
  write: 'books:check',
} as const;

const difference = z.object({ check: z.string(), where: z.string(), detail: z.string() });

export const booksRun = z.object({
  checkedAt: stamp,
  /** So many orders were compared. */
  orders: z.int(),
  /** Of the whole centre. */
  differences: z.int(),
  /** Those of the branches that the reader sees, the first fifty. */
  found: z.array(difference),
  /** The nightly run, or somebody. */
  by: z.string(),
});
export type BooksRun = z.output<typeof booksRun>;

/** The last runs, the newest first; none before the first night. */
export const booksRuns = z.array(booksRun);

/** How many of the steps are done. */
export type BooksProgress = { done: number; total: number };
