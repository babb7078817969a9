import * as z from 'zod/mini';
import { classStatuses } from './classes.ts';
import { enrolmentChecks, enrolmentStatuses, enrolmentTypes } from './enrolments.ts';
import {
  amount,
  date,
  id,
  optionalDate,
  optionalText,
  timestamp,
  version,
} from '#contract/fields.ts';
import { leavingSettlements } from '#contract/orders/value-left.ts';

/** The most students that one save enrols. */
export const MAX_ENROLLED_AT_ONCE = 200;
/** A board checks every chosen student against every class it shows. */
export const MAX_CHECKED_AT_ONCE = 4000;
/** The status reason of an enrolment that was undone. */
export const UNDONE = 'undone';
/**
 * An enrolment can be undone only for a short time; later a withdrawal ends it and keeps its
 * history.
 */
export const UNDO_MINUTES = 60;

/** The ways into a class: a confirmed seat, a seat held for a while, or the waiting list. */
export const entries = ['active', 'pending', 'waitlisted'] as const;
export type Entry = (typeof entries)[number];

const entryRow = z.object({
  studentId: id,
  classId: id,
  as: z._default(z.enum(entries), 'active'),
});
export type EntryRow = z.output<typeof entryRow>;

/** An objection to an enrolment, with the data to explain it. */
export const finding = z.object({
  check: z.enum(enrolmentChecks),
  weight: z.enum(['block', 'override', 'warn']),
  /** The conflicting class: of the same course, or at the same time. */
  classCode: z.optional(z.string()),
  /** The first time of the clash. */
  date: z.optional(date),
  start: z.optional(z.string()),
  end: z.optional(z.string()),
  capacity: z.optional(z.int()),
  taken: z.optional(z.int()),
  age: z.optional(z.int()),
  minAge: z.optional(z.nullable(z.int())),
  maxAge: z.optional(z.nullable(z.int())),
  /** The course before this one. */
  courseCode: z.optional(z.string()),
  classStatus: z.optional(z.enum(classStatuses)),
});
export type Finding = z.output<typeof finding>;

export const checkedRow = z.object({ studentId: id, classId: id, findings: z.array(finding) });
export type CheckedRow = z.output<typeof checkedRow>;

/**
 * POST `/enrolments/check`: the objections to each enrolment, in the order of the checks; changes
 * nothing.
 */
export const checkInput = z
  .object({
    rows: z.array(entryRow).check(z.minLength(1), z.maxLength(MAX_CHECKED_AT_ONCE)),
    /**
     * True if all of them are saved together, so that each counts for those after it; no more than
     * one save enrols.
     */
    together: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ rows, together }) => !together || rows.length <= MAX_ENROLLED_AT_ONCE, {
      path: ['rows'],
      error: `tooMany:${MAX_ENROLLED_AT_ONCE}`,
    }),
  );

/**
 * POST `/enrolments`: all or none; a refusal has a line with the reason for each. Boards hold seats
 * until the desk takes money; an unpaid `active` enrolment is free of charge, with a reason, and
 * needs the permission `enrolments:activate-unpaid`.
 */
export const enrolInput = z
  .object({
    rows: z.array(entryRow).check(z.minLength(1), z.maxLength(MAX_ENROLLED_AT_ONCE)),
    type: z._default(z.enum(enrolmentTypes), 'regular'),
    /** By default the first day of the class, or today if that day is over. */
    startDate: optionalDate,
    noChargeReason: optionalText(200),
    /** The reason to accept a full class or a clash; only an admin may give one. */
    overrideReason: optionalText(200),
    acceptWarnings: z._default(z.boolean(), false),
    note: optionalText(500),
  })
  .check(
    z.refine(
      ({ rows, noChargeReason }) =>
        noChargeReason !== '' || rows.every(({ as }) => as !== 'active'),
      { path: ['noChargeReason'], error: 'required' },
    ),
  );
export type EnrolInput = z.output<typeof enrolInput>;

export const enrolledRow = z.extend(checkedRow, {
  _id: id,
  version,
  status: z.enum(enrolmentStatuses),
  waitPosition: z.nullable(z.int()),
  holdUntil: z.nullable(timestamp),
  /**
   * For a student who became active with this enrolment: the version of their record with the
   * status `active`.
   */
  studentVersion: z.nullable(version),
});
export type EnrolledRow = z.output<typeof enrolledRow>;
export const enrolled = z.object({ rows: z.array(enrolledRow) });

/**
 * POST `/enrolments/undo`: undoes a save, given its answer, unless somebody has changed something
 * since.
 */
export const enrolUndo = z.object({
  rows: z
    .array(z.object({ _id: id, version, studentVersion: z._default(z.nullable(version), null) }))
    .check(z.minLength(1), z.maxLength(MAX_ENROLLED_AT_ONCE)),
});

const changes = [
  'activate',
  'renewHold',
  'offer',
  'suspend',
  'resume',
  'withdraw',
  'complete',
  'cancel',
] as const;
export type EnrolmentChange = (typeof changes)[number];
/**
 * Changes that end or pause an enrolment, and the one that resumes it; they need the permission
 * `enrolments:leave`.
 */
export const endingChanges: readonly EnrolmentChange[] = [
  'suspend',
  'resume',
  'withdraw',
  'complete',
  'cancel',
];
/**
 * The changes that need a reason. `activate` confirms a seat without money, which the desk bills
 * later.
 */
export const reasonedChanges: readonly EnrolmentChange[] = [
  'activate',
  'suspend',
  'withdraw',
  'cancel',
];

/**
 * POST `/enrolments/{id}/change`. `offer` holds a seat for the first student on the waiting list;
 * the position stays until the offer is taken or expires.
 */
export const changeInput = z
  .object({
    change: z.enum(changes),
    version,
    reason: optionalText(200),
    /** The last day in class of a student who withdraws. */
    lastDay: optionalDate,
    /**
     * The way of the remaining value of a charged enrolment; and that value, as the screen showed
     * it.
     */
    settlement: z._default(z.nullable(z.enum(leavingSettlements)), null),
    expectedValue: z._default(z.nullable(amount), null),
    overrideReason: optionalText(200),
    acceptWarnings: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ change, reason }) => !reasonedChanges.includes(change) || reason !== '', {
      path: ['reason'],
      error: 'reasonNeeded',
    }),
    z.refine(({ change, lastDay }) => change !== 'withdraw' || lastDay !== null, {
      path: ['lastDay'],
      error: 'required',
    }),
  );
export type ChangeInput = z.output<typeof changeInput>;

/**
 * POST `/enrolments/{id}/restore`: undoes a withdrawal or a removal; `version` is the one in the
 * answer of that change.
 */
export const restoreInput = z.object({ version });

/** True if a finding still prevents a save with these reasons. */
export function isBlocking(
  { weight }: Finding,
  {
    mayOverride,
    overrideReason,
    acceptWarnings,
  }: { mayOverride: boolean; overrideReason: string; acceptWarnings: boolean },
): boolean {
  if (weight === 'block') return true;
  return weight === 'override' ? !(mayOverride && overrideReason !== '') : !acceptWarnings;
}
