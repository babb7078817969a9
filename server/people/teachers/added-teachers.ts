import { nameKey } from '#contract/people/people.ts';
import { teachers, type TeacherInput } from '#contract/people/teachers.ts';
import type { Tx } from '#server/db/client.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import type { Writer } from '#server/lib/writer.ts';
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

export const removeTeachers = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, teacherTable, ids);
