import { and, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { EnrolmentRow, EnrolmentsQuery } from '#contract/classes/enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { queuePosition } from './queue.ts';
import { statusNow } from '#server/academic/classes/seats.ts';

const fields = {
  ...getTableColumns(table),
  status: statusNow,
  waitPosition: queuePosition,
  studentCode: studentTable.studentCode,
  ...studentName,
  dateOfBirth: studentTable.dateOfBirth,
};

/**
 * Enrolments that `user` may see, with their students' names; the queue of a class by position,
 * then by name.
 */
export function readEnrolments(
  db: Db | Tx,
  user: SignedInUser,
  where: SQL | undefined,
): Promise<EnrolmentRow[]> {
  return db
    .select(fields)
    .from(table)
    .innerJoin(studentTable, eq(studentTable._id, table.studentId))
    .where(and(where, ownBranchOnly(user, table.branchId)))
    .orderBy(
      sql`${table.waitPosition} nulls last`,
      sql`lower(${studentTable.firstName})`,
      table._id,
    );
}

/** GET `/enrolments`. */
export function listEnrolments(
  db: Db,
  user: SignedInUser,
  { classId, studentId, termId, status }: EnrolmentsQuery,
): Promise<EnrolmentRow[]> {
  const where = and(
    classId === undefined ? undefined : eq(table.classId, classId),
    studentId === undefined ? undefined : eq(table.studentId, studentId),
    termId === undefined ? undefined : eq(table.termId, termId),
    status === undefined ? undefined : inArray(statusNow, status.split(',')),
  );
  return readEnrolments(db, user, where);
}
