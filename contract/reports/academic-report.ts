import * as z from 'zod/mini';
import {
  assessmentTypes,
  classResults,
  gradeLetters,
  scoreValue,
} from '#contract/classes/assessments.ts';
import { attendanceCounts } from '#contract/classes/attendance.ts';
import { enrolmentStatuses } from '#contract/classes/enrolments.ts';
import { exportFormats } from './exports.ts';
import { date, id } from '#contract/fields.ts';
import { languages } from '#contract/language.ts';
import { calledName } from '#contract/people/people.ts';

// GET `/academic-report?termId=` answers the rows of docs/figures.md, "Figure 26: results", one for
// each student of each class of a term. Screens and files add these rows up, so that no figure
// differs from them.

const both = z.object({ en: z.string(), lo: z.string() });

export const academicQuery = z.object({ termId: id, branchId: z.optional(id) });
export type AcademicQuery = z.output<typeof academicQuery>;
export const academicExportQuery = z.extend(academicQuery, {
  format: z._default(z.enum(exportFormats), 'xlsx'),
  language: z._default(z.enum(languages), 'en'),
});

export const academicRow = z.object({
  enrolmentId: id,
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  branchId: id,
  classId: id,
  classCode: z.string(),
  courseId: id,
  course: both,
  status: z.enum(enrolmentStatuses),
  /** In percent, as on the page of the class. */
  average: z.nullable(z.number()),
  attendance: z.nullable(z.number()),
  grade: z.nullable(z.enum(gradeLetters)),
  proposed: z.nullable(z.enum(classResults)),
  /** The teacher's decision. */
  result: z.nullable(z.enum(classResults)),
  /**
   * The course in which the student may continue: the recommended one, else the next course after a
   * pass.
   */
  next: z.nullable(z.object({ courseId: id, name: both })),
  /** True if they already have a seat there or wait for one. */
  hasPlace: z.boolean(),
});
export type AcademicRow = z.output<typeof academicRow>;

/** GET `/report-cards`: every class of one student, or every student of one class. */
export const reportCardsQuery = z
  .object({ studentId: z.optional(id), classId: z.optional(id) })
  .check(
    z.refine(({ studentId, classId }) => (studentId === undefined) !== (classId === undefined), {
      path: ['studentId'],
      error: 'invalid',
    }),
  );
export type ReportCardsQuery = z.output<typeof reportCardsQuery>;

const cardScore = z.extend(scoreValue, {
  _id: id,
  name: z.string(),
  type: z.enum(assessmentTypes),
  maxScore: z.number(),
  weight: z.int(),
});

/** One class on a report card. */
export const cardClass = z.object({
  enrolmentId: id,
  term: z.string(),
  academicYear: z.string(),
  from: date,
  to: date,
  classCode: z.string(),
  course: both,
  level: z.string(),
  teacher: z.string(),
  status: z.enum(enrolmentStatuses),
  counts: attendanceCounts,
  attendance: z.nullable(z.number()),
  average: z.nullable(z.number()),
  grade: z.nullable(z.enum(gradeLetters)),
  result: z.nullable(z.enum(classResults)),
  comment: z.string(),
  next: z.nullable(both),
  scores: z.array(cardScore),
});
export type CardClass = z.output<typeof cardClass>;

export const reportCard = z.object({
  student: z.object({
    _id: id,
    studentCode: z.string(),
    ...calledName,
    dateOfBirth: z.nullable(date),
  }),
  centre: both,
  branch: both,
  classes: z.array(cardClass),
});
export type ReportCard = z.output<typeof reportCard>;
