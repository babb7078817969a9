import { asc, eq } from 'drizzle-orm';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';

/**
 * The person of a student, and the guardians to call. The caller has checked that the user may see
 * them.
 */
export async function readPerson(db: Db, studentId: string): Promise<EnrolmentPage['student']> {
  const { _id, studentCode, gender, dateOfBirth, phone, status, homeBranchId, priceCategory } =
    studentTable;
  const [person] = await db
    .select({
      _id,
      ...studentName,
      studentCode,
      gender,
      dateOfBirth,
      phone,
      status,
      homeBranchId,
      priceCategory,
    })
    .from(studentTable)
    .where(eq(_id, studentId));
  if (!person) throw new ApiError('notFound');
  const { relation, isPayer, isPrimaryContact } = guardianTable;
  const guardians = await db
    .select({
      _id: parentTable._id,
      firstName: parentTable.firstName,
      lastName: parentTable.lastName,
      phone: parentTable.phone,
      relation,
      isPayer,
      isPrimaryContact,
    })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(eq(guardianTable.studentId, studentId))
    .orderBy(asc(guardianTable.position));
  return { ...person, guardians };
}
