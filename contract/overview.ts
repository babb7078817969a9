import * as z from 'zod/mini';
import { balanceAges } from './balance-ages.ts';
import { priceCurrencies } from './currencies.ts';
import { date, id, stamp } from './fields.ts';
import { firstSteps, queueKinds } from './overview-parts.ts';
import { tenderMethods } from './payments.ts';

/** Of one branch; or of all where the person sees all and names none. */
export const overviewQuery = z.object({ branchId: z.optional(id) });

/** One thing that waits for somebody. What a field means depends on the kind. */
export const queueRow = z.object({
  /** Of what its button opens, where that is one record. */
  _id: z.string(),
  kind: z.enum(queueKinds),
  branchId: z.nullable(id),
  branchCode: z.string(),
  /** When it ends, or since when it waits. */
  at: z.nullable(stamp),
  /** A person, a product, a course, or a drawer. */
  name: z.string(),
  nameLo: z.string(),
  /** The number or code that people call it by. */
  code: z.string(),
  /**
   * What else helps to decide: a phone, a teacher, a place; and as it is written in Lao, where that
   * differs.
   */
  detail: z.string(),
  detailLo: z.string(),
  amountLAK: z.nullable(z.int()),
  /** How many there are, and of how many. */
  n: z.nullable(z.int()),
  of: z.nullable(z.int()),
  /** Of the record that it stands on, where `_id` is a part of it: a class, a parent. */
  toId: z.nullable(z.string()),
  /** Whether the asker does it; else it waits for somebody else. */
  mayAct: z.boolean(),
});
export type QueueRow = z.output<typeof queueRow>;

export const queueAnswer = z.object({
  rows: z.array(queueRow),
  /**
   * How many rows each kind has, also those that are not listed; a kind without rows is left out.
   */
  counts: z.partialRecord(z.enum(queueKinds), z.int()),
  total: z.int(),
});
export type QueueAnswer = z.output<typeof queueAnswer>;

/** What was received today: figure 15 by method and currency. */
export const moneyToday = z.object({
  day: date,
  rows: z.array(
    z.object({ method: z.enum(tenderMethods), currency: z.enum(priceCurrencies), amount: z.int() }),
  ),
  receivedLAK: z.int(),
  payments: z.int(),
  isClosed: z.boolean(),
});
export type MoneyToday = z.output<typeof moneyToday>;

/** Figures 16 and 19 as they are now. */
export const receivablesNow = z.object({
  ages: z.record(z.enum(balanceAges), z.int()),
  owedLAK: z.int(),
  overdueLAK: z.int(),
  overdueFamilies: z.int(),
  toVerify: z.object({ count: z.int(), sumLAK: z.int() }),
});
export type ReceivablesNow = z.output<typeof receivablesNow>;

/** Figure 6 by course, of the classes that enrol and have not ended. */
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
 * The places that began in the week from this Monday on: each once, when it first became active.
 */
export const enrolmentWeek = z.object({ monday: date, places: z.int() });
export type EnrolmentWeek = z.output<typeof enrolmentWeek>;

/** Which of the first steps are done. */
export const stepsDone = z.record(z.enum(firstSteps), z.boolean());
export type StepsDone = z.output<typeof stepsDone>;
