import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { firstSessionOn } from '#server/academic/classes/first-session.ts';
import type { CancelPreview } from '#contract/classes/class-changes.ts';
import { enrollingStatuses, type SchoolClass } from '#contract/classes/classes.ts';
import type { Db } from '#server/db/client.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { readClass } from '#server/academic/classes/class-reads.ts';
import { seatsTaken, statusNow } from '#server/academic/classes/seats.ts';
import { refundPolicyOf } from '#server/desk/enrolment-changes/withdraw.service.ts';
import { previewMoney } from './cancel-money.ts';
import { comingSessions, seatedStatuses } from './move-students.ts';

/** The students of a class in all statuses, by their first name. */
const readStudents = (db: Db, classId: string) =>
  db
    .select({
      _id: enrolmentTable._id,
      studentId: studentTable._id,
      studentCode: studentTable.studentCode,
      ...studentName,
      status: statusNow,
      startDate: enrolmentTable.startDate,
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .where(eq(enrolmentTable.classId, classId))
    .orderBy(sql`lower(${studentTable.firstName})`, enrolmentTable._id);

/** The other classes of the course and branch that accept enrolments and are not over. */
function readTargets(
  db: Db,
  user: SignedInUser,
  ofClass: SchoolClass,
  day: string,
): Promise<CancelPreview['targets']> {
  const isOther = and(
    eq(classTable.courseId, ofClass.courseId),
    ne(classTable._id, ofClass._id),
    ownBranchOnly(user, classTable.branchId),
    eq(classTable.branchId, ofClass.branchId),
  );
  return db
    .select({
      _id: classTable._id,
      classCode: classTable.classCode,
      startDate: firstSessionOn,
      slots: classTable.slots,
      seatsLeft: sql<number>`${classTable.capacity} - ${seatsTaken}`,
    })
    .from(classTable)
    .where(
      and(
        isOther,
        inArray(classTable.status, [...enrollingStatuses]),
        gte(classTable.endDate, day),
      ),
    )
    .orderBy(asc(classTable.classCode));
}

/**
 * The students of a class that is to be cancelled, and the classes of its course that could take
 * them.
 */
export async function previewCancel(
  db: Db,
  user: SignedInUser,
  _id: string,
): Promise<CancelPreview> {
  const ofClass = await readClass(db, user, _id);
  const day = await todayInLaos(db);
  const enrolments = await readStudents(db, _id);
  const targets = await readTargets(db, user, ofClass, day);
  const seatedNow = enrolments.filter(({ status }) =>
    (seatedStatuses as readonly string[]).includes(status),
  );
  const { orders, moneyOf } = await previewMoney(db, user, _id, {
    day,
    students: seatedNow,
    targetIds: targets.map((one) => one._id),
  });
  return {
    orders,
    refundPolicy: await refundPolicyOf(db),
    sessions: await db.$count(classSessionTable, comingSessions(_id, day)),
    waiting: enrolments.filter(({ status }) => status === 'waitlisted').length,
    students: seatedNow.map(({ _id: enrolmentId, startDate: _start, ...one }) => ({
      ...one,
      enrolmentId,
      money: moneyOf(enrolmentId),
    })),
    targets,
  };
}
