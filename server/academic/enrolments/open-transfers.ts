import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { transferTable as table } from '#server/db/tables/desk/transfers.table.ts';

const isOpen = eq(table.status, 'open');
const runs = and(isOpen, gt(table.holdUntil, sql`clock_timestamp()`));

/** Ends the transfer requests whose held seats have just expired. */
export async function expireTransfersOf(
  tx: Tx,
  toEnrolmentIds: readonly string[],
): Promise<AuditEntry[]> {
  if (toEnrolmentIds.length === 0) return [];
  const ended = await tx
    .update(table)
    .set({
      status: 'expired',
      endedAt: sql`${table.holdUntil}`,
      version: sql`${table.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(isOpen, inArray(table.toEnrolmentId, [...toEnrolmentIds])))
    .returning({ _id: table._id, fromBranchId: table.fromBranchId });
  return ended.map(({ _id, fromBranchId }) => ({
    action: 'update',
    entity: 'transfers',
    entityId: _id,
    branchId: fromBranchId,
    before: { status: 'open' },
    after: { status: 'expired' },
  }));
}

/**
 * Throws if one of these enrolments has an open transfer, or is the seat that a transfer held: only
 * the transfer changes them.
 */
export async function requireNoTransfer(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  if (enrolmentIds.length === 0) return;
  const ids = [...enrolmentIds];
  const isHeldSeat = and(inArray(table.toEnrolmentId, ids), sql`${table.status} <> 'done'`);
  const [transfer] = await tx
    .select({ _id: table._id })
    .from(table)
    .where(or(and(runs, inArray(table.enrolmentId, ids)), isHeldSeat))
    .limit(1);
  if (transfer) throw new ApiError('transferOpen');
}

/** The open transfer out of an enrolment or into it, as the enrolment's page shows it. */
export async function openTransferOf(
  db: Db,
  enrolmentId: string,
): Promise<EnrolmentPage['openTransfer']> {
  const [from, to] = [alias(enrolmentTable, 'from_place'), alias(enrolmentTable, 'to_place')];
  const [fromClass, toClass] = [alias(classTable, 'from_class'), alias(classTable, 'to_class')];
  const [transfer] = await db
    .select({
      _id: table._id,
      fromClassCode: fromClass.classCode,
      toClassCode: toClass.classCode,
      isInto: sql<boolean>`${table.toEnrolmentId} = ${enrolmentId}`,
      holdUntil: table.holdUntil,
    })
    .from(table)
    .innerJoin(from, eq(from._id, table.enrolmentId))
    .innerJoin(fromClass, eq(fromClass._id, from.classId))
    .innerJoin(to, eq(to._id, table.toEnrolmentId))
    .innerJoin(toClass, eq(toClass._id, to.classId))
    .where(and(runs, or(eq(table.enrolmentId, enrolmentId), eq(table.toEnrolmentId, enrolmentId))));
  return transfer ?? null;
}

const MOST_NAMED = 5;

/** Throws while there are open transfers into or out of a class, with the students' names. */
export async function requireNoTransfers(tx: Tx, classId: string): Promise<void> {
  const isOf = sql`
    exists (
      select
      from ${enrolmentTable} place
      where place.id in (transfer_requests.enrolment_id, transfer_requests.to_enrolment_id)
        and place.class_id = ${classId}::uuid
    )`;
  const transfers = await tx
    .select({
      firstName: studentTable.firstName,
      lastName: studentTable.lastName,
      classCode: classTable.classCode,
    })
    .from(table)
    .innerJoin(enrolmentTable, eq(enrolmentTable._id, table.enrolmentId))
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .where(and(runs, isOf))
    .orderBy(table._id)
    .limit(MOST_NAMED + 1);
  if (transfers.length === 0) return;
  const names = transfers
    .slice(0, MOST_NAMED)
    .map(({ firstName, lastName, classCode }) => `${firstName} ${lastName} (${classCode})`);
  throw new ApiError('transfersAsked', {
    n: [...names, ...(transfers.length > MOST_NAMED ? ['…'] : [])].join(', '),
  });
}
