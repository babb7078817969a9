import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Posting } from '#server/modules/books/posting.ts';
import { makeActive } from '#server/modules/enrolments/enrol.service.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { noteStates } from '#server/modules/enrolments/note-states.ts';
import type { LockedOrder } from './lock-orders.ts';
import { orderTable } from './orders.table.ts';

/** Confirms a held order: its places are taken for good, and its lines count from this day on. */
export async function confirmOrder({ tx, user }: Writer, { order, parts }: LockedOrder, { at, day, rows }: Posting): Promise<AuditEntry[]> {
  // A place that the act itself has moved stands on its new lines only.
  const ids = [...new Set([...parts.places.map(({ _id }) => _id), ...rows.lines.flatMap(({ orderId, enrolmentId }) => (orderId === order._id ? (enrolmentId ?? []) : []))])];
  const isHeld = and(inArray(enrolmentTable._id, ids), eq(enrolmentTable.status, 'pending'));
  const active = { status: 'active' as const, seatHoldUntil: null, version: sql`${enrolmentTable.version} + 1`, updatedAt: sql`now()` };
  const placed = ids.length === 0 ? [] : await tx.update(enrolmentTable).set(active).where(isHeld).returning();
  await noteStates(tx, placed.map(({ _id }) => _id), { source: 'desk', byId: user._id });
  const students = await makeActive(tx, placed.map(({ studentId }) => studentId));
  const confirmed = { state: 'confirmed' as const, confirmedAt: at, confirmedDay: day };
  await tx.update(orderTable).set(confirmed).where(eq(orderTable._id, order._id));
  return [
    { action: 'confirm', entity: 'orders', entityId: order._id, branchId: order.branchId, before: { state: order.state }, after: confirmed },
    ...placed.map((after) => ({ action: 'update', entity: 'enrolments', entityId: after._id, before: { status: 'pending' }, after })),
    ...students.audit,
  ];
}
