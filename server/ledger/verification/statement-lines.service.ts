import { and, eq, isNull, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/auth.ts';
import { orderPaymentInput } from '#contract/order-payments.ts';
import type { LineRecord, LineRecorded } from '#contract/statements.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { statementLineTable as table } from '#server/db/tables/ledger/verification.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { payOrder } from '#server/ledger/orders/pay-order.service.ts';

/** Rows of files that were not taken back. */
export const isInUse = isNull(table.takenBackAt);

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
  const [line] = await tx
    .select()
    .from(table)
    .where(and(eq(table._id, lineId), isInUse, ownBranchOnly(user, table.branchId)))
    .for('no key update');
  if (!line) throw new ApiError('notFound');
  if (line.paymentId !== null) throw new ApiError('lineTaken');
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
 * POST `/verification/statement-lines/{id}/record`: records pending money in the name
 * of the person who found the row; another person confirms it.
 */
export async function recordLine(
  writer: Writer,
  lineId: string,
  { orderId, expectedBalance }: LineRecord,
): Promise<Written<LineRecorded>> {
  const { tx, user } = writer;
  const [seen] = await tx
    .select()
    .from(table)
    .where(and(eq(table._id, lineId), isInUse, ownBranchOnly(user, table.branchId)));
  if (!seen) throw new ApiError('notFound');
  const { currency } = await readAccount(tx, user, seen.bankAccountId);
  const reference =
    seen.reference || `${seen.day} ${seen.time} ${seen.row}`.replaceAll(/\s+/g, ' ');
  const rates = await newestRates(tx);
  const input = orderPaymentInput.parse({
    debts: [{ orderId, expectedBalance }],
    tenders: [
      {
        key: uuidv7(),
        method: 'transfer',
        currency,
        tendered: seen.amount,
        bankAccountId: seen.bankAccountId,
        reference,
      },
    ],
    shiftId: null,
    rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null },
  });
  const { audit } = await payOrder(writer, orderId, input);
  const [payment] = await tx
    .select({ _id: paymentTable._id })
    .from(paymentTable)
    .where(
      and(
        eq(paymentTable.bankAccountId, seen.bankAccountId),
        eq(paymentTable.reference, reference),
        eq(paymentTable.state, 'pending'),
      ),
    );
  if (!payment) throw new ApiError('notFound');
  await linkLine(writer, lineId, payment._id, seen.bankAccountId);
  return { answer: { paymentId: payment._id }, audit };
}
