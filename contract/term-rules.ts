import * as z from 'zod/mini';
import { academicTerms, termStatuses, type AcademicTerm, type TermStatus } from './academic-terms.ts';
import { date, optionalText, version } from './fields.ts';

// What the lists and the choices of a term do not need.

/** Forward one step at a time; back one step with a reason, for somebody pressed too early. */
export const termSteps = {
  draft: ['open'],
  open: ['running', 'draft'],
  running: ['closed', 'open'],
  closed: ['archived', 'running'],
  archived: ['closed'],
} as const satisfies Record<TermStatus, readonly TermStatus[]>;

/** Whether a step of a term goes back, and so wants a reason. */
export const isStepBack = (from: TermStatus, to: TermStatus): boolean => termStatuses.indexOf(to) < termStatuses.indexOf(from);

/** POST `/academic-terms/{id}/status`. */
export const termStep = z.object({ version, status: z.enum(termStatuses), reason: optionalText(200) });
export type TermStep = z.output<typeof termStep>;

type Taught = Pick<AcademicTerm, 'academicYear' | 'startDate' | 'endDate' | 'branchIds'>;

/** The terms of the same year that are taught on some of the same days in some of the same branches. */
export function sameYearTerms<Term extends Taught & { _id: string }>(term: Taught, terms: readonly Term[], exceptId?: string): Term[] {
  const shareBranch = (other: Taught) =>
    other.branchIds.length === 0 || term.branchIds.length === 0 || other.branchIds.some((branchId) => term.branchIds.includes(branchId));
  const isSame = (other: Term) =>
    other._id !== exceptId &&
    other.academicYear === term.academicYear.trim() &&
    other.startDate <= term.endDate &&
    term.startDate <= other.endDate;
  return terms.filter((other) => isSame(other) && shareBranch(other));
}

export const termPointers = ['isCurrent', 'isEnrolmentDefault'] as const;
export type TermPointer = (typeof termPointers)[number];
/** In which a term can be the current one or the one for which people enrol. */
export const pointableStatuses = ['open', 'running'] as const satisfies readonly TermStatus[];
/** POST `/academic-terms/{id}/point`: the term that had the pointer loses it. */
export const termPoint = z.object({ pointer: z.enum(termPointers) });

const agreed = z._default(z.int().check(z.gte(0)), 0);
/**
 * PUT `/academic-terms/{id}`: how many sessions the person has agreed to cancel, because they would lie on a holiday, and
 * how many to bring back, because a holiday that had cancelled them is none any more.
 */
export const termReplace = z.extend(academicTerms.replaceInput, { confirmedSessions: agreed, confirmedReturns: agreed });
export type TermReplace = z.output<typeof termReplace>;

const someDays = z._default(z.string().check(z.regex(/^(\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d){0,59})?$/)), '');
/** GET `/academic-terms/{id}/sessions?days=&gone=`: what new holidays on some days would do, and the end of those on others. */
export const holidaySessionsQuery = z.object({ days: someDays, gone: someDays });
export const holidaySessions = z.object({
  /** Sessions that would be cancelled. */
  planned: z.int(),
  /** Sessions of which attendance was taken; they stay. */
  held: z.int(),
  /** Sessions that the holidays which go had cancelled, and which would come back. */
  returning: z.int(),
  /** Those of them that would clash and stay away: the class and the day. */
  staying: z.array(z.object({ classCode: z.string(), date })),
});
export type HolidaySessions = z.output<typeof holidaySessions>;
