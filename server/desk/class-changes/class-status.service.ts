import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { nextStatuses } from '#contract/classes/class-changes.ts';
import { classes, type ClassStatus, type SchoolClass } from '#contract/classes/classes.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { changeClass } from '#server/academic/classes/change-classes.ts';
import { requireNoTransfers } from '#server/academic/enrolments/open-transfers.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { cancelWaiting } from './end-waiting.ts';
import { lockClass, readClass } from '#server/academic/classes/class-reads.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';

/** Completes the enrolments of a class after its last session, and ends its waiting list. */
async function finish(
  tx: Tx,
  user: SignedInUser,
  { _id, endDate }: SchoolClass,
): Promise<AuditEntry[]> {
  const ahead = and(
    eq(classSessionTable.classId, _id),
    eq(classSessionTable.status, 'scheduled'),
    gte(classSessionTable.date, await todayInLaos(tx)),
  );
  const left = await tx.$count(classSessionTable, ahead);
  if (left > 0) throw new ApiError('classNotOver', { n: left });
  await requireNoTransfers(tx, _id);
  const { classId, status, startDate } = enrolmentTable;
  const completed = await changeEnrolments(
    tx,
    and(eq(classId, _id), inArray(status, ['active', 'suspended'])),
    { status: 'completed', endDate: sql`greatest(${startDate}, ${endDate}::date)` },
  );
  await recordEnrolmentStatus(
    tx,
    completed.map((one) => one._id),
    { source: 'class', byId: user._id },
  );
  const ended = completed.map((one): AuditEntry => ({
    action: 'update',
    entity: 'enrolments',
    entityId: one._id,
    before: { status: 'active' },
    after: { status: 'completed' },
  }));
  return [...ended, ...(await cancelWaiting(tx, user, _id, ''))];
}

/** Takes a class one step on, or back; finishing a class completes its students. */
export async function changeClassStatus(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, status }: { version: number; status: ClassStatus },
): Promise<WriteResult<SchoolClass>> {
  const before = await lockClass(tx, user, _id, version);
  if (!(nextStatuses[before.status] as readonly ClassStatus[]).includes(status))
    throw new ApiError('classStep');
  if (status === 'draft' && before.seatsTaken + before.waiting > 0)
    throw new ApiError('classHasStudents');
  const ended =
    before.status === 'running' && status === 'finished' ? await finish(tx, user, before) : [];
  await changeClass(tx, before._id, { status });
  const answer = await readClass(tx, user, before._id);
  return {
    answer,
    audit: [
      {
        action: 'update',
        entity: classes.name,
        entityId: answer._id,
        before: { status: before.status },
        after: { status },
      },
      ...ended,
    ],
  };
}
