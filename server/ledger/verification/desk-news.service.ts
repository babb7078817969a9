import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { DeskNewsRow } from '#contract/money/verify.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { payerFields } from '#server/ledger/orders/order-rows.ts';
import { orderTable, refundRequestTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { branchOf, latinPayerOfPayment, payerOfPayment } from './read-slips.ts';
import { paymentNoteTable as note } from '#server/db/tables/ledger/verification.table.ts';

/** Older news are found on their orders. */
const MOST = 50;

/** The order that a slip pays, or paid before it was rejected. */
const orderOf = (field: string) =>
  sql<string | null>`(
    select ${sql.raw(field)} from ${allocationTable} allocation
    join ${orderTable} paid on paid.id = allocation.order_id
    where allocation.payment_id = ${paymentTable._id}
    order by allocation.at desc limit 1)`;

/** GET `/desk-news`: news that nobody at the desk has opened yet, newest first. */
export async function readDeskNews(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<DeskNewsRow[]> {
  const notes = await db
    .select({
      _id: note._id,
      kind: note.kind,
      orderId: orderOf('paid.id'),
      number: sql<string>`coalesce(${orderOf('paid.number')}, '')`,
      payerName: payerOfPayment,
      payerNameEn: latinPayerOfPayment,
      amountLAK: paymentTable.amountLAK,
      text: note.text,
      at: note.at,
      by: nameOfUser(note.byId),
    })
    .from(note)
    .innerJoin(paymentTable, eq(paymentTable._id, note.paymentId))
    .where(and(isNull(note.openedAt), branchOf(paymentTable.branchId, user, branchId)))
    .orderBy(sql`${note.at} desc`)
    .limit(MOST);
  const { _id, state, amountLAK, decision, decidedAt, decidedById, openedAt } = refundRequestTable;
  const decided = await db
    .select({
      _id,
      state,
      orderId: orderTable._id,
      number: orderTable.number,
      payerName: payerFields.payerName,
      payerNameEn: payerFields.payerNameEn,
      amountLAK,
      text: decision,
      at: sql<string>`${decidedAt}`.mapWith(decidedAt),
      by: nameOfUser(decidedById),
    })
    .from(refundRequestTable)
    .innerJoin(orderTable, eq(orderTable._id, refundRequestTable.orderId))
    .where(
      and(
        inArray(state, ['paid', 'intoCredit']),
        isNull(openedAt),
        branchOf(orderTable.branchId, user, branchId),
      ),
    )
    .orderBy(sql`${decidedAt} desc`)
    .limit(MOST);
  const refunds = decided.map(({ state: how, text, ...row }): DeskNewsRow =>
    how === 'paid'
      ? { ...row, kind: 'refundPaid', amountLAK: Number(text) || row.amountLAK, text: '' }
      : { ...row, kind: 'refundIntoCredit', text },
  );
  return [...notes, ...refunds].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MOST);
}

/** POST `/desk-news/opened`. */
export async function openNews(
  { tx, user }: Writer,
  ids: readonly string[],
): Promise<WriteResult<{ opened: number }>> {
  const opened = { openedAt: sql`clock_timestamp()`, openedById: user._id };
  const notes = await tx
    .update(note)
    .set(opened)
    .where(
      and(inArray(note._id, [...ids]), isNull(note.openedAt), ownBranchOnly(user, note.branchId)),
    )
    .returning({ _id: note._id });
  const isOwn = sql`exists (
    select from ${orderTable}
    where orders.id = ${refundRequestTable.orderId}
      and ${ownBranchOnly(user, orderTable.branchId) ?? sql`true`})`;
  const refunds = await tx
    .update(refundRequestTable)
    .set(opened)
    .where(
      and(inArray(refundRequestTable._id, [...ids]), isNull(refundRequestTable.openedAt), isOwn),
    )
    .returning({ _id: refundRequestTable._id });
  return {
    answer: { opened: notes.length + refunds.length },
    audit: [...notes, ...refunds].map(({ _id }) => ({
      action: 'openNews',
      entity: 'desk-news',
      entityId: _id,
      branchId: user.branchId,
    })),
  };
}
