import * as z from 'zod/mini';
import { classStatuses } from './classes.ts';
import { enrolmentChecks, enrolmentStatuses, enrolmentTypes } from './enrolments.ts';
import { date, id, optionalDate, optionalText, stamp, text, version } from './fields.ts';

/** As many people as one save puts into classes. */
export const MAX_ENROLLED_AT_ONCE = 200;
/** A board asks about every chosen student and every class it shows. */
export const MAX_CHECKED_AT_ONCE = 4000;
/** Why an enrolment that was taken back has ended. */
export const UNDONE = 'undone';
/** A save is taken back while it is fresh; later there is withdrawing, which keeps what happened. */
export const UNDO_MINUTES = 60;

/** How somebody comes into a class: for good, with a seat held for a while, or in the queue. */
export const entries = ['active', 'pending', 'waitlisted'] as const;
export type Entry = (typeof entries)[number];

const entryRow = z.object({ studentId: id, classId: id, as: z._default(z.enum(entries), 'active') });
export type EntryRow = z.output<typeof entryRow>;

/** What speaks against an enrolment, with what it takes to say why. */
export const finding = z.object({
  check: z.enum(enrolmentChecks),
  weight: z.enum(['block', 'override', 'warn']),
  /** The class that is in the way: of the same course, or at the same time. */
  classCode: z.optional(z.string()),
  /** When first. */
  date: z.optional(date),
  start: z.optional(z.string()),
  end: z.optional(z.string()),
  capacity: z.optional(z.int()),
  taken: z.optional(z.int()),
  age: z.optional(z.int()),
  minAge: z.optional(z.nullable(z.int())),
  maxAge: z.optional(z.nullable(z.int())),
  /** The course that comes before. */
  courseCode: z.optional(z.string()),
  classStatus: z.optional(z.enum(classStatuses)),
});
export type Finding = z.output<typeof finding>;

export const checkedRow = z.object({ studentId: id, classId: id, findings: z.array(finding) });
export type CheckedRow = z.output<typeof checkedRow>;

/** POST `/enrolments/check`: what speaks against each, in the order of the checks; nothing is changed. */
export const checkInput = z.object({
  rows: z.array(entryRow).check(z.minLength(1), z.maxLength(MAX_CHECKED_AT_ONCE)),
  /** Whether all of them are to be saved at once, so that each counts for those after it. */
  together: z._default(z.boolean(), false),
});

/** POST `/enrolments`: all of them or none; refused with a line for each that says why. Money comes with the desk: until then nothing is charged, with a reason. */
export const enrolInput = z.object({
  rows: z.array(entryRow).check(z.minLength(1), z.maxLength(MAX_ENROLLED_AT_ONCE)),
  type: z._default(z.enum(enrolmentTypes), 'regular'),
  /** Otherwise the first day of the class, or today when that is over. */
  startDate: optionalDate,
  noChargeReason: text(200),
  /** Past a full class or a clash; of an admin only. */
  overrideReason: optionalText(200),
  acceptWarnings: z._default(z.boolean(), false),
  note: optionalText(500),
});
export type EnrolInput = z.output<typeof enrolInput>;

export const enrolledRow = z.extend(checkedRow, {
  _id: id,
  version,
  status: z.enum(enrolmentStatuses),
  waitPosition: z.nullable(z.int()),
  seatHoldUntil: z.nullable(stamp),
  /** Of a student who was none before: the version of their record that says `active`. */
  studentVersion: z.nullable(version),
});
export type EnrolledRow = z.output<typeof enrolledRow>;
export const enrolled = z.object({ rows: z.array(enrolledRow) });

/** POST `/enrolments/undo`: what a save answered, taken back unless somebody has done something with it since. */
export const enrolUndo = z.object({
  rows: z
    .array(z.object({ _id: id, version, studentVersion: z._default(z.nullable(version), null) }))
    .check(z.minLength(1), z.maxLength(MAX_ENROLLED_AT_ONCE)),
});

const changes = ['activate', 'renewHold', 'suspend', 'resume', 'withdraw', 'cancel'] as const;
export type EnrolmentChange = (typeof changes)[number];
/** What needs a reason. */
const reasoned: readonly EnrolmentChange[] = ['suspend', 'withdraw', 'cancel'];

/** POST `/enrolments/{id}/change`. */
export const changeInput = z
  .object({
    change: z.enum(changes),
    version,
    reason: optionalText(200),
    /** The last day in class, of who is withdrawn. */
    lastDay: optionalDate,
    overrideReason: optionalText(200),
    acceptWarnings: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ change, reason }) => !reasoned.includes(change) || reason !== '', { path: ['reason'], error: 'reasonNeeded' }),
    z.refine(({ change, lastDay }) => change !== 'withdraw' || lastDay !== null, { path: ['lastDay'], error: 'required' }),
  );
export type ChangeInput = z.output<typeof changeInput>;

/** POST `/enrolments/{id}/restore`: takes back that somebody was withdrawn or removed; `version` is what that change answered. */
export const restoreInput = z.object({ version });

/** Whether a finding stands in the way of a save with these words. */
export function stands({ weight }: Finding, { mayOverride, overrideReason, acceptWarnings }: { mayOverride: boolean; overrideReason: string; acceptWarnings: boolean }): boolean {
  if (weight === 'block') return true;
  return weight === 'override' ? !(mayOverride && overrideReason !== '') : !acceptWarnings;
}
