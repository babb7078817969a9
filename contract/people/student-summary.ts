import * as z from 'zod/mini';
import { attendanceCounts, attendanceStatuses } from '#contract/classes/attendance.ts';
import { slot } from '#contract/classes/timetable.ts';
import { enrolmentStatuses } from '#contract/classes/enrolments.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { orderStates } from '#contract/orders/orders.ts';
import { paymentMethods, paymentStates } from '#contract/orders/payments.ts';

/** A class that the student is in or waits for, with the progress so far. */
const classNow = z.object({
  _id: id,
  enrolmentId: id,
  classCode: z.string(),
  courseEn: z.string(),
  courseLo: z.string(),
  status: z.enum(enrolmentStatuses),
  slots: z.array(slot),
  attendance: attendanceCounts,
  /** The newest assessment with a score of theirs. */
  lastScore: z.nullable(z.object({ name: z.string(), score: z.number(), maxScore: z.number() })),
});

/** A guardian, or the student, with a debt or credit in the branch. */
const payer = z.object({
  _id: id,
  name: z.string(),
  nameEn: z.string(),
  owedLAK: z.int(),
  creditLAK: z.int(),
});

/** The newest scores that are in the summary. */
export const SCORES_LENGTH = 50;

const courseNames = { courseEn: z.string(), courseLo: z.string() };

/** The next lesson of the classes that the student is in. */
const nextLesson = z.object({
  ...courseNames,
  classId: id,
  date,
  start: z.string(),
  room: z.string(),
  teacher: z.nullable(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      firstNameEn: z.string(),
      lastNameEn: z.string(),
    }),
  ),
});

/** At most so many of each kind are in the timeline. */
export const TIMELINE_LENGTH = 12;

/** What happened, newest first. Money is left out for people who may not see it. */
const happening = z.discriminatedUnion('kind', [
  z.object({
    ...courseNames,
    kind: z.literal('lesson'),
    _id: id,
    at: timestamp,
    status: z.enum(attendanceStatuses),
  }),
  z.object({
    ...courseNames,
    kind: z.literal('place'),
    _id: id,
    at: timestamp,
    status: z.enum(enrolmentStatuses),
    classCode: z.string(),
  }),
  z.object({
    kind: z.literal('order'),
    _id: id,
    at: timestamp,
    state: z.enum(orderStates),
    number: z.string(),
    nameEn: z.string(),
    nameLo: z.string(),
    totalLAK: z.int(),
  }),
  z.object({
    kind: z.literal('payment'),
    _id: id,
    at: timestamp,
    state: z.enum(paymentStates),
    method: z.enum(paymentMethods),
    amountLAK: z.int(),
  }),
]);
export type StudentHappening = z.output<typeof happening>;

/** A score in any class of the student, drafts of assessments left out. */
const scoreOf = z.object({
  ...courseNames,
  _id: id,
  enrolmentId: id,
  classCode: z.string(),
  name: z.string(),
  date: z.nullable(date),
  score: z.number(),
  maxScore: z.number(),
});

/** GET `/students/{id}/summary`: a student at a glance, for the desk. */
export const studentSummary = z.object({
  classes: z.array(classNow),
  next: z.nullable(nextLesson),
  timeline: z.array(happening),
  /** Newest first. */
  scores: z.array(scoreOf),
  /** Empty for people who may not see accounts of families. */
  payers: z.array(payer),
});
export type StudentSummary = z.output<typeof studentSummary>;
