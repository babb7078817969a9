import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { DeskFamily, deskFamilyQuery, FamilyStudent } from '#contract/desk/desk.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import { orderRowFields } from '#server/ledger/orders/order-rows.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { knownHere } from '#server/people/students/known-here.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import {
  askedBackOf,
  openBalance,
  freeMoneyOf,
  ordersOfPayer,
  mergedPayer,
  type Payer,
} from '#server/ledger/orders/payer-account.ts';
import { ruledFacts, siblingsByPayer } from '#server/desk/visits/visit-facts.ts';

type Query = z.output<typeof deskFamilyQuery>;

/** A parent has one name in one script; the other name fields are empty. */
const parentName = ({
  _id,
  firstName,
  lastName,
  phone,
}: Pick<typeof parentTable.$inferSelect, '_id' | 'firstName' | 'lastName' | 'phone'>) => ({
  _id,
  firstName,
  lastName,
  firstNameEn: '',
  lastNameEn: '',
  nickname: '',
  phone,
});

const guardiansOf = (db: Db, studentId: string) =>
  db
    .select({
      parent: parentTable,
      relation: guardianTable.relation,
      isPayer: guardianTable.isPayer,
    })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(eq(guardianTable.studentId, studentId))
    .orderBy(asc(guardianTable.position));

function studentsWhere(
  db: Db,
  user: SignedInUser,
  which: { parentId: string } | { studentId: string },
) {
  const { _id, studentCode, dateOfBirth, homeBranchId: branchId, priceCategory } = studentTable;
  const fields = { _id, ...studentName, studentCode, dateOfBirth, branchId, priceCategory };
  const isVisible = and(
    eq(studentTable.archived, false),
    knownHere(user, { id: _id, home: branchId }),
  );
  if ('studentId' in which)
    return db
      .select(fields)
      .from(studentTable)
      .where(and(eq(_id, which.studentId), isVisible))
      .then((rows) => rows.map((row) => ({ ...row, relation: '' })));
  return db
    .select({ ...fields, relation: guardianTable.relation })
    .from(guardianTable)
    .innerJoin(studentTable, eq(studentTable._id, guardianTable.studentId))
    .where(
      and(eq(guardianTable.parentId, which.parentId), eq(guardianTable.isPayer, true), isVisible),
    )
    .orderBy(studentCode);
}

async function placesOf(db: Db, ids: string[]) {
  const {
    _id: enrolmentId,
    studentId,
    branchId,
    classId,
    courseId,
    holdUntil,
    startDate,
    endDate,
  } = enrolmentTable;
  const rows = await db
    .select({
      enrolmentId,
      studentId,
      branchId,
      classId,
      classCode: classTable.classCode,
      courseId,
      status: statusNow,
      holdUntil,
      startDate,
      endDate,
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, classId))
    .where(inArray(studentId, ids))
    .orderBy(desc(startDate));
  const charged =
    rows.length === 0
      ? []
      : await db
          .selectDistinct({ enrolmentId: orderLineTable.enrolmentId })
          .from(orderLineTable)
          .where(
            inArray(
              orderLineTable.enrolmentId,
              rows.map((row) => row.enrolmentId),
            ),
          );
  const withOrder = new Set(charged.map((line) => line.enrolmentId));
  return rows.map((row) => ({ ...row, hasOrder: withOrder.has(row.enrolmentId) }));
}

/**
 * The students of a family with their enrolments, the next course, and the books they have. For
 * students of another home branch only the enrolments in this branch are included.
 */
async function withPlaces(
  db: Db,
  user: SignedInUser,
  students: Awaited<ReturnType<typeof studentsWhere>>,
): Promise<FamilyStudent[]> {
  const ids = students.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const places = await placesOf(db, ids);
  const courses = await db
    .select({ _id: courseTable._id, nextCourseId: courseTable.nextCourseId })
    .from(courseTable);
  const { studentId, productId } = orderLineTable;
  const owned = await db
    .selectDistinct({ studentId, productId })
    .from(orderLineTable)
    .where(
      and(
        inArray(studentId, ids),
        eq(orderLineTable.kind, 'product'),
        isNull(orderLineTable.ofLineId),
      ),
    );
  const facts = await ruledFacts(db, ids);
  return students.map((student) => {
    const isHome = seesAllBranches(user.role) || student.branchId === user.branchId;
    const own = places.filter(
      (place) => place.studentId === student._id && (isHome || place.branchId === user.branchId),
    );
    const last = own.find(({ status }) => status === 'active' || status === 'completed');
    return {
      ...student,
      places: own.map(({ studentId: _student, branchId: _branch, ...place }) => place),
      nextCourseId: courses.find(({ _id }) => _id === last?.courseId)?.nextCourseId ?? null,
      ownedProductIds: owned.flatMap((line) =>
        line.studentId === student._id && line.productId !== null ? [line.productId] : [],
      ),
      firstTermOn: facts.get(student._id)?.firstTermOn ?? null,
      siblings: isHome ? [...(facts.get(student._id)?.siblings ?? [])] : [],
    };
  });
}

