import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id, timestamp, version } from '#contract/fields.ts';
import { namedPayer } from '#contract/orders/payer-name.ts';
import { calledName } from '#contract/people/people.ts';
import { slot } from './timetable.ts';

/** The tabs of Pending Enrollment. */
export const pendingViews = ['holds', 'waiting', 'lapsed', 'renew', 'unpaid'] as const;
export type PendingView = (typeof pendingViews)[number];

/**
 * GET `/pending-enrolments/{view}`, and the number of rows of each: GET
 * `/pending-enrolments/counts`.
 */
export const pending = {
  name: 'pending',
  path: '/pending-enrolments',
  read: 'enrolments:read',
} as const;
export const pendingQuery = z.object({ branchId: z.optional(id) });
export const pendingCounts = z.record(z.enum(pendingViews), z.int());
export type PendingCounts = z.output<typeof pendingCounts>;

/** The most rows that a view answers. */
export const MAX_PENDING = 500;
/** Holds that ended within this many days are still listed. */
export const LAPSED_DAYS = 30;
/** Seats whose paid period ends within this many days are due for renewal. */
export const RENEW_DAYS = 7;

/** One seat in a class: its student, and the state of the class. */
export const pendingPlace = z.object({
  enrolmentId: id,
  version,
  studentId: id,
  ...calledName,
  dateOfBirth: z.nullable(z.string()),
  /**
   * The phone of the person to call: the payer, else another guardian, else the student. E.164; may
   * be empty.
   */
  phone: z.string(),
  classId: id,
  classCode: z.string(),
  slots: z.array(slot),
  capacity: z.int(),
  seatsTaken: z.int(),
  waiting: z.int(),
});
export type PendingPlace = z.output<typeof pendingPlace>;

/** A hold: an order with all its seats, or a seat without an order. */
export const pendingHold = z.object({
  /** The id of the order, or of the enrolment. */
  _id: id,
  branchId: id,
  orderId: z.nullable(id),
  number: z.string(),
  holdUntil: timestamp,
  /** The seat of a continuing student is held until this day. */
  continuingUntil: z.nullable(date),
  ...namedPayer,
  /** True if the order is confirmed, but money of it was taken back. */
  isBelowMinimum: z.boolean(),
  totalLAK: z.int(),
  /** The amount paid, or waiting to be verified. */
  coveredLAK: z.int(),
  /** The amount that would confirm it. */
  missingLAK: z.int(),
  /** Goods that are reserved with it. */
  goods: z.array(z.object({ nameEn: z.string(), nameLo: z.string() })),
  places: z.array(pendingPlace),
});
export type PendingHold = z.output<typeof pendingHold>;

/**
 * A student on the waiting list of a class. An offer keeps its position until it is taken or
 * expires.
 */
export const pendingWait = z.extend(pendingPlace, {
  _id: id,
  branchId: id,
  branchPhone: z.string(),
  courseEn: z.string(),
  courseLo: z.string(),
  /** Counts from 1. */
  position: z.int(),
  since: timestamp,
  /** The end of an offer. */
  holdUntil: z.nullable(timestamp),
  offeredAt: z.nullable(timestamp),
  offeredBy: z.string(),
  /** The order that holds the offered seat, if there is one by now. */
  orderId: z.nullable(id),
});
export type PendingWait = z.output<typeof pendingWait>;

export const pendingLapse = z.object({
  /** The id of the order, or of the enrolment. */
  _id: id,
  branchId: id,
  orderId: z.nullable(id),
  number: z.string(),
  at: timestamp,
  ...namedPayer,
  /** The part of its payments that is credit now. */
  creditLAK: z.int(),
  goods: z.array(z.object({ nameEn: z.string(), nameLo: z.string() })),
  places: z.array(pendingPlace),
});
export type PendingLapse = z.output<typeof pendingLapse>;

const fee = { price: z.int(), currency: z.enum(priceCurrencies) };

export const pendingRenewal = z.extend(pendingPlace, {
  _id: id,
  branchId: id,
  basis: z.enum(['month', 'session']),
  /** The last paid day, or the day of the last paid session. */
  paidUntil: date,
  /** The fee of one month or one session. */
  ...fee,
});
export type PendingRenewal = z.output<typeof pendingRenewal>;

export const pendingUnpaid = z.extend(pendingPlace, {
  _id: id,
  branchId: id,
  startDate: date,
  /** The user who let the student start; `reason` is why. */
  startedBy: z.string(),
  reason: z.string(),
  /** The fee of the whole term that is valid today; null if there is none. */
  price: z.nullable(z.int()),
  currency: z.enum(priceCurrencies),
});
export type PendingUnpaid = z.output<typeof pendingUnpaid>;
