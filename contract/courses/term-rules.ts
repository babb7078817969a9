import * as z from 'zod/mini';
import {
  academicTerms,
  MAX_HOLIDAY_DAYS,
  termStatuses,
  type AcademicTerm,
  type TermStatus,
} from './academic-terms.ts';
import { date, optionalDate, optionalText, version } from '#contract/fields.ts';

// Rules that the lists and choices of terms do not need, so they load without them.

/** Forward one step at a time; back one step with a reason, for a step that was taken too early. */
export const termSteps = {
  draft: ['open'],
  open: ['running', 'draft'],
  running: ['closed', 'open'],
  closed: ['archived', 'running'],
  archived: ['closed'],
} as const satisfies Record<TermStatus, readonly TermStatus[]>;

/** True if a step of a term goes back and therefore needs a reason. */
export const isStepBack = (from: TermStatus, to: TermStatus): boolean =>
  termStatuses.indexOf(to) < termStatuses.indexOf(from);

/** POST `/academic-terms/{id}/status`: moves a term one step. */
export const termStep = z.object({
  version,
  status: z.enum(termStatuses),
  reason: optionalText(200),
  /** With the step to `open`: the day from which the term is the default for enrolment. */
  defaultFrom: optionalDate,
});
export type TermStep = z.output<typeof termStep>;

type Taught = Pick<AcademicTerm, 'academicYear' | 'startDate' | 'endDate' | 'branchIds'>;

/**
 * The terms of the same year that are taught on some of the same days in some of the same branches.
 */
export function sameYearTerms<Term extends Taught & { _id: string }>(
  term: Taught,
  terms: readonly Term[],
  exceptId?: string,
): Term[] {
  const shareBranch = (other: Taught) =>
    other.branchIds.length === 0 ||
    term.branchIds.length === 0 ||
    other.branchIds.some((branchId) => term.branchIds.includes(branchId));
  const isSame = (other: Term) =>
    other._id !== exceptId &&
    other.academicYear === term.academicYear.trim() &&
    other.startDate <= term.endDate &&
    term.startDate <= other.endDate;
  return terms.filter((other) => isSame(other) && shareBranch(other));
}

export const termPointers = ['currentUntil', 'defaultFrom'] as const;
export type TermPointer = (typeof termPointers)[number];
/** Statuses in which a term can be the current one or the one for enrolment. */
export const pointableStatuses = ['open', 'running'] as const satisfies readonly TermStatus[];
/**
 * POST `/academic-terms/{id}/point`: keeps a term the current one until a day, or makes it the
 * default for enrolment from a day. Without a day the calendar decides again.
 */
export const termPoint = z.object({ pointer: z.enum(termPointers), day: optionalDate });
export type TermPoint = z.output<typeof termPoint>;

const agreed = z._default(z.int().check(z.gte(0)), 0);
/**
 * PUT `/academic-terms/{id}`: the number of sessions that the user agreed to cancel because they
 * are on a new holiday, and to restore because their holiday was removed.
 */
export const termReplace = z.extend(academicTerms.replaceInput, {
  confirmedSessions: agreed,
  confirmedReturns: agreed,
});
export type TermReplace = z.output<typeof termReplace>;

/** `2026-12-02,2026-12-03`: days in an address. */
const someDays = z._default(
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(MAX_HOLIDAY_DAYS * 11)),
      z.transform((written: string) => written.split(',').filter(Boolean)),
    ),
    z.array(date).check(z.maxLength(MAX_HOLIDAY_DAYS)),
  ),
  [],
);
/** GET `/academic-terms/{id}/sessions?days=&gone=`: the effect of adding and removing holidays. */
export const holidaySessionsQuery = z.object({ days: someDays, gone: someDays });
export const holidaySessions = z.object({
  /** Sessions that would be cancelled. */
  planned: z.int(),
  /** Sessions with attendance, which stay. */
  held: z.int(),
  /** Sessions that the removed holidays had cancelled, and that would be restored. */
  returning: z.int(),
  /** Those of them that would clash and stay cancelled: the class and the day. */
  staying: z.array(z.object({ classCode: z.string(), date })),
});
export type HolidaySessions = z.output<typeof holidaySessions>;
