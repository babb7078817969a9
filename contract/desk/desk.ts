import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { discountKinds, discountedLines } from './discounts.ts';
import { finding } from '#contract/classes/enrolling.ts';
import { enrolmentStatuses } from '#contract/classes/enrolments.ts';
import { amount, date, id, optionalDate, timestamp } from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';
import { minimumRules } from './visit-prices.ts';
import { tuitionBases, MAX_UNITS } from './visits.ts';

// Reads of the desk: one call for the Who box, one for a family, one for the classes that a student
// may join, one for the rules of the branch. They need the right `orders:write`: everybody who may
// sell.

const person = z.object({ _id: id, ...calledName });

/**
 * GET `/desk/people?search=`: students and payers that match the text, by name, nickname, code or
 * the end of a phone.
 */
export const deskPeopleQuery = z.object({
  search: z.string().check(z.minLength(1), z.maxLength(80)),
  branchId: id,
});
export const deskPerson = z.extend(person, {
  kind: z.enum(['student', 'parent']),
  studentCode: z.string(),
  dateOfBirth: z.nullable(z.string()),
  branchId: id,
  /** The guardian who pays, or the phone of the parent or adult. */
  payerName: z.string(),
  phone: z.string(),
  /** The last course that was attended or finished. */
  courseCode: z.string(),
  /** The family's debts in all branches. */
  owedLAK: z.int(),
});
export const deskPeople = z.array(deskPerson);

const price = z.object({ amount, currency: z.enum(priceCurrencies) });

/** A place that a student has or had. */
const placeThere = z.object({
  enrolmentId: id,
  classId: id,
  classCode: z.string(),
  courseId: id,
  status: z.enum(enrolmentStatuses),
  holdUntil: z.nullable(timestamp),
  startDate: date,
  endDate: z.nullable(date),
  /** True if an order line charges it. */
  hasOrder: z.boolean(),
});

/** Children of one payer and the terms in which they are active. */
const siblings = z.array(z.object({ _id: id, dateOfBirth: z.string(), termId: id }));

export const familyStudent = z.extend(person, {
  studentCode: z.string(),
  dateOfBirth: z.nullable(z.string()),
  branchId: id,
  priceCategory: z.string(),
  relation: z.string(),
  places: z.array(placeThere),
  /** The course that follows the finished or attended one. */
  nextCourseId: z.nullable(id),
  /** Products that were bought already and need not be bought again. */
  ownedProductIds: z.array(id),
  /** Facts for discount rules, see `RuledFacts`. */
  firstTermOn: z.nullable(date),
  siblings,
});

const owedOrder = z.object({
  orderId: id,
  number: z.string(),
  balanceLAK: z.int(),
  dueOn: z.nullable(date),
  branchId: id,
});

/** GET `/desk/families?studentId=|parentId=`: everybody that one payer pays for. */
export const deskFamilyQuery = z.object({
  studentId: z.optional(id),
  parentId: z.optional(id),
  branchId: id,
});
export const deskFamily = z.object({
  /** A parent, or a student without guardians. */
  payer: z.nullable(
    z.extend(person, {
      kind: z.enum(['parent', 'student']),
      phone: z.string(),
      relation: z.string(),
    }),
  ),
  /** Other guardians of the chosen student, who may pay instead. */
  guardians: z.array(z.extend(person, { phone: z.string(), relation: z.string() })),
  students: z.array(familyStudent),
  /** The facts for discount rules about a child who is new in this family. */
  siblings,
  /** Oldest due date first; orders of other branches show only their sum. */
  owed: z.array(owedOrder),
  creditLAK: z.int(),
  /** The part of the credit with an open refund request; using the credit lowers it. */
  askedBackLAK: z.int(),
});

/** GET `/desk/classes`: the enrolling classes of a branch, with today's prices. */
export const deskClassesQuery = z.object({
  branchId: id,
  /**
   * The student for checks (clash, age, level) and price category; without one no check is made.
   */
  studentId: z.optional(id),
  classId: z.optional(id),
  /** The basis of the price; by default the first one that the class has a fee for. */
  basis: z.optional(z.enum(tuitionBases)),
  units: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_UNITS)), 1),
  startDate: optionalDate,
  /** Set by a device that keeps a copy: includes the prices of every price category. */
  copy: z.optional(z.literal('true')),
});

