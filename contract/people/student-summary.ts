import * as z from 'zod/mini';
import { attendanceCounts } from '#contract/classes/attendance.ts';
import { slot } from '#contract/classes/timetable.ts';
import { enrolmentStatuses } from '#contract/classes/enrolments.ts';
import { id } from '#contract/fields.ts';

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

/** GET `/students/{id}/summary`: a student at a glance, for the desk. */
export const studentSummary = z.object({
  classes: z.array(classNow),
  /** Empty for people who may not see accounts of families. */
  payers: z.array(payer),
});
export type StudentSummary = z.output<typeof studentSummary>;
