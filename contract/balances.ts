import * as z from 'zod/mini';
import { balances as list } from '#contract/lists/balances.ts';
import { balanceAges, balanceFilters, reminderWays } from './balance-ages.ts';
import { amount, date, id, stamp } from './fields.ts';
import { resource } from './resource.ts';

const sumsByAge = z.record(z.enum(balanceAges), z.int());

/**
 * What one payer owes for confirmed orders of a branch, each part of a plan by the day it is due.
 */
export const balanceRow = z.object({
  /** Of the payer and the branch together. */
  _id: z.string(),
  branchId: id,
  kind: z.enum(['parent', 'student', 'walkIn']),
  /** Of the record that is left after merges; of a walk-in the order. */
  payerId: id,
  name: z.string(),
  /** Of a student, in Latin letters; may be empty. */
  nameEn: z.string(),
  /** E.164; empty if nobody has one. */
  phone: z.string(),
  owedLAK: z.int(),
  ages: sumsByAge,
  /** Days since the oldest open part was due; 0 or less where nothing is overdue. */
  daysLate: z.int(),
  /** The day on which the next part is due that is not overdue. */
  nextDueOn: z.nullable(date),
  /** Of these orders, what nobody has confirmed yet; it covers parts already. */
  pendingLAK: z.int(),
  /** What the family has free in every branch. */
  creditLAK: z.int(),
  orders: z.int(),
  /** The order whose open part is due first. */
  firstOrderId: id,
  remindedAt: z.nullable(stamp),
});

/** Balances are derived of orders; only that a family was reminded is written. */
export const balances = resource(list, { row: balanceRow, input: z.object({}) });

/**
 * GET `/balances`, the oldest first. `search` finds a family by name, phone, child or number of an
 * order.
 */
export const balancesQuery = z.extend(balances.query, {
  branchId: z.optional(id),
  age: z.optional(z.enum(balanceFilters)),
});

const ageSum = z.object({ sumLAK: z.int(), families: z.int() });

/** GET `/balances/sums`: what the families owe by age, and what those that the list has come to. */
export const balanceSums = z.object({
  ages: z.record(z.enum(balanceAges), ageSum),
  all: ageSum,
  /** Of the rows that the list with this age and search has. */
  found: z.object({ families: z.int(), owedLAK: z.int(), ages: sumsByAge }),
});
export const balanceSumsQuery = z.object({
  branchId: z.optional(id),
  search: z._default(z.string().check(z.maxLength(80)), ''),
  age: z.optional(z.enum(balanceFilters)),
});

/**
 * POST `/balances/reminders`: a family was told what it owes; the sum is what the screen showed.
 */
export const reminderInput = z.object({
  branchId: id,
  kind: z.enum(['parent', 'student', 'walkIn']),
  payerId: id,
  way: z.enum(reminderWays),
  owedLAK: amount,
});
export const reminder = z.object({ _id: id, at: stamp });

export type BalanceRow = z.output<typeof balanceRow>;
export type BalanceSums = z.output<typeof balanceSums>;
export type ReminderInput = z.output<typeof reminderInput>;
export type Reminder = z.output<typeof reminder>;
