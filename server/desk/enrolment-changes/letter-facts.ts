import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { firstSessionOn } from '#server/academic/classes/first-session.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { courseProductTable, productTable } from '#server/db/tables/catalogue/products.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

export type LetterClass = Awaited<ReturnType<typeof readClasses>>[number];

/** The classes of letters with the words that a family knows them by. */
const readClasses = (db: Db, ids: readonly string[]) =>
  db
    .select({
      _id: classTable._id,
      classCode: classTable.classCode,
      slots: classTable.slots,
      courseId: classTable.courseId,
      courseEn: courseTable.nameEn,
      courseLo: courseTable.nameLo,
      startDate: firstSessionOn,
      endDate: classTable.endDate,
      firstName: teacherTable.firstName,
      lastName: teacherTable.lastName,
    })
    .from(classTable)
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
    .where(inArray(classTable._id, [...ids]));

/** The books that students of these courses usually need, which the desk puts on the bill. */
const readBooks = (db: Db, courseIds: readonly string[]) =>
  db
    .select({
      courseId: courseProductTable.courseId,
      productId: courseProductTable.productId,
      quantity: courseProductTable.quantity,
    })
    .from(courseProductTable)
    .innerJoin(productTable, eq(productTable._id, courseProductTable.productId))
    .where(
      and(
        inArray(courseProductTable.courseId, [...courseIds]),
        eq(courseProductTable.needed, 'usual'),
        eq(productTable.active, true),
      ),
    )
    .orderBy(productTable.sku);

/** The products that students have bought before, as `student product`. */
async function readOwned(db: Db, studentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { studentId, productId, kind, ofLineId } = orderLineTable;
  const rows = await db
    .selectDistinct({ studentId, productId })
    .from(orderLineTable)
    .where(and(inArray(studentId, [...studentIds]), eq(kind, 'product'), isNull(ofLineId)));
  return new Set(rows.map((row) => `${row.studentId} ${row.productId}`));
}

/** The language of each payer who is a guardian, and that of the centre for all others. */
async function readLanguages(db: Db, payerIds: readonly string[]) {
  const parents = await db
    .select({ _id: parentTable._id, language: parentTable.preferredLanguage })
    .from(parentTable)
    .where(inArray(parentTable._id, [...payerIds]));
  const [centre] = await db
    .select({ language: schoolInfoTable.defaultLanguage })
    .from(schoolInfoTable);
  const known = new Map<string, Language>(parents.map(({ _id, language }) => [_id, language]));
  return (payerId: string): Language => known.get(payerId) ?? centre?.language ?? 'en';
}

/** Everything that letters of a branch say beside their prices. */
export async function readLetterFacts(
  db: Db,
  branchId: string,
  of: { classIds: readonly string[]; studentIds: readonly string[]; payerIds: readonly string[] },
) {
  const classes = await readClasses(db, of.classIds);
  const courseIds = [...new Set(classes.map(({ courseId }) => courseId))];
  const { _id, priceCategory } = studentTable;
  const students = await db
    .select({ _id, priceCategory })
    .from(studentTable)
    .where(inArray(_id, [...of.studentIds]));
  const [branch] = await db.select().from(branchTable).where(eq(branchTable._id, branchId));
  return {
    classes: new Map(classes.map((school) => [school._id, school])),
    books: await readBooks(db, courseIds),
    owned: await readOwned(db, of.studentIds),
    categories: new Map(students.map((student) => [student._id, student.priceCategory])),
    languageOf: await readLanguages(db, of.payerIds),
    branch: {
      branchEn: branch?.branchName ?? '',
      branchLo: branch?.branchNameLo ?? '',
      branchPhone: branch?.phone ?? '',
    },
  };
}
export type LetterFacts = Awaited<ReturnType<typeof readLetterFacts>>;
