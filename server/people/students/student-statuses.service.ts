import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ArchiveInput } from '#contract/people/people.ts';
import type { StatusBefore, StatusesChanged, StudentRecord } from '#contract/people/students.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { lockStudent, readStudent } from './student-records.service.ts';

/** The new status of a student; with a `version`, only if nobody changed the student since. */
type StatusInput = Omit<StatusBefore, 'version'> & { version?: number };

const { _id, version, status, statusReason, homeBranchId, archived } = studentTable;

/** Locked in one order, so that two desks with the same students cannot deadlock. */
function lockStudents(tx: Tx, user: SignedInUser, ids: string[]) {
  return tx
    .select({ _id, version, status, statusReason })
    .from(studentTable)
    .where(and(inArray(_id, ids), eq(archived, false), ownBranchOnly(user, homeBranchId)))
    .orderBy(_id)
    .for('update');
}

/**
 * Sets the status of students, all or none: one missing or archived student, or one of another
 * branch, refuses all. Returns each old status with the new version, which an undo needs.
 */
export async function changeStatuses(
  tx: Tx,
  user: SignedInUser,
  wanted: readonly StatusInput[],
): Promise<WriteResult<StatusesChanged>> {
  const wantedOf = new Map(wanted.map((one) => [one._id, one]));
  const students = await lockStudents(tx, user, [...wantedOf.keys()]);
  if (students.length !== wantedOf.size) throw new ApiError('notFound');
  const before: StatusBefore[] = [];
  const audit: AuditEntry[] = [];
  for (const row of students) {
    const { version: expected = row.version, ...after } = wantedOf.get(row._id) ?? row;
    if (expected !== row.version) throw new ApiError('versionConflict');
    if (row.status === after.status && row.statusReason === after.statusReason) continue;
    before.push({ ...row, version: row.version + 1 });
    audit.push({
      action: 'update',
      entity: 'students',
      entityId: row._id,
      before: { status: row.status, statusReason: row.statusReason },
      after: { status: after.status, statusReason: after.statusReason },
    });
    await tx
      .update(studentTable)
      .set({
        status: after.status,
        statusReason: after.statusReason,
        version: row.version + 1,
        updatedAt: sql`now()`,
      })
      .where(eq(_id, row._id));
  }
  return { answer: { students: before }, audit };
}

/** Archives or restores a student, always with a reason. */
export async function archiveStudent(
  { tx, user }: Writer,
  studentId: string,
  { version: expected, archived: isArchived, reason }: ArchiveInput,
): Promise<StudentRecord> {
  const before = await lockStudent(tx, user, studentId, expected);
  if (before.mergedIntoId !== null) throw new ApiError('alreadyMerged');
  if (isArchived && reason === '') throw fieldsInvalid({ reason: 'reasonNeeded' });
  await tx
    .update(studentTable)
    .set({ archived: isArchived, version: expected + 1, updatedAt: sql`now()` })
    .where(eq(studentTable._id, studentId));
  return readStudent(tx, user, studentId);
}
