import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { finding } from './enrolling.ts';
import { amount, date, id, optionalDate, stamp } from './fields.ts';
import { calledName } from './people.ts';

// What a change of class would do, before anybody asks for it: seats, checks and money.

/**
 * The branch of the class that is left, and that of the new one; in one branch they are decided
 * together.
 */
export const transferSides = ['from', 'to'] as const;
export type TransferSide = (typeof transferSides)[number];

/** When and where a class meets; room and teacher are left out of a class of another branch. */
export const classSlots = z.object({
  slots: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
  roomName: z.string(),
  teacher: z.nullable(z.object({ _id: id, ...calledName })),
});

/** What a tuition line of the old class is worth on the effective date. */
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
/** What becomes of it in the new class. */
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
   * Money that leaves the old order and pays the new one, and what of it is still to be verified.
   */
  movesLAK: z.int(),
  movesPendingLAK: z.int(),
  /** Money that leaves the old order and is credit, and what of it is still to be verified. */
  creditLAK: z.int(),
  creditPendingLAK: z.int(),
  /** What the new order still lacks, due on the effective date, if nothing is waived. */
  lackingLAK: z.int(),
  dueOn: date,
  /** What the old orders stay owed, to the old branch. */
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
   * Seats, clash, age, level, course, debt: in the order of the checks; the old class stands in
   * nobody's way.
   */
  findings: z.array(finding),
  /** What the payer owes in all. */
  debtLAK: z.int(),
  /** When request and seat would end. */
  holdUntil: stamp,
  /** Whose agreement it needs: one side only where both classes are of one branch. */
  sides: z.array(z.enum(transferSides)),
  /** Same course, same branch, difference 0, and the branch lets staff move directly. */
  isDirect: z.boolean(),
  /**
   * Whether the asker may have it carried out at once: it is direct, or they decide for every side.
   */
  mayExecute: z.boolean(),
});
export type TransferPreview = z.output<typeof transferPreview>;

/**
 * GET `/transfers/targets`: the classes of a branch that take students and are not the old one; by
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
  /** None where no fee is valid today or a rate is missing, and then which of the two. */
  newLAK: z.nullable(z.int()),
  differenceLAK: z.nullable(z.int()),
  /** Sessions that the price is for, from the first on. */
  sessions: z.int(),
  firstOn: z.nullable(date),
  problem: z.nullable(z.enum(['priceMissing', 'rateMissing'])),
});
export const transferTargets = z.object({
  asOf: stamp,
  valueLAK: z.int(),
  targets: z.array(transferTarget),
});
export type TransferTarget = z.output<typeof transferTarget>;
export type TransferTargets = z.output<typeof transferTargets>;
