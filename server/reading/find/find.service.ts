import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MOST_FOUND, type Found, type FoundKind } from '#contract/reports/find.ts';
import { can, type Action } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly, listedBranch } from '#server/lib/branch-scope.ts';
import { matches, matchesStart } from '#server/db/search-text.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { receiptNumberIs } from '#server/ledger/books/receipt-number.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { findOrders, payerFields } from '#server/ledger/orders/order-rows.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherBranch } from '#server/people/teachers/teachers.service.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

type Rows = Promise<Omit<Found, 'kind'>[]>;
/** Reads the matches of one kind; every finder limits them to the branches that `user` sees. */
type Finder = (db: Db, user: SignedInUser, q: string) => Rows;

const nothing = sql<string>`''`;
const noSum = sql<number | null>`null`;
const fullName = (first: unknown, last: unknown) => sql<string>`trim(${first} || ' ' || ${last})`;
/** Half a name in Latin letters counts as none. */
const latinName = (first: unknown, last: unknown) =>
  sql<string>`
    case when ${first} <> '' and ${last} <> '' then ${first} || ' ' || ${last} else '' end`;

const parents: Finder = (db, user, q) =>
  db
    .select({
      _id: parentTable._id,
      name: fullName(parentTable.firstName, parentTable.lastName),
      nameEn: nothing,
      code: nothing,
      detail: nothing,
      phone: parentTable.phone,
      sumLAK: noSum,
      payerId: parentTable._id,
    })
    .from(parentTable)
    .where(
      and(
        ownBranchOnly(user, parentTable.branchId),
        matches(parentTable.search, q),
        eq(parentTable.archived, false),
        isNull(parentTable.mergedIntoId),
      ),
    )
    .orderBy(desc(matchesStart(parentTable.search, q)), desc(parentTable.createdAt))
    .limit(MOST_FOUND);

const students: Finder = (db, user, q) =>
  db
    .select({
      _id: studentTable._id,
      name: fullName(studentTable.firstName, studentTable.lastName),
      nameEn: latinName(studentTable.firstNameEn, studentTable.lastNameEn),
      code: studentTable.studentCode,
      detail: studentTable.nickname,
      phone: studentTable.phone,
      sumLAK: noSum,
      payerId: sql<string>`
        coalesce(
          (
            select parent_id
            from ${guardianTable}
            where student_id = ${studentTable._id} and is_payer
          ),
            ${studentTable._id}
        )`,
    })
    .from(studentTable)
    .where(
      and(
        ownBranchOnly(user, studentTable.homeBranchId),
        matches(studentTable.search, q),
        eq(studentTable.archived, false),
        isNull(studentTable.mergedIntoId),
      ),
    )
    .orderBy(desc(matchesStart(studentTable.search, q)), desc(studentTable.createdAt))
    .limit(MOST_FOUND);

const teachers: Finder = (db, user, q) =>
  db
    .select({
      _id: teacherTable._id,
      name: fullName(teacherTable.firstName, teacherTable.lastName),
      nameEn: latinName(teacherTable.firstNameEn, teacherTable.lastNameEn),
      code: teacherTable.teacherCode,
      detail: nothing,
      phone: teacherTable.phone,
      sumLAK: noSum,
    })
    .from(teacherTable)
    .where(
      and(
        ownBranchOnly(user, teacherBranch),
        matches(teacherTable.search, q),
        eq(teacherTable.archived, false),
      ),
    )
    .orderBy(desc(matchesStart(teacherTable.search, q)), desc(teacherTable.createdAt))
    .limit(MOST_FOUND);

const classes: Finder = (db, user, q) =>
  db
    .select({
      _id: classTable._id,
      name: courseTable.nameLo,
      nameEn: courseTable.nameEn,
      code: classTable.classCode,
      detail: nothing,
      phone: nothing,
      sumLAK: noSum,
    })
    .from(classTable)
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        ownBranchOnly(user, classTable.branchId),
        or(matches(classTable.search, q), matches(courseTable.search, q)),
        sql`${classTable.status} not in ('archived', 'cancelled')`,
      ),
    )
    .orderBy(desc(classTable.startDate), classTable.classCode)
    .limit(MOST_FOUND);

const day = (at: unknown) =>
  sql<string>`to_char(${at} at time zone 'Asia/Vientiane', 'DD/MM/YYYY')`;

const orders: Finder = async (db, user, q) =>
  db
    .select({
      _id: orderTable._id,
      name: payerFields.payerName,
      nameEn: payerFields.payerNameEn,
      code: orderTable.number,
      detail: day(orderTable.at),
      phone: nothing,
      sumLAK: sql<number | null>`
        case
          when ${orderTable.state} = 'confirmed'
            then (${orderTable.totalLAK} - ${orderTable.paidLAK} - ${orderTable.pendingLAK})::float8
            end`,
    })
    .from(orderTable)
    .where(
      and(
        ownBranchOnly(user, orderTable.branchId),
        await findOrders(db, q, listedBranch(user, undefined)),
      ),
    )
    .orderBy(desc(orderTable.at), desc(orderTable._id))
    .limit(MOST_FOUND);

const receipts: Finder = async (db, user, q) => {
  const isNumber = receiptNumberIs(q);
  if (!isNumber) return [];
  return db
    .select({
      _id: receiptTable._id,
      name: nothing,
      nameEn: nothing,
      code: receiptTable.number,
      detail: day(receiptTable.at),
      phone: nothing,
      sumLAK: receiptTable.amountLAK,
    })
    .from(receiptTable)
    .where(and(ownBranchOnly(user, receiptTable.branchId), isNumber))
    .orderBy(desc(receiptTable.at))
    .limit(MOST_FOUND);
};

const products: Finder = (db, _user, q) =>
  db
    .select({
      _id: productTable._id,
      name: productTable.nameLo,
      nameEn: productTable.nameEn,
      code: productTable.sku,
      detail: productTable.barcode,
      phone: nothing,
      sumLAK: noSum,
    })
    .from(productTable)
    .where(and(matches(productTable.search, q), eq(productTable.active, true)))
    .orderBy(productTable.sku)
    .limit(MOST_FOUND);

const finders: Record<FoundKind, { may: Action; find: Finder }> = {
  parent: { may: 'parents:read', find: parents },
  student: { may: 'students:read', find: students },
  teacher: { may: 'teachers:read', find: teachers },
  class: { may: 'classes:read', find: classes },
  order: { may: 'orders:read', find: orders },
  receipt: { may: 'orders:read', find: receipts },
  product: { may: 'products:read', find: products },
};

/**
 * The matches of `q`, kind by kind, one query after the other: the embedded engine has one
 * connection, and others wait for it too.
 */
export async function findAnything(db: Db, user: SignedInUser, q: string): Promise<Found[]> {
  const all: Found[] = [];
  for (const [kind, { may, find }] of Object.entries(finders) as [
    FoundKind,
    (typeof finders)[FoundKind],
  ][]) {
    if (can(user, may)) all.push(...(await find(db, user, q)).map((row) => ({ kind, ...row })));
  }
  return all;
}
