import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { discountKinds, discountedLines } from './discounts.ts';
import { finding } from './enrolling.ts';
import { enrolmentStatuses } from './enrolments.ts';
import { amount, date, id, optionalDate, stamp } from './fields.ts';
import { calledName } from './people.ts';
import { minimumRules } from './visit-prices.ts';
import { tuitionBases, MAX_UNITS } from './visits.ts';

// What the desk reads: one call for the Who box, one for a family, one for the classes that a
// student may join, one for the rules of the branch. `orders:write` may use them: whoever may sell.

const person = z.object({ _id: id, ...calledName });

/**
 * GET `/desk/people?search=`: students and payers whom the text may mean, by name, nickname, code
 * or the end of a phone.
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
  /** What the family owes in every branch. */
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
  seatHoldUntil: z.nullable(stamp),
  startDate: date,
  endDate: z.nullable(date),
  /** Whether an order line charges it. */
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
  /** The course that comes next after what was finished or is attended. */
  nextCourseId: z.nullable(id),
  /** Products that were bought already: they need not be bought again. */
  ownedProductIds: z.array(id),
  /** As the discount rules ask, see `RuledFacts`. */
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

/** GET `/desk/families?studentId=|parentId=`: everybody for whom one payer pays. */
export const deskFamilyQuery = z.object({
  studentId: z.optional(id),
  parentId: z.optional(id),
  branchId: id,
});
export const deskFamily = z.object({
  /** A parent; or the student, who has no guardian. */
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
  /** What the discount rules ask about a child who is new in this family. */
  siblings,
  /** Oldest due first; orders of other branches are there with their sum only. */
  owed: z.array(owedOrder),
  creditLAK: z.int(),
  /** What of the credit was asked back; using it lowers that. */
  askedBackLAK: z.int(),
});

/** GET `/desk/classes`: the classes that are enrolling in a branch, with what each costs today. */
export const deskClassesQuery = z.object({
  branchId: id,
  /** Whose checks (clash, age, level) and price category count; without one no check is made. */
  studentId: z.optional(id),
  classId: z.optional(id),
  /** Without one it is the first that the class has a fee of. */
  basis: z.optional(z.enum(tuitionBases)),
  units: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_UNITS)), 1),
  startDate: optionalDate,
  /** With the prices of every price category, for a device that keeps them. */
  copy: z.optional(z.literal('true')),
});

/** As `PlacePrice` in `visit-prices.ts`. */
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

export const deskClass = z.object({
  classId: id,
  classCode: z.string(),
  courseId: id,
  termId: id,
  termStart: date,
  startDate: date,
  endDate: date,
  slots: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
  roomName: z.string(),
  teacher: z.nullable(person),
  capacity: z.int(),
  seatsTaken: z.int(),
  /** Of the seats taken: those held until somebody pays. */
  held: z.int(),
  waiting: z.int(),
  /** Bases that a fee is valid for today; the price is by `basis`. */
  bases: z.array(z.enum(tuitionBases)),
  basis: z.enum(tuitionBases),
  /** None where no fee of this basis is valid today. */
  price: z.nullable(placePrice),
  findings: z.array(finding),
  /** What the class costs who has a price category with a fee of its own; only in a copy. */
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
});
export const deskClasses = z.object({ asOf: stamp, classes: z.array(deskClass) });

/**
 * GET `/desk/lookup`: what a device at the desk of a branch keeps of its newest students, to find
 * them and to price what they take while the server does not answer. Nothing that was paid, and
 * none of what a look-up does not need.
 */
export const deskLookupQuery = z.object({ branchId: id });
export const MAX_DESK_LOOKUP = 5000;
export const deskLookupRow = z.extend(person, {
  studentCode: z.string(),
  dateOfBirth: z.nullable(z.string()),
  priceCategory: z.string(),
  phone: z.string(),
  /** Names and phones of the guardians, as they are searched for. */
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

/** GET `/desk/rules?branchId=`: what a visit is priced and taken by, besides rates and products. */
export const deskRulesQuery = z.object({ branchId: id });
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
      /** Whether codes with an amount were tried. */
      isTried: z.boolean(),
      orderNoInQr: z.boolean(),
    }),
  ),
});

export type DeskPerson = z.output<typeof deskPerson>;
export type DeskFamily = z.output<typeof deskFamily>;
export type FamilyStudent = z.output<typeof familyStudent>;
export type DeskLookupRow = z.output<typeof deskLookupRow>;
export type DeskClass = z.output<typeof deskClass>;
export type DeskClasses = z.output<typeof deskClasses>;
export type DeskRules = z.output<typeof deskRules>;
