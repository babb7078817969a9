import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { SCORES_LENGTH, type StudentSummary } from '#contract/people/student-summary.ts';
import type { Db } from '#server/db/client.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';

/** The scores of a student in every class of the branches that `user` sees, newest first. */
export async function scoresOfStudent(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentSummary['scores']> {
  const { _id, name, maxScore, date, status, classId } = assessmentTable;
  const { score, enrolmentId } = scoreTable;
  const rows = await db
    .select({
      _id,
      name,
      maxScore,
      date,
      score,
      enrolmentId,
      classCode: classTable.classCode,
      courseEn: courseTable.nameEn,
      courseLo: courseTable.nameLo,
    })
    .from(scoreTable)
    .innerJoin(enrolmentTable, eq(enrolmentTable._id, enrolmentId))
    .innerJoin(assessmentTable, eq(_id, scoreTable.assessmentId))
    .innerJoin(classTable, eq(classTable._id, classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        eq(enrolmentTable.studentId, studentId),
        isNotNull(score),
        ne(status, 'draft'),
        ownBranchOnly(user, classTable.branchId),
      ),
    )
    .orderBy(sql`${date} desc nulls last`, desc(_id))
    .limit(SCORES_LENGTH);
  return rows.flatMap((row) => (row.score === null ? [] : { ...row, score: row.score }));
}
