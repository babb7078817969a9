import { count, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { ProvinceCode } from '#contract/people/provinces.ts';
import type { Language } from '#contract/language.ts';
import type { ProductOfCourse } from '#contract/stock/products.ts';
import type { OpeningMoney } from '#contract/imports/opening-sums.ts';
import { presentStatuses, seatStatuses } from '#contract/classes/enrolments.ts';
import type { Slot } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import { importKeyTable } from '#server/db/tables/desk/moving-in.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { productReader } from '#server/desk/imports/read-products.ts';
import type { FeeOfRow } from './class-fees.ts';
import { readAllClosed, type ClosedRecords } from './closed-records.ts';
import { readKnownAccounts } from './known-accounts.ts';
import { readKnownCash, readKnownSeries } from './known-beginnings.ts';
import { KnownNames, type NameKeys } from './known-names.ts';
import { readKnownRates } from './known-rates.ts';
import { addKnownBooks, readKnownProducts } from './known-products.ts';
import { KnownTeachers } from './known-teachers.ts';
import { noThings, readKnownThings, type KnownThings } from './known-things.ts';
import { addWrittenMoney, KnownDebts } from './like-debts.ts';
import { readKnownGuardians, type KnownGuardians } from './like-guardians.ts';
import { readKnownPeople, type KnownPeople } from './like-people.ts';
import { PhoneOwners } from './phone-owners.ts';
import { birthdayKey, classKey, codeKey, phoneKey, placeKey, placeMoneyKey } from './known-keys.ts';

export type KnownStudent = typeof studentTable.$inferSelect;

/** The facts of a class that its places need; of a record, or of a row that will become one. */
export type KnownClass = {
  branchId: string;
  termId: string;
  courseId: string;
  startDate: string;
  endDate: string;
  slots: readonly Slot[];
  capacity: number;
  taken: number;
  /** The seats that rows of the move want, with those that do not fit. */
  wanted?: number;
  isArchived?: boolean;
  /** The price of its own. */
  feeId?: string | null;
};
export type KnownTerm = { startDate: string; endDate: string };
export type KnownFee = typeof courseFeeTable.$inferSelect;

/** Everything that the rows of a move are compared with. Checked rows add themselves to it. */
export type KnownRecords = {
  today: string;
  /** In which the words of a problem are. */
  language: Language;
  /** The list that the file is imported into; null for a move of the whole centre. */
  list: ImportKind | null;
  /** For a list of people, those of the branch who may be in the file. */
  people: KnownPeople;
  /** For the list of students, the guardians of the branch. */
  guardians: KnownGuardians;
  owners: PhoneOwners;
  names: KnownNames;
  /** The record of a row's own key, by `kind key`. */
  keys: Map<string, string>;
  /** Rows of this move by what makes them the same, with their numbers. */
  seen: Map<string, number>;
  students: Map<string, KnownStudent>;
  /** Ids of people who were erased, whom no file may fill again. */
  erased: Set<string>;
  /** Archived and closed records, which a new row must not name. */
  closed: ClosedRecords;
  /** Students who were merged into another one, with its code. */
  merged: Map<string, string>;
  /** Ids of students by their code, and by their name with birthday or with a guardian's phone. */
  studentKeys: Map<string, string>;
  /** Ids of the courses that students have passed before BranchDesk, by student. */
  passedBefore: Map<string, Set<string>>;
  classes: Map<string, KnownClass>;
  /** Ids of classes by their name in a term and branch. */
  classKeys: Map<string, string>;
  teachers: KnownTeachers;
  terms: Map<string, KnownTerm>;
  /** The provinces of branches, whose landlines have their area. */
  provinces: Map<string, ProvinceCode>;
  courseSizes: Map<string, number | null>;
  /** What the students of each course need. */
  books: Map<string, ProductOfCourse[]>;
  /** The guardians of each student, who come back with the student. */
  families: Map<string, string[]>;
  /** The payer of each student with guardians. */
  payers: Map<string, string>;
  /** Places with a bill that no move has written. */
  billed: Set<string>;
  /** Money that moves have written, by its key. */
  money: Map<string, { day: string; money: OpeningMoney }>;
  debts: KnownDebts;
  /** Rates by currency: the newest ones, those that a change is compared with, and the limit. */
  rates: Awaited<ReturnType<typeof readKnownRates>>;
  products: Awaited<ReturnType<typeof readKnownProducts>>;
  /** Reads a row of the list of products; undefined for everything else. */
  readProduct: Awaited<ReturnType<typeof productReader>> | undefined;
  /** The names of categories of products by their id, in the language of the check. */
  categoryNames: Map<string, string>;
  accounts: Awaited<ReturnType<typeof readKnownAccounts>>;
  cash: Awaited<ReturnType<typeof readKnownCash>>;
  /** Series of numbers that have begun, by their key, and where a move let them begin. */
  series: Awaited<ReturnType<typeof readKnownSeries>>;
  /** The last numbers that rows of this move say, by their series. */
  lastNumbers: Map<string, number>;
  /** All prices, also those that are not in use any more. */
  fees: KnownFee[];
  things: KnownThings;
  /** The prices that rows of this move add, and the names of those with a problem by course. */
  rowFees: FeeOfRow[];
  brokenFees: Map<string, string[]>;
  /** Ids of places that take a seat or wait for one, by student and class. */
  places: Map<string, string>;
};

/** The id of no branch, for a move whose rows name their own. */
const NO_BRANCH = '00000000-0000-4000-8000-000000000000';

const isMerged = ({ mergedIntoId }: { mergedIntoId: string | null }) =>
  mergedIntoId === null ? 0 : 1;

async function addErased(db: Db | Tx, { erased }: KnownRecords): Promise<void> {
  const { personId, doneAt } = erasureTable;
  for (const row of await db.select({ personId }).from(erasureTable).where(isNotNull(doneAt)))
    erased.add(row.personId);
}

async function addStudents(db: Db | Tx, known: KnownRecords): Promise<void> {
  const all = await db.select().from(studentTable);
  // Records of merged people come last, because their keys count where no other record has them.
  for (const row of all.toSorted((one, other) => isMerged(one) - isMerged(other))) {
    const name = `${row.firstName} ${row.lastName}`.trim();
    const label = `${row.studentCode} ${name}`;
    const into = known.students.get(row.mergedIntoId ?? '');
    if (into) known.merged.set(row._id, into.studentCode);
    else known.students.set(row._id, row);
    const keys = [
      codeKey(row.studentCode),
      ...(row.dateOfBirth === null ? [] : [birthdayKey(row.nameKey, row.dateOfBirth)]),
    ];
    for (const key of keys)
      if (!into || !known.studentKeys.has(key)) known.studentKeys.set(key, row._id);
    const isErased = known.erased.has(row._id);
    const thing = known.names.get('student', into?._id ?? '') ?? {
      id: row._id,
      label,
      branchId: row.homeBranchId,
      isErased,
    };
    known.names.add('student', thing, [row.studentCode, label], [name], [row.nickname]);
  }
  const links = await db
    .select({ studentId: guardianTable.studentId, phone: parentTable.phone })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId));
  for (const { studentId, phone } of links) {
    const student = known.students.get(studentId);
    if (student) known.studentKeys.set(phoneKey(student.nameKey, phone), studentId);
    if (student) known.owners.addChild(phone, student.nameKey);
  }
  for (const { studentId, courseId } of await db.select().from(coursePassedBeforeTable)) {
    const passed = known.passedBefore.get(studentId) ?? new Set();
    known.passedBefore.set(studentId, passed.add(courseId));
  }
}

