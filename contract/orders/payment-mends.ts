import * as z from 'zod/mini';
import { approvalToken } from '#contract/signatures.ts';
import { cashUnit, downToStep, tenderFor, upToStep } from '#contract/money/cash.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { id, optionalId, text } from '#contract/fields.ts';
import { convert } from '#contract/money/money.ts';
import { orderSums } from './order-changes.ts';
import type { PaymentMethod, TenderMethod } from './payments.ts';
import { visitReceipt } from '#contract/desk/visit-answers.ts';
import { tender } from '#contract/desk/visits.ts';

const { method, currency, tendered, bankAccountId, reference } = tender.shape;

/**
 * POST `/payments/{id}/mend`: corrects a payment of today with a wrong method, currency or account;
 * the orders it paid stay paid.
 */
export const paymentMend = z
  .object({
    method,
    currency,
    tendered,
    bankAccountId,
    reference,
    /** Without it the payment keeps its slip. */
    slipFileId: z.optional(z.nullable(id)),
    /** The open drawer that the cash is in. */
    shiftId: optionalId,
    /** The rate that the screen used, if the currency changes. */
    rateId: optionalId,
    reason: text(200),
    approvalToken,
  })
  .check(
    z.refine((mend) => mend.method === 'cash' || mend.bankAccountId !== null, {
      path: ['bankAccountId'],
      error: 'required',
    }),
    z.refine((mend) => mend.method === 'cash' || mend.reference !== '', {
      path: ['reference'],
      error: 'required',
    }),
    z.refine((mend) => mend.method !== 'cash' || mend.shiftId !== null, {
      path: ['shiftId'],
      error: 'required',
    }),
  );
export type PaymentMend = z.output<typeof paymentMend>;

export const paymentMended = z.object({
  /** The payment that replaces the wrong one. */
  paymentId: id,
  /** The receipt that voids wrong cash; null for bank money, which had no receipt yet. */
  voidReceipt: z.nullable(visitReceipt),
  /** The receipt of cash; bank money gets its own when somebody else has confirmed it. */
  receipt: z.nullable(visitReceipt),
  orders: z.array(orderSums),
});
export type PaymentMended = z.output<typeof paymentMended>;

/** A payment as it was recorded. */
export type RecordedMoney = {
  method: PaymentMethod;
  currency: PriceCurrency;
  tendered: number;
  rate: string;
  amountLAK: number;
};
type Way = { method: TenderMethod; currency: PriceCurrency; rate: string; step: number };

/** True if no change was given, so that the same sum in the same currency is worth as much. */
function isWithoutChange({ currency, tendered, rate, amountLAK }: RecordedMoney): boolean {
  const over = convert(tendered, currency, rate) - amountLAK;
  return over === 0 || (currency !== 'LAK' && over < convert(1, currency, rate));
}

/**
 * The sum to record instead for the same worth: the recorded sum in the same currency, else the
 * smallest that is enough.
 */
export function correctedAmount(recorded: RecordedMoney, way: Way): number {
  const { method, currency, step } = way;
  if (
    recorded.currency === currency &&
    isWithoutChange(recorded) &&
    (method !== 'cash' || currency !== 'LAK')
  )
    return recorded.tendered;
  return method === 'cash' && currency === 'LAK'
    ? upToStep(recorded.amountLAK, step)
    : tenderFor(recorded.amountLAK, way);
}

/**
 * `changeLAK` was given back in kip; `toCreditLAK` is less than a coin and stays with the payer.
 */
export type MendedMoney = { amountLAK: number; changeLAK: number; toCreditLAK: number };

/** The worth of the right payment; undefined if it differs from the worth of the wrong one. */
export function mendedMoney(
  recorded: RecordedMoney,
  way: Way & { tendered: number },
): MendedMoney | undefined {
  const { method, currency, tendered, rate, step } = way;
  if (method !== 'cash')
    return tendered === correctedAmount(recorded, way)
      ? { amountLAK: recorded.amountLAK, changeLAK: 0, toCreditLAK: 0 }
      : undefined;
  if (tendered % cashUnit(currency, step) !== 0) return undefined;
  if (
    currency === recorded.currency &&
    currency !== 'LAK' &&
    tendered === recorded.tendered &&
    isWithoutChange(recorded)
  )
    return { amountLAK: recorded.amountLAK, changeLAK: 0, toCreditLAK: 0 };
  const over = convert(tendered, currency, rate) - recorded.amountLAK;
  if (over < 0) return undefined;
  const changeLAK = downToStep(over, step);
  return {
    amountLAK: recorded.amountLAK + over - changeLAK,
    changeLAK,
    toCreditLAK: over - changeLAK,
  };
}
