import * as z from 'zod/mini';
import { balancesList } from './balances-list.ts';
import { balanceAges, balanceFilters, reminderWays } from './balance-ages.ts';
import { amount, date, id, timestamp } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

const sumsByAge = z.record(z.enum(balanceAges), z.int());

/**
 * The amount that one payer owes for confirmed orders of a branch, each part of a plan by the day
 * it is due.
 */
export const balanceRow = z.object({
  /** The id of the payer and the branch together. */
  _id: z.string(),
  branchId: id,
  kind: z.enum(['parent', 'student', 'walkIn']),
  /** The id of the record that remains after merges; for a walk-in that of the order. */
  payerId: id,
  name: z.string(),
  /** The name of a student in Latin letters; may be empty. */
  nameEn: z.string(),
  /** E.164; empty if nobody has a phone. */
  phone: z.string(),
  owedLAK: z.int(),
  ages: sumsByAge,
  /** Days since the oldest open part was due; 0 or less if nothing is overdue. */
  daysLate: z.int(),
  /** The day on which the next part is due that is not overdue. */
  nextDueOn: z.nullable(date),
  /** The unconfirmed money of these orders; it covers parts already. */
  pendingLAK: z.int(),
  /** The family's credit in every branch. */
  creditLAK: z.int(),
  orders: z.int(),
  /** The order whose open part is due first. */
  firstOrderId: id,
  remindedAt: z.nullable(timestamp),
});

/** Balances are derived from orders; only reminders are written. */
export const balances = resource(balancesList, { row: balanceRow, input: z.object({}) });

/**
 * GET `/balances`, the oldest first. `search` finds a family by name, phone, child or order number.
 */
export const balancesQuery = z.extend(balances.query, {
  branchId: z.optional(id),
  age: z.optional(z.enum(balanceFilters)),
});

const ageSum = z.object({ sumLAK: z.int(), families: z.int() });

/** GET `/balances/sums`: the debts by age, and the sums of the families in the list. */
export const balanceSums = z.object({
  ages: z.record(z.enum(balanceAges), ageSum),
  all: ageSum,
  /** The sums of the rows that match the age and the search. */
  found: z.object({ families: z.int(), owedLAK: z.int(), ages: sumsByAge }),
});
export const balanceSumsQuery = z.object({
  branchId: z.optional(id),
  search: z._default(z.string().check(z.maxLength(80)), ''),
  age: z.optional(z.enum(balanceFilters)),
});

/**
 * POST `/balances/reminders`: a family was reminded of its debt; the sum is the one on the screen.
 */
export const reminderInput = z.object({
  branchId: id,
  kind: z.enum(['parent', 'student', 'walkIn']),
  payerId: id,
  way: z.enum(reminderWays),
  owedLAK: amount,
});
export const reminder = z.object({ _id: id, at: timestamp });

export type BalanceRow = z.output<typeof balanceRow>;
export type BalanceSums = z.output<typeof balanceSums>;
export type ReminderInput = z.output<typeof reminderInput>;
export type Reminder = z.output<typeof reminder>;
