import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { hasToDoWith, knownHere } from '#server/people/students/known-here.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import type { Payer } from '#server/ledger/orders/payer-account.ts';

export type KnownPayer = { payer: FamilyAccount['payer']; homeBranchId: string; key: Payer };

async function isKnownParent(db: Db, user: SignedInUser, parentId: string): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`
    select exists (
      select
      from ${orderTable} paid_order
      where paid_order.branch_id = ${user.branchId}::uuid
        and paid_order.payer_parent_id in (
          select id from ${parentTable} where id = ${parentId} or merged_into_id = ${parentId}
        )
    )
      or exists (
        select
        from ${guardianTable} link
        join ${studentTable} child on child.id = link.student_id
        where link.parent_id = ${parentId}
          and (
            child.home_branch_id = ${user.branchId}::uuid
              or ${hasToDoWith(sql`child.id`, user.branchId)}
          )
      ) as known`);
  return rows[0]?.known === true;
}

/** The payer, if the user may know them; for a merged record, the one that remains. */
export async function knownPayer(db: Db, user: SignedInUser, id: string): Promise<KnownPayer> {
  const [parent] = await db.select().from(parentTable).where(eq(parentTable._id, id));
  if (parent?.mergedIntoId) return knownPayer(db, user, parent.mergedIntoId);
  if (parent) {
    const isOwn =
      seesAllBranches(user.role) ||
      parent.branchId === user.branchId ||
      (await isKnownParent(db, user, parent._id));
    if (!isOwn) throw new ApiError('notFound');
    const { _id, firstName, lastName, phone } = parent;
    return {
      payer: {
        kind: 'parent',
        _id,
        firstName,
        lastName,
        firstNameEn: '',
        lastNameEn: '',
        nickname: '',
        phone,
      },
      homeBranchId: parent.branchId,
      key: { payerParentId: _id, payerStudentId: null },
    };
  }
  const { _id, phone, homeBranchId, mergedIntoId } = studentTable;
  const [student] = await db
    .select({ _id, ...studentName, phone, homeBranchId, mergedIntoId })
    .from(studentTable)
    .where(eq(_id, id));
  if (student?.mergedIntoId) return knownPayer(db, user, student.mergedIntoId);
  const isKnown =
    student &&
    (await db.$count(
      studentTable,
      and(eq(_id, id), knownHere(user, { id: _id, home: homeBranchId })),
    )) > 0;
  if (!student || !isKnown) throw new ApiError('notFound');
  const { mergedIntoId: _merged, homeBranchId: home, ...person } = student;
  return {
    payer: { ...person, kind: 'student' },
    homeBranchId: home,
    key: { payerParentId: null, payerStudentId: student._id },
  };
}

/** The students for whom they pay and whom the user may know, with their present seats. */
export async function studentsOf(
  db: Db,
  user: SignedInUser,
  { payerParentId, payerStudentId }: Payer,
): Promise<FamilyAccount['students']> {
  const { _id, studentCode, dateOfBirth, homeBranchId } = studentTable;
  const ofParent = sql`
    ${_id} in (
      select student_id from ${guardianTable} where parent_id = ${payerParentId} and is_payer
    )`;
  const students = await db
    .select({ _id, ...studentName, studentCode, dateOfBirth })
    .from(studentTable)
    .where(
      and(
        payerStudentId === null ? ofParent : eq(_id, payerStudentId),
        eq(studentTable.archived, false),
        knownHere(user, { id: _id, home: homeBranchId }),
      ),
    )
    .orderBy(asc(studentCode));
  if (students.length === 0) return [];
  const { studentId, branchId, classId } = enrolmentTable;
  const isNow = sql`${statusNow} in ('active', 'suspended', 'pending')`;
  const places = await db
    .select({ studentId, classCode: classTable.classCode, status: statusNow })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, classId))
    .where(
      and(
        inArray(
          studentId,
          students.map((student) => student._id),
        ),
        ownBranchOnly(user, branchId),
        isNow,
      ),
    )
    .orderBy(asc(classTable.classCode));
  return students.map((student) => ({
    ...student,
    places: places
      .filter((place) => place.studentId === student._id)
      .map(({ classCode, status }) => ({ classCode, status })),
  }));
}
