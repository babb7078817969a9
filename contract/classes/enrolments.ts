import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { feeBases } from '#contract/courses/course-fees.ts';
import { date, id, timestamp, version } from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';

/** docs/domain.md, "States of an enrolment". `expired` is a pending one whose hold has ended. */
export const enrolmentStatuses = [
  'waitlisted',
  'pending',
  'active',
  'suspended',
  'completed',
  'transferred',
  'withdrawn',
  'cancelled',
  'expired',
] as const;
export type EnrolmentStatus = (typeof enrolmentStatuses)[number];
/**
 * With one of these statuses a student is in the class or waits for it, and cannot be enrolled in
 * it again.
 */
export const presentStatuses = [
  'waitlisted',
  'pending',
  'active',
  'suspended',
] as const satisfies readonly EnrolmentStatus[];
/** Statuses that take a seat; a pending one only until its hold ends. */
export const seatStatuses = [
  'pending',
  'active',
  'suspended',
] as const satisfies readonly EnrolmentStatus[];
export const enrolmentTypes = ['regular', 'trial', 'makeup'] as const;
export type EnrolmentType = (typeof enrolmentTypes)[number];

/** The checks before an enrolment, in this order. */
export const enrolmentChecks = [
  'alreadyInClass',
  'sameCourse',
  'seats',
  'timeClash',
  'age',
  'level',
  'debt',
  'classEnded',
] as const;
export type EnrolmentCheck = (typeof enrolmentChecks)[number];
/**
 * The weight of a failed check: it blocks, an admin may override it with a reason, or it only
 * warns.
 */
export const checkWeights = {
  alreadyInClass: 'block',
  sameCourse: 'warn',
  seats: 'override',
  timeClash: 'override',
  age: 'warn',
  level: 'warn',
  debt: 'warn',
  classEnded: 'block',
} as const satisfies Record<EnrolmentCheck, 'block' | 'override' | 'warn'>;

export const enrolment = z.object({
  _id: id,
  studentId: id,
  classId: id,
  branchId: id,
  termId: id,
  courseId: id,
  type: z.enum(enrolmentTypes),
  status: z.enum(enrolmentStatuses),
  startDate: date,
  endDate: z.nullable(date),
  feeId: z.nullable(id),
  /**
   * The price at the time of the enrolment, in minor units of the currency; later changes of the
   * fee do not change it.
   */
  price: z.int(),
  currency: z.enum(priceCurrencies),
  basis: z.nullable(z.enum(feeBases)),
  /** The reason why nothing is charged. */
  noChargeReason: z.string(),
  /**
   * True for an enrolment that is never charged: a trial, a make-up, or one that an admin gave free
   * of charge.
   */
  isFree: z.boolean(),
  holdUntil: z.nullable(timestamp),
  /** The last day on which the seat of a continuing student is held. */
  continuingUntil: z.nullable(date),
  /** The place of the term before that this one follows. */
  continuesId: z.nullable(id),
  /** The position on the waiting list, from 1. */
  waitPosition: z.nullable(z.int()),
  overrideReason: z.string(),
  note: z.string(),
  statusReason: z.string(),
  enrolledById: z.nullable(id),
  transferFromId: z.nullable(id),
  transferToId: z.nullable(id),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Enrolment = z.output<typeof enrolment>;

/**
 * One row of GET `/enrolments`, with the student's name and code. A pending one whose hold has
 * ended reads `expired`.
 */
export const enrolmentRow = z.extend(enrolment, {
  studentCode: z.string(),
  ...calledName,
  dateOfBirth: z.nullable(z.string()),
});
export type EnrolmentRow = z.output<typeof enrolmentRow>;

/**
 * GET `/enrolments`: the enrolments of a class, or of a student; by name, and the waiting list by
 * position.
 */
export const enrolments = {
  name: 'enrolments',
  path: '/enrolments',
  read: 'enrolments:read',
  write: 'enrolments:write',
} as const;

const oneStatus = enrolmentStatuses.join('|');
/**
 * A class or a student is required, because a term has tens of thousands of enrolments. Several
 * statuses are separated by commas.
 */
export const enrolmentsQuery = z
  .object({
    classId: z.optional(id),
    studentId: z.optional(id),
    termId: z.optional(id),
    status: z.optional(z.string().check(z.regex(new RegExp(`^(${oneStatus})(,(${oneStatus}))*$`)))),
  })
  .check(
    z.refine(({ classId, studentId }) => (classId ?? studentId) !== undefined, {
      path: ['classId'],
      error: 'required',
    }),
  );
export type EnrolmentsQuery = z.output<typeof enrolmentsQuery>;