/** The debts of the payer, oldest due date first. */
async function owedBy(db: Db, payer: Payer): Promise<DeskFamily['owed']> {
  const orders = (await ordersOfPayer(db, payer)).filter(
    (order) => order.state === 'confirmed' && openBalance(order) > 0,
  );
  if (orders.length === 0) return [];
  const { _id } = orderTable;
  const dues = await db
    .select({ orderId: _id, dueOn: orderRowFields.dueOn })
    .from(orderTable)
    .where(
      inArray(
        _id,
        orders.map((order) => order._id),
      ),
    );
  const rows = orders.map((order) => ({
    orderId: order._id,
    number: order.number,
    balanceLAK: openBalance(order),
    dueOn: dues.find((due) => due.orderId === order._id)?.dueOn ?? null,
    branchId: order.branchId,
  }));
  return rows.toSorted((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? ''));
}

/** GET `/desk/families`: everybody that one payer pays for, and the state of their account. */
export async function deskFamilyOf(
  db: Db,
  user: SignedInUser,
  { studentId, parentId }: Query,
): Promise<DeskFamily> {
  const [chosen] = studentId === undefined ? [] : await studentsWhere(db, user, { studentId });
  if (studentId !== undefined && !chosen) throw new ApiError('notFound');
  const guardians = studentId === undefined ? [] : await guardiansOf(db, studentId);
  const paying = guardians.find(({ isPayer }) => isPayer);
  const payerParentId = paying?.parent._id ?? parentId ?? null;
  const students =
    payerParentId === null
      ? chosen
        ? [chosen]
        : []
      : await studentsWhere(db, user, { parentId: payerParentId });
  const [parent] =
    payerParentId === null
      ? []
      : await db.select().from(parentTable).where(eq(parentTable._id, payerParentId));
  // Not own: a person of another branch without a child in one of the user's branches.
  const isOwn =
    parent !== undefined && (seesAllBranches(user.role) || parent.branchId === user.branchId);
  if (students.length === 0 && !isOwn) throw new ApiError('notFound');
  const [adult] =
    parent || !chosen
      ? []
      : await db
          .select({ phone: studentTable.phone })
          .from(studentTable)
          .where(eq(studentTable._id, chosen._id));
  const account = await mergedPayer(db, {
    payerParentId,
    payerStudentId: payerParentId === null ? (chosen?._id ?? null) : null,
  });
  const creditLAK = (await freeMoneyOf(db, account)).reduce((sum, { freeLAK }) => sum + freeLAK, 0);
  const {
    _id = '',
    firstName = '',
    lastName = '',
    firstNameEn = '',
    lastNameEn = '',
    nickname = '',
  } = chosen ?? {};
  const self = {
    _id,
    firstName,
    lastName,
    firstNameEn,
    lastNameEn,
    nickname,
    kind: 'student' as const,
    phone: adult?.phone ?? '',
    relation: '',
  };
  return {
    payer: parent
      ? { ...parentName(parent), kind: 'parent', relation: paying?.relation ?? '' }
      : self,
    guardians: guardians
      .filter(({ isPayer }) => !isPayer)
      .map(({ parent: other, relation }) => ({ ...parentName(other), relation })),
    students: await withPlaces(db, user, students),
    siblings: [
      ...((await siblingsByPayer(db, parent ? [parent._id] : [])).get(parent?._id ?? '') ?? []),
    ],
    owed: await owedBy(db, account),
    creditLAK,
    askedBackLAK: await askedBackOf(db, account, creditLAK),
  };
}
