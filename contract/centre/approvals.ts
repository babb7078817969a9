import * as z from 'zod/mini';
import {
  amount,
  date,
  email,
  id,
  optionalId,
  optionalText,
  password,
  rate,
  timestamp,
} from '#contract/fields.ts';
import { foreignCurrencies, priceCurrencies } from '#contract/money/currencies.ts';
import { paidOutKinds, tenderMethods } from '#contract/orders/payments.ts';
import { quantity } from '#contract/stock/products.ts';
import { roles } from '#contract/roles.ts';
import { teacherRateKinds } from '#contract/people/teacher-rate-kinds.ts';

/** A second person signs one action on the clerk's screen. */
export const approvals = { path: '/auth/approvals', write: 'approvals:write' } as const;
/** A signature is valid for this time, and for one use. */
export const APPROVAL_SECONDS = 120;

/** The enrolment checks that a signature may override. */
export const overriddenChecks = ['seats', 'timeClash'] as const;
export type OverriddenCheck = (typeof overriddenChecks)[number];

/** The most accounts that the signature of a move names. */
export const MAX_SIGNED_ACCOUNTS = 200;

/** A sum for each currency, as the screen showed it. */
const shownSums = z.object({ LAK: z.int(), THB: z.int(), USD: z.int() });

/**
 * The signed action, with the figures that the second person saw. Students and lines have the names
 * that the visit uses: `_id`, or the key of what the visit creates. `ceilings` names the figures
 * that may still become smaller; all others must be the same when the signature is used.
 */
export const approvedAct = z.discriminatedUnion('kind', [
  /** A manual discount above the branch's limit, on tuition (`classId`) or on a product. */
  z.object({
    kind: z.literal('discount'),
    branchId: id,
    /** The line of the visit; one signature is for one line. */
    lineKey: id,
    studentKey: optionalId,
    classId: optionalId,
    productId: optionalId,
    percent: z.int().check(z.gte(1), z.lte(100)),
    quantity,
    discountLAK: amount,
  }),
  /** A seat in a full class, or in one that clashes with another. */
  z.object({
    kind: z.literal('override'),
    branchId: id,
    studentKey: id,
    classId: id,
    checks: z
      .array(z.enum(overriddenChecks))
      .check(z.minLength(1), z.maxLength(overriddenChecks.length)),
    /** The students on the waiting list of the class. */
    waiting: z.int().check(z.gte(0)),
  }),
  /** The difference of a counted drawer above the limit of the branch. */
  z.object({
    kind: z.literal('difference'),
    branchId: id,
    shiftId: id,
    counted: shownSums,
    expected: shownSums,
  }),
  /**
   * The difference of a drawer that is opened: what was found in it, without money from the safe,
   * and what the last closing left.
   */
  z.object({
    kind: z.literal('openingDifference'),
    branchId: id,
    drawerId: id,
    counted: shownSums,
    expected: shownSums,
  }),
  /**
   * Cash of an offline visit that an earlier count had although it had no such surplus: it leaves
   * the open drawer.
   */
  z.object({
    kind: z.literal('offlineCash'),
    branchId: id,
    shiftId: id,
    offlineCashId: id,
    sums: shownSums,
  }),
  /**
   * Voiding an order that has received money, or the receipt of a later payment: the sums, and
   * whether cash was handed back. The server adds the version of the order, receipt or payment.
   */
  z.object({
    kind: z.literal('void'),
    branchId: id,
    orderId: id,
    totalLAK: amount,
    cameLAK: amount,
    moneyBack: z.boolean(),
  }),
  z.object({
    kind: z.literal('voidReceipt'),
    branchId: id,
    receiptId: id,
    amountLAK: amount,
    moneyBack: z.boolean(),
  }),
  /** Correcting money that was recorded with a wrong method: its worth, and the right one. */
  z.object({
    kind: z.literal('mend'),
    branchId: id,
    paymentId: id,
    amountLAK: amount,
    method: z.enum(tenderMethods),
    currency: z.enum(priceCurrencies),
    tendered: amount,
  }),
  /**
   * Cash back to a walk-in: the pieces of a line that come back, for nothing or for another
   * product.
   */
  z.object({
    kind: z.literal('cashBack'),
    branchId: id,
    orderId: id,
    lineId: id,
    quantity,
    productId: optionalId,
    cashLAK: amount,
  }),
  /** An exchange rate far from the last one; `branchId` is where it is entered. */
  z.object({
    kind: z.literal('rate'),
    branchId: id,
    currency: z.enum(foreignCurrencies),
    rateToLAK: rate,
  }),
  /** Money taken out of a drawer above the limit of a person and day. */
  z.object({
    kind: z.literal('paidOut'),
    branchId: id,
    shiftId: id,
    paidOutKind: z.enum(paidOutKinds),
    currency: z.enum(priceCurrencies),
    amount,
  }),
  /** A large raise of a teacher. */
  z.object({
    kind: z.literal('teacherRate'),
    branchId: id,
    teacherId: id,
    rateKind: z.enum(teacherRateKinds),
    currency: z.enum(priceCurrencies),
    amount,
    validFrom: date,
  }),
  /** An account that gets the role of admin, finance or superadmin. */
  z.object({
    kind: z.literal('accountRight'),
    branchId: id,
    email,
    role: z.enum(roles),
  }),
  /** The accounts with wide rights that the import of a moving centre would make, all together. */
  z.object({
    kind: z.literal('movedAccounts'),
    /** Where the clerk works; the accounts may be of branches that come with the same file. */
    branchId: id,
    moveId: id,
    /** A check sum of their e-mails, roles and branches. */
    checkSum: z.string().check(z.maxLength(64)),
    /** How many they are, and the first of them, for the log. */
    count: z.int().check(z.gte(1)),
    people: z
      .array(z.object({ name: z.string(), role: z.enum(roles) }))
      .check(z.maxLength(MAX_SIGNED_ACCOUNTS)),
  }),
]);
export type ApprovedAct = z.output<typeof approvedAct>;
export type ApprovalKind = ApprovedAct['kind'];

/**
 * POST `/auth/approvals`: the e-mail and password of the second person, who gets no session. Wrong
 * ones answer 422 with `fields`.
 */
export const approvalInput = z.object({
  email,
  password,
  /** A code of the signer's second factor; asked of those who have one. */
  code: optionalText(20),
  act: approvedAct,
});
export type ApprovalInput = z.output<typeof approvalInput>;

export const approvalAnswer = z.object({
  /** The client sends it with the write as `approvalToken`. */
  token: z.string(),
  expiresAt: timestamp,
  approvedBy: z.string(),
});
export type ApprovalAnswer = z.output<typeof approvalAnswer>;
