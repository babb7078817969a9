import { and, eq } from 'drizzle-orm';
import type { Refunded, RefundWay } from '#contract/orders/refunds.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { MoneyOut, PaidOut } from '#server/ledger/orders/money-back.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';

type Asked = {
  way: RefundWay;
  shiftId: string | null;
  bankAccountId: string | null;
  reference: string;
};

/**
 * The source of the refund; undefined if it stays as credit. Throws for an account that is of
 * another branch or not in kip.
 */
export async function wayOut(
  tx: Tx,
  { way, shiftId, bankAccountId, reference }: Asked,
  branchId: string,
): Promise<MoneyOut | undefined> {
  if (way === 'cash' && shiftId !== null) return { shiftId };
  if (way !== 'transfer' || bankAccountId === null) return undefined;
  const fits = and(
    eq(bankAccountTable._id, bankAccountId),
    eq(bankAccountTable.branchId, branchId),
    eq(bankAccountTable.currency, 'LAK'),
    eq(bankAccountTable.active, true),
  );
  if ((await tx.$count(bankAccountTable, fits)) === 0)
    throw fieldsInvalid({ bankAccountId: 'invalid' });
  return { bankAccountId, reference };
}

/** The drawer that has to be locked with everything else. */
export const shiftOf = ({ way, shiftId }: Asked): string | null =>
  way === 'cash' ? shiftId : null;

export const answerOf = (
  paidOut: PaidOut | null | undefined,
  freedLAK: number,
  orders: Refunded['orders'],
): Refunded => ({
  receipt: paidOut?.receipt ?? null,
  paidOutLAK: paidOut?.paidLAK ?? 0,
  toCreditLAK: freedLAK - (paidOut?.paidLAK ?? 0),
  orders,
});
