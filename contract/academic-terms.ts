import * as z from 'zod/mini';
import { date, id, name, optionalDate, optionalText, shortCode, stamp, text, version } from './fields.ts';
import { resource } from './resource.ts';

/** Domain 1.5. `open` takes enrolments, `running` is under way, `closed` takes no changes of what was taught. */
export const termStatuses = ['draft', 'open', 'running', 'closed', 'archived'] as const;
export type TermStatus = (typeof termStatuses)[number];
export const MAX_HOLIDAYS = 60;

/** A day on which no class meets. */
export const holiday = z.object({ date, name });
export type Holiday = z.output<typeof holiday>;

const holidays = z.array(holiday).check(z.maxLength(MAX_HOLIDAYS), ({ value, issues }) => {
  const index = value.findIndex((one, at) => value.findIndex((other) => other.date === one.date) < at);
  if (index >= 0) issues.push({ code: 'custom', input: value, path: [index, 'date'], message: 'dayTwice' });
});

const isOrdered = ({ startDate, endDate }: { startDate: string; endDate: string }) => startDate <= endDate;
const isWindow = ({ enrolFrom, enrolTo }: { enrolFrom: string | null; enrolTo: string | null }) =>
  enrolFrom === null || enrolTo === null || enrolFrom <= enrolTo;

export const academicTermInput = z.object({
  name,
  /** The part of a class's code that names its term, `T1-26`. */
  code: shortCode,
  /** As people say it: `2026` or `2026-2027`. */
  academicYear: text(20),
  startDate: date,
  endDate: date,
  /** The days on which the desk takes enrolments for the term; empty for as long as it is open. */
  enrolFrom: optionalDate,
  enrolTo: optionalDate,
  /** The branches that have this term; none means all of them. */
  branchIds: z._default(z.array(id).check(z.maxLength(50)), []),
  holidays: z._default(holidays, []),
})
  .check(
    z.refine(isOrdered, { path: ['endDate'], error: 'datesTurned' }),
    z.refine(isWindow, { path: ['enrolTo'], error: 'datesTurned' }),
  );

export const academicTerm = z.extend(academicTermInput, {
  _id: id,
  status: z.enum(termStatuses),
  /** The term that is taught now; at most one of the centre. */
  isCurrent: z.boolean(),
  /** The term for which new students are enrolled; for weeks of each year another one than the current. */
  isEnrolmentDefault: z.boolean(),
  version,
  createdAt: stamp,
  updatedAt: stamp,
});

export const academicTerms = resource({
  name: 'academic-terms',
  row: academicTerm,
  input: academicTermInput,
  sort: ['code', 'name', 'academicYear', 'startDate', 'createdAt'],
  search: ['code', 'name', 'academicYear'],
  cache: 'all',
});

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

/** PUT `/academic-terms/{id}`: how many sessions the person has agreed to cancel, because they would lie on a holiday. */
export const termReplace = z.extend(academicTerms.replaceInput, { confirmedSessions: z._default(z.int().check(z.gte(0)), 0) });
export type TermReplace = z.output<typeof termReplace>;

/** GET `/academic-terms/{id}/sessions?days=`: what new holidays on these days would do. */
export const holidaySessionsQuery = z.object({ days: z.string().check(z.regex(/^\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d){0,59}$/)) });
export const holidaySessions = z.object({
  /** Sessions that would be cancelled. */
  planned: z.int(),
  /** Sessions of which attendance was taken; they stay. */
  held: z.int(),
});
export type HolidaySessions = z.output<typeof holidaySessions>;

export type AcademicTerm = z.output<typeof academicTerm>;
export type AcademicTermInput = z.output<typeof academicTermInput>;
