import * as z from 'zod/mini';
import { date, id, timestamp } from '#contract/fields.ts';
import { termStatuses } from '#contract/courses/academic-terms.ts';

/** GET `/year-close?year=`: what is done and what is left at the end of a year. */
export const yearClose = { path: '/year-close', read: 'overview:read' } as const;

export const yearCloseQuery = z.object({
  year: z.coerce.number().check(z.int(), z.gte(2000), z.lte(2098)),
});

/** The series of papers, each with its own numbers of a year. */
export const paperSeries = ['order', 'opening', 'receipt'] as const;

const series = z.object({
  kind: z.enum(paperSeries),
  last: z.int(),
  /** Numbers that are on no paper, with the reason that is kept for them. */
  gaps: z.array(z.object({ first: z.int(), last: z.int(), reason: z.string() })),
  /** The last number of the next year; 0 before its first one. */
  nextLast: z.int(),
});

const branchClose = z.object({
  _id: id,
  code: z.string(),
  branchName: z.string(),
  branchNameLo: z.string(),
  /** The last closed day of the year; null if none is. */
  closedDay: z.nullable(date),
  /** Days of the year with business that are still open. */
  openDays: z.int(),
  series: z.array(series),
  /** The chain of receipts at the end of the year: how many, and the hash of the last one. */
  chain: z.object({ length: z.int(), head: z.string() }),
  /**
   * Active students who have had no place for 12 months, and the first of them by code: as many as
   * can get another status at once.
   */
  idle: z.object({
    count: z.int(),
    first: z.array(z.object({ _id: id, studentCode: z.string(), name: z.string() })),
  }),
});

export const yearCloseAnswer = z.object({
  year: z.int(),
  /** The last day of the year has passed. */
  isOver: z.boolean(),
  branches: z.array(branchClose),
  /** Terms that end in the year, with past sessions without attendance and scores not locked. */
  terms: z.array(
    z.object({
      _id: id,
      name: z.string(),
      status: z.enum(termStatuses),
      missing: z.int(),
      unlocked: z.int(),
    }),
  ),
  /** Of the whole centre, for a superadmin alone; each moment is after the end of the year. */
  centre: z.nullable(
    z.object({
      books: z.nullable(z.object({ checkedAt: timestamp, differences: z.int() })),
      exportedAt: z.nullable(timestamp),
      backedUpAt: z.nullable(timestamp),
    }),
  ),
});
export type YearClose = z.output<typeof yearCloseAnswer>;
export type BranchClose = YearClose['branches'][number];
