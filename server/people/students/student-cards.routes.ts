import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  MAX_STUDENT_CARDS,
  studentCard,
  studentCardsQuery,
  type StudentCard,
  type StudentCardsQuery,
} from '#contract/people/student-cards.ts';
import type { Db } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { studentName, studentTable as table } from '#server/db/tables/people/students.table.ts';

const studying = ['pending', 'active', 'suspended'] as const;

/** A class of the user's branch may have students from another branch. */
async function readCards(
  db: Db,
  user: SignedInUser,
  { classId, ids }: StudentCardsQuery,
): Promise<StudentCard[]> {
  const inClass = db
    .select({ _id: enrolmentTable.studentId })
    .from(enrolmentTable)
    .where(
      and(
        eq(enrolmentTable.classId, classId ?? ''),
        inArray(enrolmentTable.status, [...studying]),
        ownBranchOnly(user, enrolmentTable.branchId),
      ),
    );
  const where =
    classId === undefined
      ? and(inArray(table._id, (ids ?? '').split(',')), ownBranchOnly(user, table.homeBranchId))
      : inArray(table._id, inClass);
  const branch = sql<
    StudentCard['branch']
  >`json_build_object('en', branches.branch_name, 'lo', branches.branch_name_lo)`;
  const fields = {
    _id: table._id,
    studentCode: table.studentCode,
    ...studentName,
    photoFileId: table.photoFileId,
    branch,
  };
  return db
    .select(fields)
    .from(table)
    .innerJoin(branchTable, eq(branchTable._id, table.homeBranchId))
    .where(where)
    .orderBy(asc(table.studentCode))
    .limit(MAX_STUDENT_CARDS);
}

/** The data that is printed on student cards. */
export function studentCardRoutes(api: Api, { db }: Services): void {
  const schema = { querystring: studentCardsQuery, response: responses(200, z.array(studentCard)) };
  api.get('/students/cards', { config: { action: 'students:read' }, schema }, (request) =>
    readCards(db, currentUser(request), request.query),
  );
}
