import { eq, inArray, sql } from 'drizzle-orm';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import type { Db } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

/** The details of these classes that an enrolment's page shows. */
export async function placeClasses(
  db: Db,
  classIds: readonly string[],
): Promise<ReadonlyMap<string, EnrolmentPage['place']>> {
  if (classIds.length === 0) return new Map();
  const {
    _id: classId,
    classCode,
    status: classStatus,
    branchId,
    startDate,
    endDate,
    slots,
  } = classTable;
  const { _id, firstName, lastName, firstNameEn, lastNameEn } = teacherTable;
  const course = {
    courseNameEn: courseTable.nameEn,
    courseNameLo: courseTable.nameLo,
    termName: academicTermTable.name,
  };
  const rows = await db
    .select({
      classId,
      classCode,
      classStatus,
      branchId,
      startDate,
      endDate,
      slots,
      ...course,
      roomName: sql<string>`coalesce(${roomTable.name}, '')`,
      teacher: { _id, firstName, lastName, firstNameEn, lastNameEn },
    })
    .from(classTable)
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .innerJoin(academicTermTable, eq(academicTermTable._id, classTable.termId))
    .leftJoin(roomTable, eq(roomTable._id, classTable.roomId))
    .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
    .where(inArray(classTable._id, [...classIds]));
  return new Map(
    rows.map(({ teacher, ...row }) => [
      row.classId,
      { ...row, teacher: teacher && { ...teacher, nickname: '' } },
    ]),
  );
}
