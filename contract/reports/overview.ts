import * as z from 'zod/mini';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { firstSteps, queueKinds } from './overview-parts.ts';
import { tenderMethods } from '#contract/orders/payments.ts';

/** One branch; all of them if the user sees all and names none. */
export const overviewQuery = z.object({ branchId: z.optional(id) });

/** One open task. The meaning of a field depends on the kind. */
export const queueRow = z.object({
  /** The id of the record that the button opens, if it is a single one. */
  _id: z.string(),
  kind: z.enum(queueKinds),
  branchId: z.nullable(id),
  branchCode: z.string(),
  /** The time at which it ends, or since which it waits. */
  at: z.nullable(timestamp),
  /** The name of a person, a product, a course or a drawer. */
  name: z.string(),
  nameLo: z.string(),
  /** The number or code by which people know it. */
  code: z.string(),
  /**
   * Further facts for the decision: a phone, a teacher, a seat; and their Lao form, if it differs.
   */
  detail: z.string(),
  detailLo: z.string(),
  amountLAK: z.nullable(z.int()),
  /** A count, and the total it is compared with. */
  n: z.nullable(z.int()),
  of: z.nullable(z.int()),
  /** Seats on hold, which are not in the count. */
  held: z.nullable(z.int()),
  /** The id of the record to open if `_id` is only a part of it: a class, a parent. */
  toId: z.nullable(z.string()),
  /** True if the user may do it; else it waits for somebody else. */
  mayAct: z.boolean(),
});
export type QueueRow = z.output<typeof queueRow>;

export const queueAnswer = z.object({
  rows: z.array(queueRow),
  /** The number of rows of each kind, including unlisted ones; a kind without rows is left out. */
  counts: z.partialRecord(z.enum(queueKinds), z.int()),
  total: z.int(),
});
export type QueueAnswer = z.output<typeof queueAnswer>;

/** The money received today: docs/figures.md, "Figure 15: received", by method and currency. */
export const moneyToday = z.object({
  day: date,
  rows: z.array(
    z.object({ method: z.enum(tenderMethods), currency: z.enum(priceCurrencies), amount: z.int() }),
  ),
  receivedLAK: z.int(),
  /** Received on each of the seven days before, the earliest first. */
  before: z.array(z.int()),
  /** Received on the same day of last week up to this time of day. */
  lastWeekLAK: z.int(),
  payments: z.int(),
  isClosed: z.boolean(),
});
export type MoneyToday = z.output<typeof moneyToday>;

/** docs/figures.md, "Figure 16: to verify" and "Figure 19: receivables by age", as of now. */
export const receivablesNow = z.object({
  ages: z.record(z.enum(balanceAges), z.int()),
  owedLAK: z.int(),
  overdueLAK: z.int(),
  overdueFamilies: z.int(),
  /** The overdue sum at the end of each of the seven days before, the earliest first. */
  overdueBefore: z.array(z.int()),
  toVerify: z.object({
    count: z.int(),
    sumLAK: z.int(),
    oldest: z.nullable(date),
    /** The sum at the end of each of the seven days before, the earliest first. */
    before: z.array(z.int()),
  }),
});
export type ReceivablesNow = z.output<typeof receivablesNow>;

/** docs/figures.md, "Figure 6: seats" by course, of classes that enrol and have not ended. */
export const courseSeats = z.object({
  courseId: id,
  code: z.string(),
  nameEn: z.string(),
  nameLo: z.string(),
  taken: z.int(),
  held: z.int(),
  capacity: z.int(),
});
export type CourseSeats = z.output<typeof courseSeats>;

/**
 * The enrolments that began in the week from this Monday: each once, when it first became active.
 */
export const enrolmentWeek = z.object({
  monday: date,
  places: z.int(),
  /** Those of them that began by this time of the week; of this week all. */
  upToNow: z.int(),
  /** Those of the week 52 weeks before. */
  lastYear: z.int(),
});
export type EnrolmentWeek = z.output<typeof enrolmentWeek>;

/** The first steps that are done. */
export const stepsDone = z.record(z.enum(firstSteps), z.boolean());
export type StepsDone = z.output<typeof stepsDone>;

/** The disk of the server; null if a database server keeps the data, or nobody can measure it. */
export const diskSpace = z.object({ freeBytes: z.nullable(z.int()), isLow: z.boolean() });
export type DiskSpace = z.output<typeof diskSpace>;
