import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { date, id, stamp, version } from './fields.ts';
import { namedPayer } from './payer-name.ts';
import { calledName } from './people.ts';
import { slot } from './timetable.ts';

/** What Pending Enrollment shows, one tab each. */
export const pendingViews = ['holds', 'waiting', 'lapsed', 'renew', 'unpaid'] as const;
export type PendingView = (typeof pendingViews)[number];

/**
 * GET `/pending-enrolments/{view}`, and how many rows each has: GET `/pending-enrolments/counts`.
 */
export const pending = {
  name: 'pending',
  path: '/pending-enrolments',
  read: 'enrolments:read',
} as const;
export const pendingQuery = z.object({ branchId: z.optional(id) });
export const pendingCounts = z.record(z.enum(pendingViews), z.int());
export type PendingCounts = z.output<typeof pendingCounts>;

/** A view answers at most so many rows. */
export const MAX_PENDING = 500;
/** Holds that ended within so many days are still offered again. */
export const LAPSED_DAYS = 30;
/** What is paid until a day within so many days from now is to be renewed. */
export const RENEW_DAYS = 7;

/** One place in a class: who, and how the class stands. */
export const pendingPlace = z.object({
  enrolmentId: id,
  version,
  studentId: id,
  ...calledName,
  dateOfBirth: z.nullable(z.string()),
  /**
   * Of whoever is called: the payer, else another guardian, else the student. E.164; may be empty.
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

/** A hold: an order with all its places, or a place that no order charges. */
export const pendingHold = z.object({
  /** Of the order, or of the place. */
  _id: id,
  branchId: id,
  orderId: z.nullable(id),
  number: z.string(),
  until: stamp,
  ...namedPayer,
  /** The order is confirmed, but money of it was taken back. */
  isBelowMinimum: z.boolean(),
  totalLAK: z.int(),
  /** Paid, or to be verified. */
  coveredLAK: z.int(),
  /** What confirms it. */
  missingLAK: z.int(),
  /** Goods that are kept with it. */
  goods: z.array(z.object({ nameEn: z.string(), nameLo: z.string() })),
  places: z.array(pendingPlace),
});
export type PendingHold = z.output<typeof pendingHold>;

/** Somebody in the queue of a class. An offer keeps its position until it is taken or lapses. */
export const pendingWait = z.extend(pendingPlace, {
  _id: id,
  branchId: id,
  branchPhone: z.string(),
  courseEn: z.string(),
  courseLo: z.string(),
  /** Counts from 1. */
  position: z.int(),
  since: stamp,
  /** Of an offer. */
  offeredUntil: z.nullable(stamp),
  offeredAt: z.nullable(stamp),
  offeredBy: z.string(),
  /** The order that keeps the offered seat, if there is one by now. */
  orderId: z.nullable(id),
});
export type PendingWait = z.output<typeof pendingWait>;

export const pendingLapse = z.object({
  /** Of the order, or of the place. */
  _id: id,
  branchId: id,
  orderId: z.nullable(id),
  number: z.string(),
  at: stamp,
  ...namedPayer,
  /** What was paid of it and is free now. */
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
  /** The last day, or the day of the last session, that is paid. */
  paidUntil: date,
  /** Of one month or one session. */
  ...fee,
});
export type PendingRenewal = z.output<typeof pendingRenewal>;

export const pendingUnpaid = z.extend(pendingPlace, {
  _id: id,
  branchId: id,
  startDate: date,
  /** Who let them start, and why. */
  startedBy: z.string(),
  reason: z.string(),
  /** The fee of the whole term that is valid today; none where there is none. */
  price: z.nullable(z.int()),
  currency: z.enum(priceCurrencies),
});
export type PendingUnpaid = z.output<typeof pendingUnpaid>;
