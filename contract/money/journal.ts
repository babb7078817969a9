import * as z from 'zod/mini';
import { date, id, optionalText } from '#contract/fields.ts';
import { rangeUpTo } from '#contract/dates.ts';

// GET `/journal?from=&to=&branchId=`: all money movements by day and account, as double entry in
// kip. Debits are above 0.

export const journal = {
  name: 'journal',
  path: '/journal',
  read: 'journal:read',
  write: 'journal:write',
} as const;

/**
 * The accounts; those with a detail have one row for each currency, bank account, kind or other
 * branch. If `unearned` has a code, billed tuition with its discounts and corrections is deferred
 * there until its sessions are over; without a code nothing is posted there.
 */
export const journalAccounts = [
  'cash',
  'safe',
  'bank',
  'slips',
  'receivables',
  'between',
  'credits',
  'holds',
  'openings',
  'unearned',
  'tuition',
  'registration',
  'products',
  'discounts',
  'adjustments',
  'rounding',
  'overShort',
  'paidIn',
  'paidOut',
  'betweenDrawers',
  'settlements',
  'exchange',
] as const;
export type JournalAccount = (typeof journalAccounts)[number];

/** The longest range of a request, in days. */
export const MAX_JOURNAL_DAYS = 92;

export const journalQuery = z
  .object({ branchId: z.optional(id), from: date, to: date })
  .check(rangeUpTo(MAX_JOURNAL_DAYS));
export type JournalQuery = z.output<typeof journalQuery>;

export const journalRow = z.object({
  day: date,
  branchId: id,
  account: z.enum(journalAccounts),
  /** The name of a currency, a bank account, a kind of pay-out, or another branch; may be empty. */
  detail: z.string(),
  /** The accountant's code; empty until it is set. */
  code: z.string(),
  debitLAK: z.int(),
  creditLAK: z.int(),
  /** True while the day is still open. */
  isProvisional: z.boolean(),
});
export type JournalRow = z.output<typeof journalRow>;

/** GET and PUT `/journal/accounts`: the accountant's codes. */
export const accountCodes = z.object({
  codes: z.partialRecord(z.enum(journalAccounts), optionalText(20)),
});
export type AccountCodes = z.output<typeof accountCodes>;
