import { inArray } from 'drizzle-orm';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { lockForEnrolling } from './enrol.service.ts';
import { readEnrolments } from './enrolments.service.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';

/** Locks enrolments with their classes and students, and reads them again under the locks. */
export async function lockEnrolments(writer: Writer, ids: string[]): Promise<EnrolmentRow[]> {
  const { tx, user } = writer;
  const unlocked = await readEnrolments(tx, user, inArray(table._id, ids));
  if (unlocked.length !== new Set(ids).size) throw new ApiError('notFound');
  await lockForEnrolling(writer, unlocked);
  const rows = await readEnrolments(tx, user, inArray(table._id, ids));
  // A merge may have given the enrolment to another student since, whom this transaction has not
  // locked.
  const isSame = rows.every((row) =>
    unlocked.some(({ _id, studentId }) => _id === row._id && studentId === row.studentId),
  );
  if (!isSame) throw new ApiError('enrolmentChanged');
  return rows;
}
