import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { ordersCharging } from '#server/ledger/orders/leaving.ts';

const MOST_NAMED = 5;

/**
 * Throws while running orders hold some of these enrolments, and names the student and the order.
 */
async function requireNoHolds(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  const orderIds = await ordersCharging(tx, enrolmentIds);
  if (orderIds.length === 0) return;
  const { enrolmentId, orderId, studentId } = orderLineTable;
  const held = await tx
    .selectDistinct({
      firstName: studentTable.firstName,
      lastName: studentTable.lastName,
      number: orderTable.number,
    })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderId))
    .innerJoin(studentTable, eq(studentTable._id, studentId))
    .where(and(inArray(orderId, orderIds), inArray(enrolmentId, [...enrolmentIds])))
    .orderBy(orderTable.number);
  const named = held
    .slice(0, MOST_NAMED)
    .map(({ firstName, lastName, number }) => `${firstName} ${lastName} (${number})`);
  throw new ApiError('seatsHeld', {
    n: [...named, ...(held.length > MOST_NAMED ? ['…'] : [])].join(', '),
  });
}

/**
 * Ends the waiting list and the holds of a class that is over. Expired holds of an order are
 * written first; running ones must be settled at their order.
 */
export async function cancelWaiting(
  tx: Tx,
  user: SignedInUser,
  classId: string,
  reason: string,
): Promise<AuditEntry[]> {
  const expired = await expireHolds(tx, { which: eq(enrolmentTable.classId, classId) });
  const waits = and(
    eq(enrolmentTable.classId, classId),
    inArray(enrolmentTable.status, ['waitlisted', 'pending']),
  );
  const seen = await tx.select({ _id: enrolmentTable._id }).from(enrolmentTable).where(waits);
  await requireNoHolds(
    tx,
    seen.map(({ _id }) => _id),
  );
  const changed = {
    status: 'cancelled' as const,
    statusReason: reason,
    waitPosition: null,
    holdUntil: null,
  };
  const ended = await changeEnrolments(tx, waits, changed);
  await recordEnrolmentStatus(
    tx,
    ended.map(({ _id }) => _id),
    { source: 'class', byId: user._id, reason },
  );
  return [
    ...expired,
    ...ended.map(({ _id, status }) => ({
      action: 'update',
      entity: 'enrolments',
      entityId: _id,
      before: { status: 'waitlisted' },
      after: { status, statusReason: reason },
    })),
  ];
}
