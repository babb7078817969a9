import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { withReductionsShared } from '#contract/desk/line-nets.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  instalmentTable,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { addAllocation, flush, type Posting } from '#server/ledger/books/posting.ts';
import type { Writer } from '#server/lib/writer.ts';
import { voidPayments } from './money-back.ts';
import { postOpposites } from './order-lines.ts';
import { allocationsOf } from './order-parts.ts';

/** Orders and payments of the old book. */
export type Openings = { orderIds: readonly string[]; paymentIds: readonly string[] };

/**
 * Those of some openings that a later act names: another line, money that came or went, a changed
 * plan, a request to be paid back, another bill of the place, or a register of it.
 */
export async function usedOpenings(
  tx: Db | Tx,
  { orderIds, paymentIds }: Openings,
): Promise<ReadonlySet<string>> {
  const [orders, payments] = [sql.param([...orderIds]), sql.param([...paymentIds])];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select made.id from orders made
    where made.id = any(${orders}::uuid[]) and (made.state <> 'confirmed'
      or exists (select from order_lines line where line.order_id = made.id and line.at <> made.at)
      or exists (select from allocations given where given.order_id = made.id and given.at <> made.at)
      or exists (
        select from instalments part
        where part.order_id = made.id and (part.at <> made.at or part.ended_at is not null))
      or exists (select from refund_requests asked where asked.order_id = made.id)
      or exists (
        select from order_lines own join enrolments place on place.id = own.enrolment_id
        where own.order_id = made.id and (
          exists (
            select from order_lines other
            where other.enrolment_id = place.id and other.order_id <> made.id)
          or exists (
            select from enrolment_states state
            where state.enrolment_id = place.id and state.source <> 'move')
          or exists (
            select from attendance mark join class_sessions session on session.id = mark.session_id
            where session.class_id = place.class_id and mark.student_id = place.student_id))))
    union all
    select made.id from payments made
    where made.id = any(${payments}::uuid[]) and (made.state <> 'confirmed'
      or exists (
        select from allocations given where given.payment_id = made.id and given.at <> made.at))`);
  return new Set(rows.map(({ id }) => id));
}

/** Gathers the opposites of the lines of each order. */
async function postLinesBack(posting: Posting, orderIds: readonly string[], reason: string) {
  const lines = await posting.tx
    .select()
    .from(orderLineTable)
    .where(inArray(orderLineTable.orderId, [...orderIds]))
    .orderBy(orderLineTable.position);
  const byOrder = new Map<string, typeof lines>();
  for (const line of lines) byOrder.set(line.orderId, [...(byOrder.get(line.orderId) ?? []), line]);
  for (const own of byOrder.values()) postOpposites(posting, withReductionsShared(own), reason);
}

/**
 * Voids unused orders and payments of the old book, all by the same few statements: opposite rows
 * for their lines and allocations, no part due, and the state `void`. The caller has locked them.
 */
export async function voidOpenings(
  writer: Writer,
  posting: Posting,
  { orderIds, paymentIds }: Openings,
  { reason, branchId }: { reason: string; branchId: string },
): Promise<void> {
  const { tx, user } = writer;
  await postLinesBack(posting, orderIds, reason);
  for (const { _id, paymentId, orderId, amountLAK, asCredit } of await allocationsOf(
    tx,
    paymentIds,
  ))
    if (orderId !== null)
      addAllocation(posting, {
        paymentId,
        orderId,
        amountLAK: -amountLAK,
        asCredit,
        reversesId: _id,
      });
  const payments = await tx
    .select()
    .from(paymentTable)
    .where(inArray(paymentTable._id, [...paymentIds]));
  await voidPayments(writer, posting, payments, {
    reason,
    moneyBack: false,
    branchId,
    content: {},
  });
  const { orderId, endedAt } = instalmentTable;
  await tx
    .update(instalmentTable)
    .set({ endedAt: posting.at })
    .where(and(inArray(orderId, [...orderIds]), isNull(endedAt)));
  await tx
    .update(orderTable)
    .set({
      state: 'void',
      totalLAK: 0,
      paidLAK: 0,
      pendingLAK: 0,
      voidedAt: posting.at,
      voidedById: user._id,
      voidReason: reason,
    })
    .where(and(inArray(orderTable._id, [...orderIds]), eq(orderTable.source, 'opening')));
  await flush(posting);
}
