import { inArray } from 'drizzle-orm';
import { classes, type ClassInput, type ClassStatus } from '#contract/classes/classes.ts';
import { meetings } from '#contract/classes/timetable.ts';
import type { Tx } from '#server/db/client.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import type { Writer } from '#server/lib/writer.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { insertSessions } from './class-timetable.ts';
import { nextClassCode } from './classes.service.ts';

type NewClass = ClassInput & { _id: string; oldName: string; status: ClassStatus };

/**
 * Adds classes that met before BranchDesk, each with a code of its own, its old name and all its
 * sessions. Two of them may need a person or a room at once, because they already do.
 */
export async function addMovedClasses(writer: Writer, rows: readonly NewClass[]): Promise<void> {
  const { tx } = writer;
  for (const row of rows) {
    const [course] = await tx
      .select({ code: courseTable.code })
      .from(courseTable)
      .where(inArray(courseTable._id, [row.courseId]));
    const [term] = await tx
      .select({ code: academicTermTable.code, holidays: academicTermTable.holidays })
      .from(academicTermTable)
      .where(inArray(academicTermTable._id, [row.termId]));
    const classCode = await nextClassCode(tx, course?.code ?? '', term?.code ?? '');
    await addRecords(writer, classTable, classes, [{ ...row, classCode }]);
    const holidays = (term?.holidays ?? []).map(({ date }) => date);
    await insertSessions(tx, row, meetings(row.startDate, row.endDate, row.slots, holidays));
  }
}

/** Removes classes with their sessions; the database refuses while anything names one of them. */
export async function removeMovedClasses(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(classSessionTable).where(inArray(classSessionTable.classId, [...ids]));
  await removeRecords(tx, classTable, ids);
}
