import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { finding } from './enrolling.ts';
import { amount, date, id, optionalDate, timestamp } from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';

// A transfer before anybody asks for it: seats, checks and money.

/**
 * The branch of the old class, and that of the new one; within one branch both are decided
 * together.
 */
export const transferSides = ['from', 'to'] as const;
export type TransferSide = (typeof transferSides)[number];

/**
 * The meeting times and places of a class; room and teacher are left out for a class of another
 * branch.
 */
export const classSlots = z.object({
  slots: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
  roomName: z.string(),
  teacher: z.nullable(z.object({ _id: id, ...calledName })),
});

/** The value of a tuition line of the old class on the effective date. */
const valueLine = z.object({
  lineId: id,
  orderId: id,
  orderNumber: z.string(),
  nameEn: z.string(),
  nameLo: z.string(),
  netLAK: z.int(),
  bought: z.int(),
  used: z.int(),
  valueLAK: z.int(),
});
/** The line that replaces it in the new class. */
const newLine = z.object({
  nameEn: z.string(),
  nameLo: z.string(),
  price: z.object({ amount, currency: z.enum(priceCurrencies) }),
  rate: z.string(),
  /** Sessions that are paid for, of all that the price is for. */
  sessions: z.int(),
  ofSessions: z.int(),
  /** Before discounts. */
  amountLAK: z.int(),
  discounts: z.array(
    z.object({
      nameEn: z.string(),
      nameLo: z.string(),
      percent: z.nullable(z.int()),
      amountLAK: z.int(),
    }),
  ),
  netLAK: z.int(),
});

/** The money of a transfer, as it would be settled now. */
export const transferSums = z.object({
  /** Sessions of the old class: paid for, and used before the effective date. */
  bought: z.int(),
  used: z.int(),
  usedLAK: z.int(),
  valueLAK: z.int(),
  /** The new price, with the discounts that are kept. */
  newLAK: z.int(),
  discountsLAK: z.int(),
  /** `newLAK − valueLAK`. */
  differenceLAK: z.int(),
  /**
   * Money that leaves the old order and pays the new one, and the part of it that is still to be
   * verified.
   */
  movesLAK: z.int(),
  movesPendingLAK: z.int(),
  /**
   * Money that leaves the old order and becomes credit, and the part of it that is still to be
   * verified.
   */
  creditLAK: z.int(),
  creditPendingLAK: z.int(),
  /** The amount that the new order still lacks, due on the effective date, if nothing is waived. */
  lackingLAK: z.int(),
  dueOn: date,
  /** The amount still owed on the old orders, to the old branch. */
  stillOwedLAK: z.int(),
  lines: z.array(valueLine),
  newLines: z.array(newLine),
});
export type TransferSums = z.output<typeof transferSums>;

const flag = (otherwise: 'true' | 'false') => z._default(z.enum(['true', 'false']), otherwise);

/** GET `/transfers/preview`. By default from today. */
export const transferPreviewQuery = z.object({
  enrolmentId: id,
  toClassId: id,
  effectiveDate: z.optional(optionalDate),
  keepDiscounts: flag('true'),
});
export const transferPreview = z.object({
  effectiveDate: date,
  /** The last day in the old class, and the first one in the new. */
  lastDay: date,
  startDate: date,
  sums: transferSums,
  capacity: z.int(),
  seatsTaken: z.int(),
  waiting: z.int(),
  /**
   * Seats, clash, age, level, course, debt, in the order of the checks; the old class never counts
   * as a clash.
   */
  findings: z.array(finding),
  /** All debts of the payer. */
  debtLAK: z.int(),
  /** The moment at which request and seat would end. */
  holdUntil: timestamp,
  /** The sides that must agree: one side only if both classes are of one branch. */
  sides: z.array(z.enum(transferSides)),
  /** True within one course and branch at difference 0, if the branch lets staff move directly. */
  isDirect: z.boolean(),
  /** True if the user may carry it out at once: it is direct, or they decide for every side. */
  mayExecute: z.boolean(),
});
export type TransferPreview = z.output<typeof transferPreview>;

/**
 * GET `/transfers/targets`: the classes of a branch that accept students, without the old one; by
 * default its own branch.
 */
export const transferTargetsQuery = z.object({
  enrolmentId: id,
  branchId: z.optional(id),
  effectiveDate: z.optional(optionalDate),
  keepDiscounts: flag('true'),
  sameCourse: flag('false'),
});
export const transferTarget = z.object({
  classId: id,
  classCode: z.string(),
  courseId: id,
  courseCode: z.string(),
  courseNameEn: z.string(),
  courseNameLo: z.string(),
  branchId: id,
  startDate: date,
  endDate: date,
  ...classSlots.shape,
  capacity: z.int(),
  seatsTaken: z.int(),
  waiting: z.int(),
  findings: z.array(finding),
  /** Null if no fee is valid today or a rate is missing; the problem says which. */
  newLAK: z.nullable(z.int()),
  differenceLAK: z.nullable(z.int()),
  /** Sessions that the price is for, from the first on. */
  sessions: z.int(),
  firstOn: z.nullable(date),
  problem: z.nullable(z.enum(['priceMissing', 'rateMissing'])),
});
export const transferTargets = z.object({
  asOf: timestamp,
  valueLAK: z.int(),
  targets: z.array(transferTarget),
});
export type TransferTarget = z.output<typeof transferTarget>;
export type TransferTargets = z.output<typeof transferTargets>;
