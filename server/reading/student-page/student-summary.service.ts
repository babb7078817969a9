import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { AttendanceCounts } from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { presentStatuses } from '#contract/classes/enrolments.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { StudentSummary } from '#contract/people/student-summary.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import {
  openBalance,
  freeMoneyOf,
  ordersOfPayer,
  type Payer,
} from '#server/ledger/orders/payer-account.ts';
import { scoresOfStudent } from './student-scores.ts';
import { nextLessonOf, happeningsOf } from './student-timeline.ts';
import { readStudent } from '#server/people/students/student-records.service.ts';

type ClassNow = StudentSummary['classes'][number];

async function attendanceIn(db: Db, studentId: string, classId: string): Promise<AttendanceCounts> {
  const { status } = attendanceTable;
  const counted = await db
    .select({ status, n: sql<number>`count(*)::int` })
    .from(attendanceTable)
    .innerJoin(classSessionTable, eq(classSessionTable._id, attendanceTable.sessionId))
    .where(and(eq(attendanceTable.studentId, studentId), eq(classSessionTable.classId, classId)))
    .groupBy(status);
  const counts: AttendanceCounts = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };
  for (const row of counted) counts[row.status] = row.n;
  return counts;
}

async function lastScoreOf(db: Db, enrolmentId: string): Promise<ClassNow['lastScore']> {
  const { name, maxScore, date, _id } = assessmentTable;
  const [sums] = await db
    .select({ name, maxScore, score: scoreTable.score })
    .from(scoreTable)
    .innerJoin(assessmentTable, eq(_id, scoreTable.assessmentId))
    .where(and(eq(scoreTable.enrolmentId, enrolmentId), isNotNull(scoreTable.score)))
    .orderBy(sql`${date} desc nulls last`, desc(_id))
    .limit(1);
  return sums === undefined || sums.score === null ? null : { ...sums, score: sums.score };
}

async function classesOf(db: Db, user: SignedInUser, studentId: string): Promise<ClassNow[]> {
  const { _id, classCode, slots } = classTable;
  const rows = await db
    .select({
      _id,
      enrolmentId: enrolmentTable._id,
      classCode,
      courseEn: courseTable.nameEn,
      courseLo: courseTable.nameLo,
      status: enrolmentTable.status,
      slots,
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(_id, enrolmentTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        eq(enrolmentTable.studentId, studentId),
        inArray(enrolmentTable.status, [...presentStatuses]),
        ownBranchOnly(user, classTable.branchId),
      ),
    )
    .orderBy(classTable.startDate, classCode);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      attendance: await attendanceIn(db, studentId, row._id),
      lastScore: await lastScoreOf(db, row.enrolmentId),
    })),
  );
}

/**
 * The payer's debt in the branches that the user sees, and their credit, which is valid in all
 * branches.
 */
async function sumsOf(
  db: Db,
  user: SignedInUser,
  payer: Payer,
): Promise<{ owedLAK: number; creditLAK: number }> {
  const orders = (await ordersOfPayer(db, payer)).filter(
    ({ state, branchId }) =>
      state === 'confirmed' && (user.branchId === branchId || seesAllBranches(user.role)),
  );
  const free = await freeMoneyOf(db, payer);
  return {
    owedLAK: orders.reduce((sum, order) => sum + Math.max(0, openBalance(order)), 0),
    creditLAK: free.reduce((sum, { freeLAK }) => sum + freeLAK, 0),
  };
}

/** GET `/students/{id}/summary`. */
export async function readStudentSummary(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentSummary> {
  const student = await readStudent(db, user, studentId);
  const seesMoney = can(user, 'family-accounts:read');
  const known = {
    classes: await classesOf(db, user, studentId),
    next: await nextLessonOf(db, user, studentId),
    timeline: await happeningsOf(db, user, studentId, seesMoney),
    scores: await scoresOfStudent(db, user, studentId),
  };
  if (!seesMoney) return { ...known, payers: [] };
  const people = [
    ...student.guardians.map(({ parentId, firstName, lastName }) => ({
      _id: parentId,
      name: `${firstName} ${lastName}`.trim(),
      nameEn: '',
      payer: { payerParentId: parentId, payerStudentId: null },
    })),
    {
      _id: studentId,
      name: `${student.firstName} ${student.lastName}`.trim(),
      nameEn:
        student.firstNameEn !== '' && student.lastNameEn !== ''
          ? `${student.firstNameEn} ${student.lastNameEn}`
          : '',
      payer: { payerParentId: null, payerStudentId: studentId },
    },
  ];
  const payers = await Promise.all(
    people.map(async ({ payer, ...person }) => ({ ...person, ...(await sumsOf(db, user, payer)) })),
  );
  return {
    ...known,
    payers: payers.filter(({ owedLAK, creditLAK }) => owedLAK > 0 || creditLAK > 0),
  };
}
