import * as z from 'zod/mini';
import { assessmentTypes, classResults, scoreValue } from './assessments.ts';
import { attendanceCounts, attendanceStatuses } from './attendance.ts';
import { classStatuses } from './classes.ts';
import { enrolment, enrolmentStatuses } from './enrolments.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { leavingSums } from './leaving.ts';
import { orderPageLine, orderPageRefund } from '#contract/orders/order-page.ts';
import { orderStates } from '#contract/orders/orders.ts';
import { calledName, genders, relations } from '#contract/people/people.ts';
import { studentStatuses } from '#contract/people/student-words.ts';
import { classSlots } from './transfer-preview.ts';

// GET `/enrolments/{id}/page` and GET `/students/{id}/places`: an enrolment, and a student, for
// reading.

/** A guardian of the student, with the phone to call. */
const guardian = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  relation: z.enum(relations),
  isPayer: z.boolean(),
  isPrimaryContact: z.boolean(),
});
const whoever = z.object({
  _id: id,
  ...calledName,
  studentCode: z.string(),
  gender: z.enum(genders),
  dateOfBirth: z.nullable(date),
  phone: z.string(),
  status: z.enum(studentStatuses),
  homeBranchId: id,
  priceCategory: z.string(),
  guardians: z.array(guardian),
});

/** The class of an enrolment, with the fields that every page shows. */
const placeClass = z.object({
  classId: id,
  classCode: z.string(),
  classStatus: z.enum(classStatuses),
  courseNameEn: z.string(),
  courseNameLo: z.string(),
  termName: z.string(),
  branchId: id,
  startDate: date,
  endDate: date,
  ...classSlots.shape,
});

/**
 * The other enrolment of a transfer; one of another branch has no id for users who may not open it.
 */
const otherPlace = z.object({
  enrolmentId: z.nullable(id),
  classCode: z.string(),
  branchId: id,
  status: z.enum(enrolmentStatuses),
  startDate: date,
  endDate: z.nullable(date),
});

const placeOrder = z.object({
  _id: id,
  number: z.string(),
  state: z.enum(orderStates),
  holdUntil: z.nullable(timestamp),
  at: timestamp,
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  balanceLAK: z.int(),
});

/**
 * A mark of this enrolment, or of one that it was transferred from: then with the code of that
 * class.
 */
const mark = z.object({
  date,
  start: z.string(),
  end: z.string(),
  classCode: z.string(),
  isEarlier: z.boolean(),
  status: z.enum(attendanceStatuses),
  minutesLate: z.nullable(z.int()),
  note: z.string(),
  markedBy: z.string(),
});
const scored = z.extend(scoreValue, {
  assessmentId: id,
  name: z.string(),
  type: z.enum(assessmentTypes),
  maxScore: z.number(),
  weight: z.int(),
  date: z.nullable(date),
  classCode: z.string(),
  isEarlier: z.boolean(),
});

/** A change of status, or of another field of the enrolment from the audit log. */
const change = z.object({
  at: timestamp,
  by: z.string(),
  reason: z.string(),
  source: z.string(),
  status: z.nullable(z.enum(enrolmentStatuses)),
  holdUntil: z.nullable(timestamp),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});

export const enrolmentPage = z.extend(enrolment, {
  student: whoever,
  place: placeClass,
  /** The price category of the agreed fee. */
  feeCategory: z.string(),
  feeName: z.string(),
  /** Every line that charges, reduces or refunds this enrolment, oldest first. */
  lines: z.array(
    z.extend(z.omit(orderPageLine, { student: true, goods: true, classCode: true }), {
      orderId: id,
    }),
  ),
  orders: z.array(placeOrder),
  refundRequests: z.array(z.extend(orderPageRefund, { orderId: id })),
  /** The value left if it ended today; null if no order charges it. */
  left: z.nullable(leavingSums),
  /** Future sessions of the class. */
  ahead: z.int(),
  attendance: attendanceCounts,
  marks: z.array(mark),
  scores: z.array(scored),
  result: z.nullable(z.enum(classResults)),
  transferFrom: z.nullable(otherPlace),
  transferTo: z.nullable(otherPlace),
  /**
   * An open transfer out of this enrolment or into it (then this is the seat that the request
   * holds).
   */
  openTransfer: z.nullable(
    z.object({
      _id: id,
      fromClassCode: z.string(),
      toClassCode: z.string(),
      isInto: z.boolean(),
      holdUntil: timestamp,
    }),
  ),
  enrolledBy: z.string(),
  changes: z.array(change),
});
export type EnrolmentPage = z.output<typeof enrolmentPage>;
export type PlaceLine = EnrolmentPage['lines'][number];
export type PlaceChange = EnrolmentPage['changes'][number];

/** A student, for every desk that may know them. */
export const studentPlaces = z.extend(whoever, {
  /** The payer of the account: a guardian, or the student. */
  payerId: id,
  /** The payer's debt and credit in every branch. */
  owedLAK: z.int(),
  creditLAK: z.int(),
  /** Enrolments in the branches that the user may see, newest first. */
  places: z.array(
    z.extend(placeClass, {
      enrolmentId: id,
      status: z.enum(enrolmentStatuses),
      since: date,
      until: z.nullable(date),
      waitPosition: z.nullable(z.int()),
      holdUntil: z.nullable(timestamp),
      attendance: attendanceCounts,
    }),
  ),
  /** Courses passed before BranchDesk, in the order of their codes. */
  passedBefore: z.array(
    z.object({ courseId: id, code: z.string(), nameEn: z.string(), nameLo: z.string() }),
  ),
  orders: z.array(placeOrder),
  /**
   * True if the home branch is one that the user does not see; an enrolment or an order makes the
   * student known here.
   */
  isOfOtherBranch: z.boolean(),
});
export type StudentPlaces = z.output<typeof studentPlaces>;
