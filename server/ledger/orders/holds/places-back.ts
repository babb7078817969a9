import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { makeActive } from '#server/academic/enrolments/enrol.service.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolment-status.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import { waitingPlaces } from './waiting-places.ts';

/** Makes pending enrolments active, and their students too. */
export async function makePlacesActive(
  { tx, user }: Writer,
  ids: readonly string[],
  reason = '',
): Promise<AuditEntry[]> {
  if (ids.length === 0) return [];
  const active = {
    status: 'active' as const,
    seatHoldUntil: null,
    waitPosition: null,
    version: sql`${enrolmentTable.version} + 1`,
    updatedAt: sql`now()`,
  };
  const placed = await tx
    .update(enrolmentTable)
    .set(active)
    .where(and(inArray(enrolmentTable._id, [...ids]), eq(enrolmentTable.status, 'pending')))
    .returning();
  await recordEnrolmentStatus(
    tx,
    placed.map(({ _id }) => _id),
    { source: 'desk', byId: user._id, reason },
  );
  const students = await makeActive(
    tx,
    placed.map(({ studentId }) => studentId),
  );
  return [
    ...placed.map((after) => ({
      action: 'update',
      entity: 'enrolments',
      entityId: after._id,
      before: { status: 'pending' },
      after,
    })),
    ...students.audit,
  ];
}

/**
 * Makes the waiting places of a confirmed order active again, because money has reached the minimum
 * or an admin decided so.
 */
export async function takePlacesAgain(
  writer: Writer,
  locked: LockedOrder,
  reason = '',
): Promise<AuditEntry[]> {
  const { _id, branchId } = locked.order;
  const ids = waitingPlaces(locked).map((place) => place._id);
  if (ids.length === 0) return [];
  return [
    {
      action: reason === '' ? 'placesBack' : 'confirm',
      entity: 'orders',
      entityId: _id,
      branchId,
      after: { places: ids },
      reason,
    },
    ...(await makePlacesActive(writer, ids, reason)),
  ];
}
