import * as z from 'zod/mini';
import { academicTerms as list } from '#contract/lists/academic-terms.ts';
import { date, id, name, optionalDate, shortCode, timestamp, text, version } from './fields.ts';
import { resource } from './resource.ts';
import { MAX_TERM_DAYS, spanUpTo } from './spans.ts';

/**
 * docs/domain.md, "Academic terms". `open` takes enrolments, `running` is under way, `closed`
 * allows no changes of attendance and results.
 */
export const termStatuses = ['draft', 'open', 'running', 'closed', 'archived'] as const;
export type TermStatus = (typeof termStatuses)[number];
export const MAX_HOLIDAYS = 60;

/** A day on which no class meets. */
export const holiday = z.object({ date, name });
export type Holiday = z.output<typeof holiday>;

const holidays = z.array(holiday).check(z.maxLength(MAX_HOLIDAYS), ({ value, issues }) => {
  const index = value.findIndex(
    (one, at) => value.findIndex((other) => other.date === one.date) < at,
  );
  if (index >= 0)
    issues.push({ code: 'custom', input: value, path: [index, 'date'], message: 'dayTwice' });
});

const isOrdered = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  startDate <= endDate;
const isWindow = ({ enrolFrom, enrolTo }: { enrolFrom: string | null; enrolTo: string | null }) =>
  enrolFrom === null || enrolTo === null || enrolFrom <= enrolTo;

const academicTermFields = z.object({
  name,
  /** The part of a class's code that names its term, `T1-26`. */
  code: shortCode,
  /** The academic year in common notation: `2026` or `2026-2027`. */
  academicYear: text(20),
  startDate: date,
  endDate: date,
  /**
   * The days on which the desk takes enrolments for the term; empty as long as they are undecided.
   */
  enrolFrom: optionalDate,
  enrolTo: optionalDate,
  /** The branches that have this term; none means all of them. */
  branchIds: z._default(z.array(id).check(z.maxLength(50)), []),
  holidays: z._default(holidays, []),
});

export const academicTermInput = academicTermFields.check(
  z.refine(isOrdered, { path: ['endDate'], error: 'datesTurned' }),
  z.refine(isWindow, { path: ['enrolTo'], error: 'datesTurned' }),
  spanUpTo(MAX_TERM_DAYS, 'startDate', 'endDate'),
);

/** Only new input is checked, so that a term from before a rule can still be read. */
export const academicTerm = z.extend(academicTermFields, {
  _id: id,
  status: z.enum(termStatuses),
  /** The term that is taught now; the centre has at most one. */
  isCurrent: z.boolean(),
  /**
   * The term for which new students enrol; for some weeks of each year it is the one after the
   * current term.
   */
  isEnrolmentDefault: z.boolean(),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const academicTerms = resource(list, { row: academicTerm, input: academicTermInput });

export type AcademicTerm = z.output<typeof academicTerm>;
export type AcademicTermInput = z.output<typeof academicTermInput>;
