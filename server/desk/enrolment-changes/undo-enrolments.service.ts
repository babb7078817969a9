import { and, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { UNDONE, UNDO_MINUTES, type enrolUndo } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow, EnrolmentStatus } from '#contract/classes/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { readEnrolments } from '#server/academic/enrolments/enrolments.service.ts';
import { requireNoOrder } from '#server/academic/enrolments/has-order.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import {
  recordEnrolmentStatus,
  makeProspects,
} from '#server/academic/enrolments/record-enrolments.ts';
import { requireNoTransfer } from '#server/academic/enrolments/open-transfers.ts';
import { closeRanks } from '#server/academic/enrolments/queue.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';

/** True if one of them has attendance in their class; then undoing is refused. */
async function haveAttendance(tx: Tx, rows: readonly EnrolmentRow[]): Promise<boolean> {
  for (const { classId, studentId, createdAt } of rows) {
    const [mark] = await tx
      .select({ _id: attendanceTable._id })
      .from(attendanceTable)
      .innerJoin(classSessionTable, eq(classSessionTable._id, attendanceTable.sessionId))
      .where(
        and(
          eq(classSessionTable.classId, classId),
          eq(attendanceTable.studentId, studentId),
          sql`${attendanceTable.markedAt} >= ${createdAt}::timestamptz`,
        ),
      )
      .limit(1);
    if (mark) return true;
  }
  return false;
}

/**
 * POST `/enrolments/undo`: takes back a save, all or none. Nothing is deleted: the enrolments end
 * as cancelled.
 */
export async function undoEnrolments(
  writer: Writer,
  input: z.output<typeof enrolUndo>,
): Promise<WriteResult<{ rows: EnrolmentRow[] }>> {
  const { tx, user } = writer;
  const asked = new Map(input.rows.map((row) => [row._id, row]));
  const before = await lockEnrolments(writer, [...asked.keys()]);
  const undoable: readonly EnrolmentStatus[] = ['active', 'pending', 'waitlisted', 'expired'];
  if (
    before.some(
      ({ _id, version, status }) =>
        version !== asked.get(_id)?.version || !undoable.includes(status),
    )
  )
    throw new ApiError('enrolmentChanged');
  await requireNoTransfer(tx, [...asked.keys()]);
  await requireNoOrder(tx, [...asked.keys()]);
  const old = await tx.$count(
    table,
    and(
      inArray(table._id, [...asked.keys()]),
      sql`${table.createdAt} < now() - make_interval(mins => ${UNDO_MINUTES}::int)`,
    ),
  );
  if (old > 0 || (await haveAttendance(tx, before))) throw new ApiError('undoTooLate');
  const ended = {
    status: 'cancelled' as const,
    statusReason: UNDONE,
    holdUntil: null,
    waitPosition: null,
  };
  await changeEnrolments(tx, inArray(table._id, [...asked.keys()]), ended);
  await closeRanks(tx, [
    ...new Set(
      before.flatMap(({ waitPosition, classId }) => (waitPosition === null ? [] : [classId])),
    ),
  ]);
  await recordEnrolmentStatus(tx, [...asked.keys()], {
    source: 'board',
    byId: user._id,
    reason: UNDONE,
  });
  const versions = new Map(
    before.flatMap(({ _id, studentId }) => {
      const version = asked.get(_id)?.studentVersion ?? null;
      return version === null ? [] : [[studentId, version] as const];
    }),
  );
  const students = await makeProspects(tx, versions);
  const rows = await readEnrolments(tx, user, inArray(table._id, [...asked.keys()]));
  const audit = rows.map((after): AuditEntry => ({
    action: 'update',
    entity: 'enrolments',
    entityId: after._id,
    before: before.find(({ _id }) => _id === after._id),
    after,
  }));
  return { answer: { rows }, audit: [...audit, ...students] };
}