/** The schema of `PlacePrice` in `visit-prices.ts`. */
export const placePrice = z.object({
  courseId: id,
  feeId: id,
  price,
  isProRata: z.boolean(),
  sessions: z.int(),
  ofSessions: z.int(),
  minDeposit: z.nullable(price),
  registration: z.nullable(z.object({ feeId: id, price })),
});

/** What a class costs from a day on: its bases, and the price of the first or the asked one. */
const offerShape = {
  /** Bases that a fee is valid for; the price is by `basis`. */
  bases: z.array(z.enum(tuitionBases)),
  basis: z.enum(tuitionBases),
  /** Null if no fee of this basis is valid. */
  price: z.nullable(placePrice),
  /** Prices for price categories with their own fee; only in a copy. */
  prices: z.optional(
    z.array(
      z.object({
        priceCategory: z.string(),
        bases: z.array(z.enum(tuitionBases)),
        basis: z.enum(tuitionBases),
        price: placePrice,
      }),
    ),
  ),
};

export const deskClass = z.object({
  classId: id,
  classCode: z.string(),
  courseId: id,
  termId: id,
  termStart: date,
  /** The day of the first session. */
  startDate: date,
  endDate: date,
  slots: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
  roomName: z.string(),
  teacher: z.nullable(person),
  capacity: z.int(),
  seatsTaken: z.int(),
  /** The taken seats that are only held until somebody pays. */
  held: z.int(),
  waiting: z.int(),
  /** Today's prices. */
  ...offerShape,
  /** Prices from the coming days on which a fee begins or ends, for a device without a network. */
  later: z.optional(z.array(z.object({ from: date, ...offerShape }))),
  findings: z.array(finding),
});
export const deskClasses = z.object({ asOf: timestamp, classes: z.array(deskClass) });

/**
 * GET `/desk/lookup`: the newest students of a branch, for a device that finds them and prices
 * their visit while the server is unreachable. It contains no payments, and only the fields that
 * this needs.
 */
export const deskLookupQuery = z.object({ branchId: id });
export const MAX_DESK_LOOKUP = 5000;
export const deskLookupRow = z.extend(person, {
  studentCode: z.string(),
  dateOfBirth: z.nullable(z.string()),
  priceCategory: z.string(),
  phone: z.string(),
  /** Names and phones of the guardian who pays, as they are searched for. */
  guardians: z.string(),
  /** The guardian who pays. */
  payer: z.nullable(
    z.object({
      _id: id,
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      relation: z.string(),
    }),
  ),
  owedLAK: z.int(),
  /** Places now, and those that were completed. */
  places: z.array(z.extend(placeThere, { termId: id })),
  nextCourseId: z.nullable(id),
  courseCode: z.string(),
  firstTermOn: z.nullable(date),
});

export const discountRuleOfDesk = z.object({
  _id: id,
  nameEn: z.string(),
  nameLo: z.string(),
  kind: z.enum(discountKinds),
  on: z.enum(discountedLines),
  percent: z.nullable(z.int()),
  amountLAK: z.nullable(z.int()),
  addsUp: z.boolean(),
  until: z.nullable(date),
});

/**
 * GET `/desk/rules?branchId=`: the rules that a visit is priced and paid by, besides rates and
 * products.
 */
export const deskRulesQuery = z.object({ branchId: id });
export const MAX_BEST_SELLERS = 8;
export const deskRules = z.object({
  today: date,
  cashStep: z.int(),
  minimumRule: z.enum(minimumRules),
  discountLimitPercent: z.int(),
  dueDays: z.int(),
  holdHours: z.int(),
  discounts: z.array(discountRuleOfDesk),
  bankAccounts: z.array(
    z.object({
      _id: id,
      bank: z.string(),
      currency: z.enum(priceCurrencies),
      accountName: z.string(),
      accountNo: z.string(),
      qrFileId: z.nullable(id),
      qrText: z.string(),
      /** True if a code with an amount was tried. */
      isTried: z.boolean(),
      orderNoInQr: z.boolean(),
    }),
  ),
  /** The products that the branch sells most of; missing in copies of earlier releases. */
  bestSellers: z.optional(z.array(id)),
});

export type DeskPerson = z.output<typeof deskPerson>;
export type DeskFamily = z.output<typeof deskFamily>;
export type FamilyStudent = z.output<typeof familyStudent>;
export type DeskLookupRow = z.output<typeof deskLookupRow>;
export type DeskClass = z.output<typeof deskClass>;
export type DeskClasses = z.output<typeof deskClasses>;
export type DeskRules = z.output<typeof deskRules>;
