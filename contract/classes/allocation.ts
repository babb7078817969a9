import * as z from 'zod/mini';
import { clash } from './class-clashes.ts';
import { id, optionalText, timestamp, version } from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';
import { studentStatuses } from '#contract/people/student-words.ts';

/** The most students that a board shows; a search finds the others. */
export const MAX_UNPLACED = 200;
export const MAX_ASSIGNED_AT_ONCE = 50;

const age = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100)));

/**
 * GET `/enrolments/unplaced`: students of a branch who have no seat for good in any class of a
 * term.
 */
export const unplacedQuery = z.object({
  termId: id,
  branchId: z.optional(id),
  search: z._default(z.string().check(z.maxLength(80)), ''),
  /** The course they were in last. */
  lastCourseId: z.optional(id),
  minAge: age,
  maxAge: age,
});

/**
 * Students who wait or hold a seat come first, then by name. `x-total-count` counts all of them.
 */
export const unplacedStudent = z.object({
  _id: id,
  homeBranchId: id,
  studentCode: z.string(),
  ...calledName,
  dateOfBirth: z.nullable(z.string()),
  status: z.enum(studentStatuses),
  lastCourseId: z.nullable(id),
  /** The class they wait for in this term. */
  waits: z.nullable(
    z.object({
      status: z.enum(['pending', 'waitlisted']),
      classCode: z.string(),
      holdUntil: z.nullable(timestamp),
    }),
  ),
});
export type UnplacedStudent = z.output<typeof unplacedStudent>;

const assignment = z.object({ classId: id, teacherId: z.nullable(id) });
export type Assignment = z.output<typeof assignment>;

/**
 * The objections to giving a class to a teacher: other classes at the same time, or times at which
 * the teacher cannot come.
 */
export const checkedAssignment = z.extend(assignment, {
  clashes: z.array(clash),
  unavailable: z.boolean(),
});
export type CheckedAssignment = z.output<typeof checkedAssignment>;

/** POST `/classes/teachers/check`: nothing is changed. */
export const assignCheckInput = z.object({
  assignments: z.array(assignment).check(z.minLength(1), z.maxLength(500)),
});

/**
 * POST `/classes/teachers`: gives classes to teachers, or takes them away with `null`; all or none.
 * Meetings to come follow, except those with a substitute.
 */
export const assignInput = z.object({
  assignments: z
    .array(z.extend(assignment, { version }))
    .check(z.minLength(1), z.maxLength(MAX_ASSIGNED_AT_ONCE)),
  overrideReason: optionalText(200),
});
export type AssignInput = z.output<typeof assignInput>;

/** The changes that were saved; an undo sends their `before` and `version`. */
export const assigned = z.object({
  rows: z.array(z.extend(checkedAssignment, { before: z.nullable(id), version })),
});
export type Assigned = z.output<typeof assigned>;