async function addClasses(db: Db | Tx, known: KnownRecords): Promise<void> {
  const seats = await db
    .select({ classId: enrolmentTable.classId, taken: count() })
    .from(enrolmentTable)
    .where(inArray(enrolmentTable.status, [...seatStatuses]))
    .groupBy(enrolmentTable.classId);
  const takenBy = new Map(seats.map(({ classId, taken }) => [classId, taken]));
  for (const row of await db.select().from(classTable)) {
    const { _id, branchId, oldName, classCode } = row;
    const taken = takenBy.get(_id) ?? 0;
    const facts = { ...row, taken, isArchived: row.status === 'archived' };
    known.classes.set(_id, facts);
    for (const name of [classCode, oldName])
      if (name !== '') known.classKeys.set(classKey(name, facts), _id);
    const label = oldName === '' ? classCode : oldName;
    known.names.add('class', { id: _id, label, code: classCode, branchId }, [classCode], [oldName]);
  }
  const present = inArray(enrolmentTable.status, [...presentStatuses]);
  for (const { _id, studentId, classId } of await db.select().from(enrolmentTable).where(present))
    known.places.set(placeKey(studentId, classId), _id);
}

async function addBranches(db: Db | Tx, { names, provinces }: KnownRecords) {
  for (const row of await db.select().from(branchTable)) {
    const { _id, code, branchName, branchNameLo, village } = row;
    names.add('branch', { id: _id, label: code }, [code], [branchName, branchNameLo], [village]);
    provinces.set(_id, row.provinceCode);
  }
}

