import * as z from 'zod/mini';
import { date, id, optionalId } from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';
import { classResults } from './assessments.ts';
import { finding } from './enrolling.ts';
import { slot } from './timetable.ts';

/** The most places that are held in one write. */
export const MAX_CONTINUING = 500;

/**
 * Why the next course of a student is not certain, or why there is none. `drafts` are classes of
 * the next course that nobody has opened yet.
 */
export const continuingMarks = [
  ...(['undecided', 'noNextCourse', 'noClass', 'drafts', 'waits'] as const),
  /** A child of the same payer would be in class at the same hour, and is not today. */
  'sibling',
  /** The family gave up the seat that was held for it before. */
  'saidNo',
] as const;
export type ContinuingMark = (typeof continuingMarks)[number];

/** A class that continuing students can go to. */
export const continuingClass = z.object({
  _id: id,
  classCode: z.string(),
  branchId: id,
  courseId: id,
  courseName: z.object({ en: z.string(), lo: z.string() }),
  teacherId: z.nullable(id),
  slots: z.array(slot),
  startDate: date,
  capacity: z.int(),
  taken: z.int(),
});
export type ContinuingClass = z.output<typeof continuingClass>;

const chosenPlace = z.object({
  /** The place that goes on. */
  enrolmentId: id,
  /** The class of the next term; null leaves the student without a place. */
  toClassId: optionalId,
  /** Waits for a seat in that class. */
  waits: z._default(z.boolean(), false),
});
export type ChosenPlace = z.output<typeof chosenPlace>;

export const continuingRow = z.extend(chosenPlace, {
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  fromClassId: id,
  fromClassCode: z.string(),
  result: z.nullable(z.enum(classResults)),
  /** The next course; null after the last one. */
  courseId: z.nullable(id),
  /** The family owes money; it is marked, not left out. */
  owes: z.boolean(),
  marks: z.array(z.enum(continuingMarks)),
  findings: z.array(finding),
});
export type ContinuingRow = z.output<typeof continuingRow>;

/**
 * POST `/academic-terms/{id}/continuing/preview`: where the students of another term go on in this
 * one. Rows that are sent stand for what somebody has chosen; the others are proposed.
 */
export const continuingPreviewInput = z.object({
  fromTermId: id,
  branchId: id,
  rows: z._default(z.array(chosenPlace).check(z.maxLength(MAX_CONTINUING)), []),
});
export type ContinuingPreviewInput = z.output<typeof continuingPreviewInput>;
export const continuingPreview = z.object({
  rows: z.array(continuingRow),
  classes: z.array(continuingClass),
  /** Students of that term who have a place in this one already. */
  placed: z.int(),
});
export type ContinuingPreview = z.output<typeof continuingPreview>;

/** POST `/academic-terms/{id}/continuing`: holds the seats, all or none. */
export const continuingInput = z.object({
  fromTermId: id,
  branchId: id,
  /** The last day of the hold, at most the first day of each class. */
  until: date,
  rows: z.array(chosenPlace).check(z.minLength(1), z.maxLength(MAX_CONTINUING)),
});
export type ContinuingInput = z.output<typeof continuingInput>;
export const continuingHeld = z.object({ held: z.int(), waiting: z.int() });
export type ContinuingHeld = z.output<typeof continuingHeld>;

/**
 * POST `/academic-terms/{id}/continuing/undo` and `…/undo/preview`: takes back the held places that
 * nobody has answered or paid for, and names those that stay.
 */
export const continuingUndoInput = z.object({ fromTermId: id, branchId: id });
export type ContinuingUndoInput = z.output<typeof continuingUndoInput>;
export const continuingUndo = z.object({
  places: z.int(),
  keptCount: z.int(),
  kept: z.array(
    z.object({
      studentCode: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      why: z.enum(['answered', 'used']),
    }),
  ),
});
export type ContinuingUndo = z.output<typeof continuingUndo>;

/** True if a row cannot be written as it is: seats, doubles, clashes and closed classes. */
export const isRefused = ({ findings }: Pick<ContinuingRow, 'findings'>): boolean =>
  findings.some(({ weight }) => weight !== 'warn');
