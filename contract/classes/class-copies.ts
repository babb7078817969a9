import * as z from 'zod/mini';
import { date, id, timestamp } from '#contract/fields.ts';
import { MAX_CAPACITY } from './classes.ts';
import { slot } from './timetable.ts';

/** The most classes of one copy. */
export const MAX_COPIES = 500;

/** The cells of a copied class in which something may be wrong. */
export const copyCells = ['branch', 'course', 'days', 'fee', 'teacher', 'room'] as const;
/** What is wrong; a problem that blocks has to be mended before that class can be copied. */
export const copyProblems = {
  branchNotInTerm: true,
  courseClosed: true,
  noNextCourse: true,
  pastTermEnd: true,
  noMeetings: true,
  noFee: false,
  teacherLeft: true,
  assistantLeft: false,
  roomClosed: true,
  clash: true,
  copiedMeanwhile: true,
} as const;
export type CopyProblemKind = keyof typeof copyProblems;
const problemKinds = Object.keys(copyProblems) as [CopyProblemKind, ...CopyProblemKind[]];

const copyProblem = z.object({
  cell: z.enum(copyCells),
  kind: z.enum(problemKinds),
  /**
   * The last day that the course needs, who is needed twice, where and when, or the classes that
   * somebody else has copied from it.
   */
  detail: z.string(),
});
export type CopyProblem = z.output<typeof copyProblem>;

/** What somebody chose for one class: what is left out stays as the class has it. */
export const copyChange = z.object({
  classId: id,
  /** The group goes up to the next course. */
  goesUp: z._default(z.boolean(), false),
  /** The class ends with the term, before its course is complete. */
  endsWithTerm: z._default(z.boolean(), false),
  teacherId: z.optional(z.nullable(id)),
  roomId: z.optional(z.nullable(id)),
  capacity: z.optional(z.int().check(z.gte(1), z.lte(MAX_CAPACITY))),
  /** How many copies the person has seen; with more of them the class was copied meanwhile. */
  copiesSeen: z.optional(z.int().check(z.gte(0))),
});
export type CopyChange = z.output<typeof copyChange>;

/** A class as its copy would be. */
export const copyRow = z.object({
  classId: id,
  classCode: z.string(),
  branchId: id,
  goesUp: z.boolean(),
  endsWithTerm: z.boolean(),
  courseId: id,
  courseName: z.object({ en: z.string(), lo: z.string() }),
  startDate: z.nullable(date),
  endDate: z.nullable(date),
  sessions: z.int(),
  slots: z.array(slot),
  teacherId: z.nullable(id),
  roomId: z.nullable(id),
  capacity: z.int(),
  /** The classes of the new term that were copied from it before. */
  copies: z.array(z.string()),
  problems: z.array(copyProblem),
});
export type CopyRow = z.output<typeof copyRow>;

/**
 * POST `/academic-terms/{id}/copies/preview`: the classes of another term as they would be in this
 * one, with what is wrong in their cells.
 */
export const copyPreviewInput = z.object({
  fromTermId: id,
  branchId: z.optional(id),
  rows: z._default(z.array(copyChange).check(z.maxLength(MAX_COPIES)), []),
});
export type CopyPreviewInput = z.output<typeof copyPreviewInput>;
export const copyPreview = z.object({
  rows: z.array(copyRow),
  /** Earlier copies into this term that can still be undone, the latest first. */
  copies: z.array(z.object({ copyId: id, at: timestamp, classes: z.int() })),
  /** Drafts of this term by their copy, the latest first; null for those that somebody typed. */
  drafts: z.array(z.object({ copyId: z.nullable(id), at: timestamp, classes: z.int() })),
});
export type CopyPreview = z.output<typeof copyPreview>;

/**
 * POST `/academic-terms/{id}/copies`: adds the classes as drafts. A class with a problem that
 * blocks stays, and stops none of the others.
 */
export const copyInput = z.object({
  fromTermId: id,
  rows: z.array(copyChange).check(z.minLength(1), z.maxLength(MAX_COPIES)),
});
export type CopyInput = z.output<typeof copyInput>;
export const copied = z.object({
  copyId: id,
  added: z.array(z.object({ classId: id, newClassId: id, classCode: z.string() })),
  left: z.array(copyRow),
});
export type CopiedClasses = z.output<typeof copied>;

/**
 * POST `/academic-terms/{id}/copies/undo`: removes the drafts of a copy before their first place.
 */
export const copyUndo = z.object({ copyId: id });
export const copyUndone = z.object({ removed: z.int() });

/** What is wrong with a draft; a problem that blocks has to be mended before it can be opened. */
export const openProblems = {
  over: true,
  noMeetings: true,
  courseClosed: true,
  teacherLeft: true,
  roomClosed: true,
  noTeacher: false,
  noFee: false,
} as const;
export type OpenProblem = keyof typeof openProblems;
const openProblemKinds = Object.keys(openProblems) as [OpenProblem, ...OpenProblem[]];

const openRow = z.object({
  classId: id,
  classCode: z.string(),
  branchId: id,
  problems: z.array(z.enum(openProblemKinds)),
});
export type OpenRow = z.output<typeof openRow>;

/**
 * POST `/academic-terms/{id}/copies/open` and `…/open/preview`: the drafts of one copy, or with
 * null those that somebody typed. What cannot be opened stays a draft and stops none of the others.
 */
export const openCopiesInput = z.object({ copyId: z.nullable(id), branchId: z.optional(id) });
export type OpenCopiesInput = z.output<typeof openCopiesInput>;
export const openPreview = z.object({ rows: z.array(openRow) });
export type OpenPreview = z.output<typeof openPreview>;
export const opened = z.object({ opened: z.int(), left: z.array(openRow) });
export type OpenedClasses = z.output<typeof opened>;

/** True if a draft can be opened as it is. */
export const isOpenable = ({ problems }: Pick<OpenRow, 'problems'>): boolean =>
  problems.every((problem) => !openProblems[problem]);

/** True if the class can be copied as it is. */
export const isCopyable = ({ problems }: Pick<CopyRow, 'problems'>): boolean =>
  problems.every(({ kind }) => !copyProblems[kind]);
