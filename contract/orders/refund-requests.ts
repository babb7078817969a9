import * as z from 'zod/mini';
import { amount, id, optionalCode, optionalId, optionalText, timestamp } from '#contract/fields.ts';
import { namedPayer } from './payer-name.ts';

/** Refunds that families asked for; they reserve nothing, and finance decides. */
export const refundRequests = { path: '/refund-requests', write: 'payments:refund' } as const;

/** GET `/verification/refunds`: the open ones, the oldest first. */
export const refundRequest = z.object({
  _id: id,
  branchId: id,
  orderId: id,
  number: z.string(),
  ...namedPayer,
  /** E.164; may be empty. */
  payerPhone: z.string(),
  /** The student who left; empty if the refund is for something else. */
  studentName: z.string(),
  studentNameEn: z.string(),
  classCode: z.string(),
  askedLAK: z.int(),
  /** The part of it that the payer still has as credit, because a request reserves nothing. */
  payableLAK: z.int(),
  reason: z.string(),
  at: timestamp,
  by: z.string(),
  /** The lines that went off the bill with the request. */
  lines: z.array(z.object({ nameEn: z.string(), nameLo: z.string(), amountLAK: z.int() })),
});
export type RefundRequest = z.output<typeof refundRequest>;

/**
 * POST `/refund-requests/{id}/pay`: pays a sum up to the requested and the free one, from an open
 * drawer or an account of the branch.
 */
export const refundPay = z
  .object({
    way: z.enum(['cash', 'transfer']),
    shiftId: optionalId,
    bankAccountId: optionalId,
    reference: optionalCode(60),
    amountLAK: amount.check(z.gte(1, { error: 'positive' })),
  })
  .check(
    z.refine(({ way, shiftId }) => way !== 'cash' || shiftId !== null, {
      path: ['shiftId'],
      error: 'required',
    }),
    z.refine(({ way, bankAccountId }) => way !== 'transfer' || bankAccountId !== null, {
      path: ['bankAccountId'],
      error: 'required',
    }),
    z.refine(({ way, reference }) => way !== 'transfer' || reference !== '', {
      path: ['reference'],
      error: 'required',
    }),
  );
export type RefundPay = z.output<typeof refundPay>;

/**
 * POST `/refund-requests/{id}/credit`: the money stays what it is, the payer's credit; the request
 * is closed.
 */
export const refundIntoCredit = z.object({ note: optionalText(200) });
export type RefundIntoCredit = z.output<typeof refundIntoCredit>;
export const requestClosed = z.object({
  _id: id,
  state: z.enum(['open', 'paid', 'intoCredit', 'refused']),
});
export type RequestClosed = z.output<typeof requestClosed>;
