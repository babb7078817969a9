import { asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { liveStatuses } from '#contract/classes/class-changes.ts';
import { seatStatuses } from '#contract/classes/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { courseProductTable, productTable } from '#server/db/tables/catalogue/products.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { importKeyTable } from '#server/db/tables/desk/moving-in.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { writtenBooks } from '#server/desk/moving-in/book-cells.ts';

/** Places that the import takes: those that go on, and those that wait. */
export const leavingStatuses = ['active', 'suspended', 'waitlisted'] as const;

const byId = <Row extends { _id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row._id, row]));

type ClassRow = typeof classTable.$inferSelect;

/** A class of an old name that several have says its code too, so that each place finds its own. */
function namesOfClasses(classes: readonly ClassRow[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { oldName } of classes)
    times.set(oldName.toLowerCase(), (times.get(oldName.toLowerCase()) ?? 0) + 1);
  return new Map(
    classes.map(({ _id, oldName, classCode }) => {
      if (oldName === '') return [_id, classCode];
      const isOwn = times.get(oldName.toLowerCase()) === 1;
      return [_id, isOwn ? oldName : `${oldName} · ${classCode}`];
    }),
  );
}

/** The seats that each class has given away. */
async function seatsTaken(tx: Tx): Promise<Map<string, number>> {
  const seats = new Map<string, number>();
  const rows = await tx
    .select({ classId: enrolmentTable.classId })
    .from(enrolmentTable)
    .where(inArray(enrolmentTable.status, [...seatStatuses]));
  for (const { classId } of rows) seats.set(classId, (seats.get(classId) ?? 0) + 1);
  return seats;
}

/** Classes that are open, run or are planned, and those in which somebody still has a place. */
async function classesOf(tx: Tx): Promise<ClassRow[]> {
  const named = tx
    .select({ classId: enrolmentTable.classId })
    .from(enrolmentTable)
    .where(inArray(enrolmentTable.status, [...leavingStatuses]));
  return tx
    .select()
    .from(classTable)
    .where(or(inArray(classTable.status, [...liveStatuses]), inArray(classTable._id, named)));
}

/** Products that leave: those in use, and others of which something is on hand. */
export const leavingProduct: SQL = sql`(${productTable.active} or exists (
  select from ${stockLevelTable} level
  where level.product_id = ${productTable._id} and level.on_hand > 0))`;

type Book = Parameters<typeof writtenBooks>[0][number];

/** The books of each course as a cell says them. */
async function booksOf(tx: Tx): Promise<Map<string, string>> {
  const { courseId, productId, quantity, needed } = courseProductTable;
  const rows = await tx
    .select({ courseId, sku: productTable.sku, quantity, needed })
    .from(courseProductTable)
    .innerJoin(productTable, eq(productTable._id, productId))
    .where(leavingProduct);
  const books = new Map<string, Book[]>();
  for (const { courseId: id, ...book } of rows) books.set(id, [...(books.get(id) ?? []), book]);
  return new Map([...books].map(([id, some]) => [id, writtenBooks(some, 'lo')]));
}

async function keysOf(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.select().from(importKeyTable).orderBy(desc(importKeyTable.rowKey));
  return new Map(rows.map(({ kind, recordId, rowKey }) => [`${kind} ${recordId}`, rowKey]));
}

/** The records of a centre that others name, read once for all sheets. */
export async function readCentreRecords(tx: Tx) {
  const branches = await tx.select().from(branchTable).orderBy(asc(branchTable.code));
  const courses = await tx.select().from(courseTable).orderBy(asc(courseTable.code));
  const terms = await tx.select().from(academicTermTable).orderBy(asc(academicTermTable.code));
  const rooms = await tx.select().from(roomTable).where(eq(roomTable.active, true));
  const teachers = await tx
    .select()
    .from(teacherTable)
    .where(eq(teacherTable.archived, false))
    .orderBy(asc(teacherTable.teacherCode));
  const classes = await classesOf(tx);
  const { courseId } = coursePassedBeforeTable;
  const passed = await tx.selectDistinct({ courseId }).from(coursePassedBeforeTable);
  const keys = await keysOf(tx);
  return {
    branches: byId(branches),
    courses: byId(courses),
    terms: byId(terms),
    rooms: byId(rooms),
    teachers: byId(teachers),
    classes: byId(classes),
    classNames: namesOfClasses(classes),
    seatsTaken: await seatsTaken(tx),
    books: await booksOf(tx),
    /** Courses that somebody passed before BranchDesk. */
    passedCourses: new Set(passed.map((row) => row.courseId)),
    courseCategories: byId(await tx.select().from(courseCategoryTable)),
    productCategories: byId(await tx.select().from(productCategoryTable)),
    /** The centre's own key of a record; empty where it has none. */
    keyOf: (kind: MovingSheetKind, id: string) => keys.get(`${kind} ${id}`) ?? '',
  };
}

export type CentreRecords = Awaited<ReturnType<typeof readCentreRecords>>;

/** The code of a branch. */
export const branchCodeOf = ({ branches }: CentreRecords, id: string | null): string =>
  branches.get(id ?? '')?.code ?? '';
