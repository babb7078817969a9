import * as z from 'zod/mini';
import { date, id, name, optionalDate, shortCode, stamp, text, version } from './fields.ts';
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

export type AcademicTerm = z.output<typeof academicTerm>;
export type AcademicTermInput = z.output<typeof academicTermInput>;
