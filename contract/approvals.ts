import * as z from 'zod/mini';
import { email, id, optionalId, password, timestamp } from './fields.ts';
import { priceCurrencies } from './currencies.ts';
import { tenderMethods } from './payments.ts';
import { quantity } from './products.ts';

/** A second person signs one action on the clerk's screen. */
export const approvals = { path: '/auth/approvals', write: 'orders:write' } as const;
/** A signature is valid for this time, and for one use. */
export const APPROVAL_SECONDS = 120;

/** The enrolment checks that a signature may override. */
export const overriddenChecks = ['seats', 'timeClash'] as const;
export type OverriddenCheck = (typeof overriddenChecks)[number];

/**
 * The signed action. Students and lines have the names that the visit uses: `_id`, or the key of a
 * student that the visit creates. The total is not part of it, because it may still change.
 */
export const approvedAct = z.discriminatedUnion('kind', [
  /** A manual discount above the branch's limit, on tuition (`classId`) or on a product. */
  z.object({
    kind: z.literal('discount'),
    branchId: id,
    studentKey: optionalId,
    classId: optionalId,
    productId: optionalId,
    percent: z.int().check(z.gte(1), z.lte(100)),
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
  }),
  /** The difference of a counted drawer above the limit of the branch. */
  z.object({ kind: z.literal('difference'), branchId: id, shiftId: id }),
  /** Voiding an order that has received money, or the receipt of a later payment. */
  z.object({ kind: z.literal('void'), branchId: id, orderId: id }),
  z.object({ kind: z.literal('voidReceipt'), branchId: id, receiptId: id }),
  /** Correcting money that was recorded with a wrong method: the right one. */
  z.object({
    kind: z.literal('mend'),
    branchId: id,
    paymentId: id,
    method: z.enum(tenderMethods),
    currency: z.enum(priceCurrencies),
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
  }),
]);
export type ApprovedAct = z.output<typeof approvedAct>;
export type ApprovalKind = ApprovedAct['kind'];

/**
 * POST `/auth/approvals`: the e-mail and password of the second person, who gets no session. Wrong
 * ones answer 422 with `fields`.
 */
export const approvalInput = z.object({ email, password, act: approvedAct });
export type ApprovalInput = z.output<typeof approvalInput>;

export const approvalAnswer = z.object({
  /** The client sends it with the write as `approvalToken`. */
  token: z.string(),
  expiresAt: timestamp,
  approvedBy: z.string(),
});
export type ApprovalAnswer = z.output<typeof approvalAnswer>;

/** The signature of a write, if there is one. */
export const approvalToken = z._default(
  z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  null,
);
