import * as z from 'zod/mini';
import { academicTermsList } from './academic-terms-list.ts';
import {
  date,
  id,
  name,
  optionalDate,
  shortCode,
  timestamp,
  text,
  version,
} from '#contract/fields.ts';
import { daysOfRange } from './holiday-ranges.ts';
import { resource } from '#contract/resource.ts';
import { MAX_TERM_DAYS, spanUpTo } from '#contract/dates.ts';

/**
 * docs/domain.md, "Academic terms". `open` takes enrolments, `running` is under way, `closed`
 * allows no changes of attendance and results.
 */
export const termStatuses = ['draft', 'open', 'running', 'closed', 'archived'] as const;
export type TermStatus = (typeof termStatuses)[number];
export const MAX_HOLIDAYS = 60;
/** The days of all holidays of a term together. */
export const MAX_HOLIDAY_DAYS = 366;

/** A day on which no class meets. */
export const holiday = z.object({ date, name });
export type Holiday = z.output<typeof holiday>;

/** Holidays as they are entered: one day, or the days from `date` to `until`. */
const holidayEntry = z.object({ date, until: optionalDate, name });

const holidayEntries = z
  .array(holidayEntry)
  .check(z.maxLength(MAX_HOLIDAYS), ({ value, issues }) => {
    const seen = new Set<string>();
    for (const [at, entry] of value.entries()) {
      const fail = (field: 'date' | 'until', message: string) =>
        issues.push({ code: 'custom', input: value, path: [at, field], message });
      if (entry.until !== null && entry.until < entry.date) fail('until', 'datesTurned');
      const days = daysOfRange(entry);
      if (days.some((day) => seen.has(day))) fail('date', 'dayTwice');
      for (const day of days) seen.add(day);
      if (seen.size > MAX_HOLIDAY_DAYS) fail('until', `spanTooLong:${MAX_HOLIDAY_DAYS}`);
    }
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
});

export const academicTermInput = z
  .extend(academicTermFields, { holidays: z._default(holidayEntries, []) })
  .check(
    z.refine(isOrdered, { path: ['endDate'], error: 'datesTurned' }),
    z.refine(isWindow, { path: ['enrolTo'], error: 'datesTurned' }),
    spanUpTo(MAX_TERM_DAYS, 'startDate', 'endDate'),
  );

/** Only new input is checked, so that a term from before a rule can still be read. */
export const academicTerm = z.extend(academicTermFields, {
  /** Every single day, in the order of time. */
  holidays: z.array(holiday),
  _id: id,
  status: z.enum(termStatuses),
  /** The last day on which a superadmin keeps it the current term, whatever the calendar says. */
  currentUntil: z.nullable(date),
  /**
   * The day from which new students enrol for it; for some weeks of each year that is the term
   * after the current one.
   */
  defaultFrom: z.nullable(date),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const academicTerms = resource(academicTermsList, {
  row: academicTerm,
  input: academicTermInput,
});

export type AcademicTerm = z.output<typeof academicTerm>;
export type AcademicTermInput = z.output<typeof academicTermInput>;
