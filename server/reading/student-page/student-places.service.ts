import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { AttendanceCounts } from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { orderBalance } from '#contract/orders/orders.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { UNDONE } from '#contract/classes/enrolling.ts';
import { readPassedBefore } from '#server/academic/enrolments/passed-before.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { freeMoneyOf, ordersOfPayer, mergedPayer } from '#server/ledger/orders/payer-account.ts';
import { hasToDoWith } from '#server/people/students/known-here.ts';
import { placeClasses } from './place-class.ts';
import { countMarks } from './place-marks.ts';
import { ordersWhere } from './place-money.ts';
import { readPerson } from './student-person.ts';

const MOST_ORDERS = 50;

/**
 * The student's record that remains after merges, if the user may know them: at home in their
 * branch, or with an enrolment (an open transfer holds one) or an order there.
 */
async function knownStudent(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<{ _id: string; homeBranchId: string }> {
  const [row] = await db
    .select({
      _id: studentTable._id,
      homeBranchId: studentTable.homeBranchId,
      mergedIntoId: studentTable.mergedIntoId,
    })
    .from(studentTable)
    .where(eq(studentTable._id, studentId));
  if (!row) throw new ApiError('notFound');
  if (row.mergedIntoId !== null) return knownStudent(db, user, row.mergedIntoId);
  if (seesAllBranches(user.role) || row.homeBranchId === user.branchId) return row;
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select ${hasToDoWith(sql`${row._id}::uuid`, user.branchId)} as known`,
  );
  if (rows[0]?.known !== true) throw new ApiError('notFound');
  return row;
}

/** A student's marks by enrolment, each within the days of its enrolment. */
async function attendanceByPlace(
  db: Db,
  enrolmentIds: readonly string[],
): Promise<(id: string) => AttendanceCounts> {
  const { rows } = await db.execute<{
    _id: string;
    status: keyof AttendanceCounts;
    times: number;
  }>(sql`
    select enrolment.id as _id, mark.status, count(*)::int as times from ${enrolmentTable} enrolment
      join ${classSessionTable} session on session.class_id = enrolment.class_id
        and session.status = 'held' and session.date >= enrolment.start_date
        and session.date <= coalesce(enrolment.end_date, 'infinity'::date)
      join ${attendanceTable} mark on mark.session_id = session.id
        and mark.student_id = enrolment.student_id
    where enrolment.id = any(${sql.param([...enrolmentIds])}::uuid[])
    group by enrolment.id, mark.status`);
  return (id) =>
    rows
      .filter(({ _id }) => _id === id)
      .reduce((counts, { status, times }) => ({ ...counts, [status]: times }), countMarks([]));
}

async function placesOf(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentPlaces['places']> {
  const {
    _id: enrolmentId,
    classId,
    startDate,
    waitPosition,
    holdUntil,
    branchId,
  } = enrolmentTable;
  const isUndone = and(
    eq(enrolmentTable.status, 'cancelled'),
    eq(enrolmentTable.statusReason, UNDONE),
  );
  const rows = await db
    .select({
      enrolmentId,
      classId,
      status: statusNow,
      since: startDate,
      until: enrolmentTable.endDate,
      waitPosition,
      holdUntil,
    })
    .from(enrolmentTable)
    .where(
      and(
        eq(enrolmentTable.studentId, studentId),
        ownBranchOnly(user, branchId),
        sql`not (${isUndone})`,
      ),
    )
    .orderBy(desc(startDate), desc(enrolmentId));
  const [classes, countsOf] = [
    await placeClasses(db, [...new Set(rows.map((row) => row.classId))]),
    await attendanceByPlace(
      db,
      rows.map((row) => row.enrolmentId),
    ),
  ];
  return rows.flatMap((row) => {
    const one = classes.get(row.classId);
    return one ? [{ ...one, ...row, attendance: countsOf(row.enrolmentId) }] : [];
  });
}

/**
 * GET `/students/{id}/places`: the student's record for reading; for one of another branch, only
 * the person and their account.
 */
export async function readStudentPlaces(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentPlaces> {
  const { _id, homeBranchId } = await knownStudent(db, user, studentId);
  const person = await readPerson(db, _id);
  const paying = person.guardians.find(({ isPayer }) => isPayer);
  const payer = await mergedPayer(db, {
    payerParentId: paying?._id ?? null,
    payerStudentId: paying ? null : _id,
  });
  const owing = (await ordersOfPayer(db, payer)).filter(({ state }) => state === 'confirmed');
  const free = await freeMoneyOf(db, payer);
  const { orderId } = orderLineTable;
  const isNamedInLine = inArray(
    orderTable._id,
    db.select({ orderId }).from(orderLineTable).where(eq(orderLineTable.studentId, _id)),
  );
  return {
    ...person,
    payerId: payer.payerParentId ?? payer.payerStudentId ?? _id,
    owedLAK: owing.reduce((sum, order) => sum + orderBalance(order), 0),
    creditLAK: free.reduce((sum, { freeLAK }) => sum + freeLAK, 0),
    places: await placesOf(db, user, _id),
    passedBefore: (await readPassedBefore(db, [_id])).map(({ studentId: _student, ...one }) => one),
    orders: await ordersWhere(
      db,
      and(
        ownBranchOnly(user, orderTable.branchId),
        or(isNamedInLine, eq(orderTable.payerStudentId, _id)),
      ),
      MOST_ORDERS,
    ),
    isOfOtherBranch: !seesAllBranches(user.role) && homeBranchId !== user.branchId,
  };
}
