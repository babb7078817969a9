import { eq } from 'drizzle-orm';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { ownChanges } from '#server/desk/moving-in/own-changes.ts';
import { isStudentUnused } from '#server/desk/moving-in/set-aside.ts';
import { usedGuardianRows } from '#server/desk/moving-in/used-guardians.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  changeMovedStudent,
  linkGuardians,
  unlinkGuardians,
  type AddedLink,
} from '#server/people/students/added-students.ts';
import { guardiansOf } from '#server/people/students/student-records.service.ts';
import type { ChangeMade, ChangingRow } from './moving-kind.ts';
import type { NumberedGuardian } from './new-guardians.ts';

/** The guardians whom a row adds to a student who is there, beside those of the check. */
export type AddingInput = {
  newGuardians?: NumberedGuardian[];
  /** The ids of the guardians whom the student had then. */
  familyBefore?: string[];
  /** The links, once they are written. */
  linked?: AddedLink[];
};

/** Writes what a row changes of a student, and links the guardians that it adds. */
export async function changeStudent(
  writer: Writer,
  studentId: string,
  input: Record<string, unknown>,
  { _id, changes }: ChangingRow,
): Promise<ChangeMade | undefined> {
  const { tx } = writer;
  const { newGuardians = [] } = input as AddingInput;
  const change: Record<string, unknown> = {};
  for (const [field, [, value]] of ownChanges(changes)) change[field] = value;
  if (newGuardians.length === 0) {
    if (Object.keys(change).length === 0) return undefined;
    return { version: await changeMovedStudent(writer, studentId, change) };
  }
  const guardians = await guardiansOf(tx, studentId);
  const { links: linked, added } = await linkGuardians(writer, studentId, newGuardians);
  await tx
    .update(movingRowTable)
    .set({ input: { ...input, linked } })
    .where(eq(movingRowTable._id, _id));
  const version = await changeMovedStudent(writer, studentId, change, { guardians });
  return { version, beside: added };
}

/** Puts that back; throws if somebody has changed a field or a link since, or uses one. */
export async function changeStudentBack(
  writer: Writer,
  studentId: string,
  input: Record<string, unknown>,
  { _id, changes, changedVersion: undoes }: ChangingRow,
): Promise<void> {
  const { tx } = writer;
  const { linked = [] } = input as AddingInput;
  const own = ownChanges(changes);
  if (own.length === 0 && linked.length === 0) return;
  const [now] = await tx.select().from(studentTable).where(eq(studentTable._id, studentId));
  const isAsWritten = own.every(([field, [, after]]) => now?.[field as keyof typeof now] === after);
  const before = Object.fromEntries(own.map(([field, [old]]) => [field, old]));
  const isUsed = 'archived' in before && !(await isStudentUnused(tx, studentId));
  if (!isAsWritten || isUsed || (await usedGuardianRows(tx, { rowId: _id })).size > 0)
    throw new ApiError('importInUse');
  const guardians = linked.length === 0 ? undefined : await guardiansOf(tx, studentId);
  await unlinkGuardians(
    tx,
    studentId,
    linked.map(({ parentId }) => parentId),
  );
  await changeMovedStudent(writer, studentId, before, { undoes, ...(guardians && { guardians }) });
}
