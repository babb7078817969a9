import { and, eq, inArray, sql } from 'drizzle-orm';
import { nameKey } from '#contract/people/people.ts';
import type { TeacherRateInput } from '#contract/people/teacher-rates.ts';
import { teachers, type TeacherInput } from '#contract/people/teachers.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import {
  addRecords,
  changeRecord,
  removeRecords,
  type RecordChange,
} from '#server/lib/added-rows.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import type { Writer } from '#server/lib/writer.ts';
import { teacherRateTable } from '#server/db/tables/people/teacher-rates.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

type NewTeacher = TeacherInput & { _id: string; teacherCode: string };

/** Adds teachers with the codes that they have; those without get the next ones. */
export async function addTeachers(writer: Writer, rows: readonly NewTeacher[]): Promise<void> {
  const without = rows.filter(({ teacherCode }) => teacherCode === '');
  const codes = without.length === 0 ? [] : await nextCodes(writer.tx, 'TC', without.length);
  await addRecords(
    writer,
    teacherTable,
    teachers,
    rows.map((row) => ({
      ...row,
      teacherCode: row.teacherCode || (codes[without.indexOf(row)] ?? ''),
      nameKey: nameKey(row.firstName, row.lastName),
    })),
  );
}

/** Changes fields of a teacher; gives the version. */
export const changeMovedTeacher = (writer: Writer, _id: string, change: RecordChange) =>
  changeRecord(writer, teacherTable, teachers, _id, {
    ...change,
    derived: ({ firstName, lastName }) => ({
      nameKey: nameKey(String(firstName), String(lastName)),
    }),
  });

type FirstRate = TeacherRateInput & { teacherId: string; branchId?: string | undefined };

/**
 * The first pay of added teachers. A rate has the id of its teacher, so that it can go with them.
 */
export async function addFirstRates(
  { tx, user, actor }: Writer,
  rows: readonly FirstRate[],
): Promise<void> {
  await insertMany(
    tx,
    teacherRateTable,
    rows.map(({ branchId: _branch, ...rate }) => ({
      ...rate,
      _id: rate.teacherId,
      createdById: user._id,
      createdBy: `${user.firstName} ${user.lastName}`,
    })),
  );
  await recordAudits(
    tx,
    actor,
    rows.map(({ branchId, ...after }) => ({
      action: 'create',
      entity: 'teacher-rates',
      entityId: after.teacherId,
      after,
      ...(branchId !== undefined && { branchId }),
    })),
  );
}

/** Adds the pay that a teacher had before an undone move, without asking for a second person. */
export async function putTeacherRateBack(
  { tx, user, actor }: Writer,
  teacherId: string,
  rate: TeacherRateInput,
): Promise<void> {
  const [after] = await tx
    .insert(teacherRateTable)
    .values({
      ...rate,
      teacherId,
      createdById: user._id,
      createdBy: `${user.firstName} ${user.lastName}`,
    })
    .returning();
  if (!after) throw new Error('The old pay was not added');
  await recordAudits(tx, actor, [
    { action: 'create', entity: 'teacher-rates', entityId: after._id, after },
  ]);
}

/** Removes the first pay that moves gave to teachers. */
export async function removeFirstRates(tx: Tx, ids: readonly string[]): Promise<void> {
  const { _id, teacherId } = teacherRateTable;
  await tx.execute(sql`select set_config('branchdesk.undoing_move', 'on', true)`);
  await tx.delete(teacherRateTable).where(and(inArray(teacherId, [...ids]), eq(_id, teacherId)));
  await tx.execute(sql`select set_config('branchdesk.undoing_move', '', true)`);
}

/** Removes teachers with their first pay; the database refuses while anything else names one. */
export async function removeTeachers(tx: Tx, ids: readonly string[]): Promise<void> {
  await removeFirstRates(tx, ids);
  await removeRecords(tx, teacherTable, ids);
}
