import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { LineRecord, LineRecorded } from '#contract/money/statements.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { statementLineTable as table } from '#server/db/tables/ledger/verification.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { foldReference, isLongEnough } from './bank-rows.ts';
import { payOrder } from '#server/ledger/orders/pay-order.service.ts';

type Line = typeof table.$inferSelect;

/** Rows of files that were not taken back. */
export const isInUse = isNull(table.takenBackAt);

/** A payment that was rejected or voided sets its row free again. */
export const hasPayment = sql`exists (
  select from ${paymentTable}
  where ${paymentTable._id} = ${table.paymentId} and ${paymentTable.state} in ('pending', 'confirmed'))`;

export async function readAccount(db: Db | Tx, user: SignedInUser, accountId: string) {
  const [account] = await db
    .select()
    .from(bankAccountTable)
    .where(
      and(eq(bankAccountTable._id, accountId), ownBranchOnly(user, bankAccountTable.branchId)),
    );
  if (!account) throw new ApiError('notFound');
  return account;
}

/** Locks a row that belongs to no payment yet. */
async function lockLine({ tx, user }: Writer, lineId: string) {
  const isIt = and(eq(table._id, lineId), isInUse, ownBranchOnly(user, table.branchId));
  const [line] = await tx.select().from(table).where(isIt).for('no key update');
  if (!line) throw new ApiError('notFound');
  if ((await tx.$count(table, and(isIt, hasPayment))) > 0) throw new ApiError('lineTaken');
  return line;
}

/** Matches a row with its payment. */
export async function linkLine(
  writer: Writer,
  lineId: string,
  paymentId: string,
  accountId: string | null,
): Promise<void> {
  const { bankAccountId } = await lockLine(writer, lineId);
  if (bankAccountId !== accountId) throw new ApiError('notFound');
  await writer.tx
    .update(table)
    .set({ paymentId, matchedById: writer.user._id, matchedAt: sql`clock_timestamp()` })
    .where(eq(table._id, lineId));
}

/**
 * The reference of a payment that is recorded from a row: the bank's own, or none where the bank
 * gives none, a code too short to be its own, or one that several rows share. The row is what is
 * unique then. Throws if a payment has this reference already, because the same money would be
 * recorded twice.
 */
async function referenceFor(tx: Tx, { _id, bankAccountId, reference }: Line): Promise<string> {
  const wanted = foldReference(reference);
  if (!isLongEnough(wanted)) return '';
  const others = await tx
    .select({ reference: table.reference })
    .from(table)
    .where(
      and(
        eq(table.bankAccountId, bankAccountId),
        isInUse,
        ne(table._id, _id),
        ne(table.reference, ''),
      ),
    );
  if (others.some((one) => foldReference(one.reference) === wanted)) return '';
  const payments = await tx
    .select({ reference: paymentTable.reference })
    .from(paymentTable)
    .where(
      and(
        eq(paymentTable.bankAccountId, bankAccountId),
        inArray(paymentTable.state, ['pending', 'confirmed']),
        gt(paymentTable.amountLAK, 0),
        ne(paymentTable.reference, ''),
      ),
    );
  if (payments.some((one) => foldReference(one.reference) === wanted))
    throw new ApiError('referenceRecorded', { n: reference });
  return reference;
}

/**
 * POST `/verification/statement-lines/{id}/record`: records pending money in the name
 * of the person who found the row; another person confirms it.
 */
export async function recordLine(
  writer: Writer,
  lineId: string,
  { orderId, expectedBalance }: LineRecord,
): Promise<WriteResult<LineRecorded>> {
  const { tx, user } = writer;
  const [seen] = await tx
    .select()
    .from(table)
    .where(and(eq(table._id, lineId), isInUse, ownBranchOnly(user, table.branchId)));
  if (!seen) throw new ApiError('notFound');
  if ((await tx.$count(table, and(eq(table._id, lineId), hasPayment))) > 0)
    throw new ApiError('lineTaken');
  const { currency } = await readAccount(tx, user, seen.bankAccountId);
  const rates = await newestRates(tx);
  const { audit, answer } = await payOrder(writer, orderId, {
    debts: [{ orderId, expectedBalance }],
    tenders: [
      {
        key: uuidv7(),
        method: 'transfer',
        currency,
        tendered: seen.amount,
        bankAccountId: seen.bankAccountId,
        reference: await referenceFor(tx, seen),
        slipFileId: null,
      },
    ],
    creditLAK: 0,
    shiftId: null,
    partLAK: null,
    changeIn: 'LAK',
    changeOwedLAK: 0,
    rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null },
  });
  // No other posting of the branch has this moment.
  const [payment] = await tx
    .select({ _id: paymentTable._id })
    .from(paymentTable)
    .where(
      and(
        eq(paymentTable.bankAccountId, seen.bankAccountId),
        eq(paymentTable.at, answer.at),
        eq(paymentTable.state, 'pending'),
        eq(paymentTable.recordedById, user._id),
      ),
    );
  if (!payment) throw new ApiError('notFound');
  await linkLine(writer, lineId, payment._id, seen.bankAccountId);
  return { answer: { paymentId: payment._id }, audit };
}