async function addCatalogue(
  db: Db | Tx,
  { names, terms, courseSizes, erased, teachers }: KnownRecords,
) {
  for (const { _id, name, branchId } of await db.select().from(roomTable))
    names.add('room', { id: _id, label: name, branchId }, [name]);
  for (const row of await db.select().from(courseTable)) {
    const { _id, code, nameEn, nameLo, defaultCapacity } = row;
    names.add('course', { id: _id, label: code }, [code], [nameEn, nameLo]);
    courseSizes.set(_id, defaultCapacity);
  }
  for (const { _id, code, name, startDate, endDate } of await db.select().from(academicTermTable)) {
    names.add('term', { id: _id, label: code }, [code], [name]);
    terms.set(_id, { startDate, endDate });
  }
  for (const row of await db.select().from(teacherTable)) {
    const { _id, teacherCode, firstName, lastName, archived } = row;
    if (!archived) teachers.add(_id, row);
    const name = `${firstName} ${lastName}`.trim();
    const label = `${teacherCode} ${name}`;
    const thing = { id: _id, label, isArchived: archived, isErased: erased.has(_id) };
    // The code of an archived teacher stays taken; the name may be that of another person.
    names.add('teacher', thing, [teacherCode, label], archived ? [] : [name]);
  }
}

async function addMoney(db: Db | Tx, known: KnownRecords): Promise<void> {
  const { studentId, parentId, isPayer, position } = guardianTable;
  const links = await db
    .select({ studentId, parentId, isPayer })
    .from(guardianTable)
    .orderBy(desc(isPayer), position);
  for (const link of links) {
    const family = known.families.get(link.studentId) ?? [];
    known.families.set(link.studentId, [...family, link.parentId]);
    if (!known.payers.has(link.studentId)) known.payers.set(link.studentId, link.parentId);
  }
  const parents = await db.select().from(parentTable);
  for (const row of parents.toSorted((one, other) => isMerged(one) - isMerged(other))) {
    const name = `${row.firstName} ${row.lastName}`.trim();
    const label = `${name} ${row.phone}`.trim();
    if (!row.archived) known.owners.addRecord(row.phone, row);
    const isErased = known.erased.has(row._id);
    const into = known.names.get('payer', row.mergedIntoId ?? '');
    const thing = into ?? { id: row._id, label, isErased, isArchived: row.archived };
    known.names.add('payer', thing, [row.phone, row.phone2, label], [name]);
  }
  await addWrittenMoney(db, known);
  const { enrolmentId } = orderLineTable;
  const billed = db
    .selectDistinct({ enrolmentId })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderLineTable.orderId))
    .where(ne(orderTable.state, 'void'));
  for (const row of await billed)
    if (row.enrolmentId !== null && !known.money.has(placeMoneyKey(row.enrolmentId)))
      known.billed.add(row.enrolmentId);
}

/** What a check is about: its day, its author and the words of its problems. */
export type CheckOf = {
  today: string;
  language: Language;
  user: { _id: string };
  list: ImportKind | null;
  branchId: string | null;
};

/** Reads all records that rows can name or be the same as; a list names no others. */
export async function readKnownRecords(
  db: Db | Tx,
  { today, language, user, list, branchId }: CheckOf,
  keys?: NameKeys,
): Promise<KnownRecords> {
  const known: KnownRecords = {
    today,
    language,
    list,
    people: await readKnownPeople(db, list, { branchId: branchId ?? NO_BRANCH }),
    guardians: await readKnownGuardians(db, {
      branchId: branchId ?? NO_BRANCH,
      ...(list !== 'students' && { guardians: [] }),
    }),
    names: new KnownNames(keys),
    owners: new PhoneOwners(),
    keys: new Map(),
    seen: new Map(),
    students: new Map(),
    erased: new Set(),
    closed: new Map(),
    merged: new Map(),
    studentKeys: new Map(),
    passedBefore: new Map(),
    classes: new Map(),
    classKeys: new Map(),
    teachers: new KnownTeachers(),
    terms: new Map(),
    provinces: new Map(),
    courseSizes: new Map(),
    books: new Map(),
    rates: await readKnownRates(db, user),
    products: await readKnownProducts(db),
    readProduct:
      list === 'products'
        ? await productReader(db, { branchId: branchId ?? NO_BRANCH, language, today })
        : undefined,
    categoryNames: new Map(),
    accounts: await readKnownAccounts(db),
    cash: await readKnownCash(db),
    series: await readKnownSeries(db),
    lastNumbers: new Map(),
    fees: await db.select().from(courseFeeTable),
    rowFees: [],
    brokenFees: new Map(),
    things: list === null ? await readKnownThings(db, today) : noThings(),
    places: new Map(),
    families: new Map(),
    payers: new Map(),
    billed: new Set(),
    money: new Map(),
    debts: new KnownDebts(),
  };
  await addBranches(db, known);
  for (const row of await db.select().from(productCategoryTable))
    known.categoryNames.set(row._id, language === 'lo' ? row.nameLo : row.nameEn);
  if (list !== null) return known;
  for (const { kind, rowKey, recordId } of await db.select().from(importKeyTable))
    known.keys.set(`${kind} ${rowKey}`, recordId);
  known.closed = await readAllClosed(db);
  await addErased(db, known);
  await addKnownBooks(db, known);
  await addCatalogue(db, known);
  await addClasses(db, known);
  await addStudents(db, known);
  await addMoney(db, known);
  return known;
}
