import { and, eq, inArray, sql } from 'drizzle-orm';
import { PAID_OUT_LIMIT_LAK, type MovementInput, type Shift } from '#contract/money/drawers.ts';
import type { PaidOutKind } from '#contract/orders/payments.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import {
  hasSigner,
  requireSignature,
  type Signature,
} from '#server/centre/approvals/signatures.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { drawerMovementTable as table } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';

/** The goals at which money leaves the drawers and the safe of the centre. */
const leaving: readonly PaidOutKind[] = ['expense', 'bank'];

/** The money in kip that the person has paid out on this day, out of every drawer. */
async function paidOutOn({ tx, user }: Writer, day: string): Promise<number> {
  const rows = await tx
    .select({ currency: table.currency, amount: sql<string>`-sum(${table.amount})` })
    .from(table)
    .innerJoin(shiftTable, eq(shiftTable._id, table.shiftId))
    .where(
      and(
        eq(shiftTable.day, day),
        eq(table.byId, user._id),
        inArray(table.paidOutKind, [...leaving]),
      ),
    )
    .groupBy(table.currency);
  let sum = 0;
  for (const { currency, amount } of rows) sum += await amountInKip(tx, Number(amount), currency);
  return sum;
}

/**
 * Asks a second person to sign if the paid-outs of this person and day come above the limit with
 * this one, and raises an alert; called behind the locks of the shift and its book. Where nobody
 * else could sign, the alert is all.
 */
export async function signPaidOut(
  writer: Writer,
  { _id: shiftId, branchId, drawerName }: Shift,
  { kind, paidOutKind, currency, amount, approvalToken }: MovementInput,
  day: string,
): Promise<Signature | undefined> {
  const { tx, user } = writer;
  if (kind !== 'paidOut' || paidOutKind === null || !leaving.includes(paidOutKind))
    return undefined;
  const sumLAK = (await paidOutOn(writer, day)) + (await amountInKip(tx, amount, currency));
  if (sumLAK <= PAID_OUT_LIMIT_LAK) return undefined;
  const act = { kind: 'paidOut' as const, branchId, shiftId, paidOutKind, currency, amount };
  if (approvalToken === null && (await hasSigner(tx, user, act)))
    throw new ApiError('paidOutAboveLimit', { n: sumLAK.toLocaleString('en') });
  const signature =
    approvalToken === null ? undefined : await requireSignature(tx, user, approvalToken, act);
  await raiseAlert(tx, {
    kind: 'paidOutAboveLimit',
    branchId,
    subjectId: user._id,
    detail: drawerName,
    amountLAK: sumLAK,
  });
  return signature;
}
