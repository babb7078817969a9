import * as z from 'zod/mini';
import { timestamp } from '#contract/fields.ts';

// GET `/books`: the differences that the last comparison of every stored sum with its rows found.
// POST `/books/check` compares now and reports its progress.

export const books = {
  name: 'books',
  path: '/books',
  read: 'books:read',
  write: 'books:check',
} as const;

const difference = z.object({ check: z.string(), where: z.string(), detail: z.string() });

export const booksRun = z.object({
  checkedAt: timestamp,
  /** The number of compared orders. */
  orders: z.int(),
  /** The number of differences in the whole centre. */
  differences: z.int(),
  /** The first fifty of the branches that the user sees. */
  found: z.array(difference),
  /** The nightly run, or the user who started it. */
  by: z.string(),
});
export type BooksRun = z.output<typeof booksRun>;

/** The latest runs, newest first; none before the first night. */
export const booksRuns = z.array(booksRun);

/** The number of completed steps. */
export type BooksProgress = { done: number; total: number };
