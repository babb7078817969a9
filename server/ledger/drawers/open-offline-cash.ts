import { and, asc, eq, exists, isNull, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { OfflineCash } from '#contract/money/drawers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { offlineCashTable as table } from '#server/db/tables/ledger/offline-cash.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

/** Offline cash that is still to be signed for. A void receipt took its cash back. */
export const isOpenOfflineCash = and(
  isNull(table.answeredAt),
  exists(
    sql`(select 1 from ${paymentTable}
      where ${paymentTable.receiptId} = ${table.receiptId} and ${ne(paymentTable.state, 'void')})`,
  ),
);

/** The offline cash that is expected in this drawer until a second person signs. */
export function openOfflineCash(
  db: Db | Tx,
  user: SignedInUser,
  shiftId: string,
): Promise<OfflineCash[]> {
  const { _id, takenAt, countedAt, sums, byId, at } = table;
  return db
    .select({
      _id,
      takenAt,
      countedAt,
      sums,
      receiptNumber: receiptTable.number,
      by: nameOfUser(byId),
      isOwn: sql<boolean>`${byId} = ${user._id}::uuid`,
    })
    .from(table)
    .innerJoin(receiptTable, eq(receiptTable._id, table.receiptId))
    .where(and(eq(table.shiftId, shiftId), isOpenOfflineCash))
    .orderBy(asc(at));
}
