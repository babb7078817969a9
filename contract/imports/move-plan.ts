import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { movingSheetKinds } from './moving-in.ts';

/** A branch by its code, which the same file may bring; null for what is of no single branch. */
const ofBranch = { branchId: z.nullable(id), branchCode: z.string() };

const plannedRows = z.object({
  kind: z.enum(movingSheetKinds),
  ...ofBranch,
  ready: z.int(),
  changed: z.int(),
  same: z.int(),
});
export type PlannedRows = z.output<typeof plannedRows>;

/** In kip, by the currency of the old book; stock at cost, by the currency of the cost. */
const plannedSums = z.object({
  ...ofBranch,
  currency: z.enum(priceCurrencies),
  owedLAK: z.int(),
  creditLAK: z.int(),
  /** What was paid for sessions that are still to come. */
  unearnedLAK: z.int(),
  pieces: z.int(),
  stockLAK: z.int(),
});
export type PlannedSums = z.output<typeof plannedSums>;

const rowsThatStay = z.object({
  /** Null for sheets that are left out. */
  kind: z.nullable(z.enum(movingSheetKinds)),
  problem: z.int(),
  waiting: z.int(),
  out: z.int(),
  /** What these rows say, as far as it could be read; null for sheets without sums. */
  owedLAK: z.nullable(z.int()),
  creditLAK: z.nullable(z.int()),
  /** Rows of money whose sum could not be read. */
  unread: z.int(),
});
export type RowsThatStay = z.output<typeof rowsThatStay>;

/** GET `/moves/{id}/plan`: what a run and the writing of the money would make, and what stays. */
export const movePlan = z.object({
  /** In the order in which the sheets come in. */
  rows: z.array(plannedRows),
  sums: z.array(plannedSums),
  /** Rows of money in a currency without a rate, which are in no sum. */
  withoutRate: z.int(),
  stays: z.array(rowsThatStay),
});
export type MovePlan = z.output<typeof movePlan>;
