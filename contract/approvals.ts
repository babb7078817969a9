import * as z from 'zod/mini';
import { email, id, optionalId, password, stamp } from './fields.ts';
import { priceCurrencies } from './currencies.ts';
import { tenderMethods } from './payments.ts';
import { quantity } from './products.ts';

/** A second person signs on the clerk's screen for one act. */
export const approvals = { path: '/auth/approvals', write: 'orders:write' } as const;
/** A signature is used within this time, once. */
export const APPROVAL_SECONDS = 120;

/** The checks of a place that a signature lets pass. */
export const overriddenChecks = ['seats', 'timeClash'] as const;
export type OverriddenCheck = (typeof overriddenChecks)[number];

/**
 * What is signed. Students and lines are named as the visit names them: by `_id`, or by the key of
 * a student it makes. The total is no part of it, because it may still change.
 */
export const approvedAct = z.discriminatedUnion('kind', [
  /** A discount by hand above the limit of the branch, on tuition (`classId`) or on a product. */
  z.object({
    kind: z.literal('discount'),
    branchId: id,
    studentKey: optionalId,
    classId: optionalId,
    productId: optionalId,
    percent: z.int().check(z.gte(1), z.lte(100)),
  }),
  /** A seat of a full class, or a time that is taken. */
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
  /** The void of an order with money in it, or of the receipt of a later payment. */
  z.object({ kind: z.literal('void'), branchId: id, orderId: id }),
  z.object({ kind: z.literal('voidReceipt'), branchId: id, receiptId: id }),
  /** Money was recorded by a wrong method: what it was instead. */
  z.object({
    kind: z.literal('mend'),
    branchId: id,
    paymentId: id,
    method: z.enum(tenderMethods),
    currency: z.enum(priceCurrencies),
  }),
  /**
   * Cash back to a walk-in: so many pieces of a line come back, for nothing or for another product.
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
 * POST `/auth/approvals`: the words of the second person, who gets no session. Wrong ones answer
 * 422 with `fields`.
 */
export const approvalInput = z.object({ email, password, act: approvedAct });
export type ApprovalInput = z.output<typeof approvalInput>;

export const approvalAnswer = z.object({
  /** Goes along with the write as `approvalToken`. */
  token: z.string(),
  expiresAt: stamp,
  approvedBy: z.string(),
});
export type ApprovalAnswer = z.output<typeof approvalAnswer>;

/** The signature that goes along with a write, if one was given. */
export const approvalToken = z._default(
  z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  null,
);
