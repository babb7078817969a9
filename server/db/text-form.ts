import { eq, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { announcementsList } from '#contract/centre/announcements-list.ts';
import { branchesList } from '#contract/centre/branches-list.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { courseCategoriesList } from '#contract/courses/course-categories-list.ts';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { deliveriesList } from '#contract/stock/deliveries-list.ts';
import { discountRulesList } from '#contract/desk/discount-rules-list.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import { studentsList } from '#contract/people/students-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { clean, TEXT_FORM } from '#contract/words/normalise.ts';
import { nameKey } from '#contract/people/people.ts';
import { phonesIn } from '#contract/people/phone.ts';
import { searchText } from './search-text.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { announcementTable } from '#server/db/tables/centre/announcements.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { deliveryTable } from '#server/db/tables/ledger/deliveries.table.ts';
import { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { finishedStepTable } from '#server/db/tables/start/finished-steps.table.ts';

const KIND = 'text-form';
const BATCH = 500;

const phones = ['phone', 'phone2'];
const names = ['firstName', 'lastName', 'firstNameEn', 'lastNameEn', 'nickname'];

type Row = Record<string, unknown> & { _id: string; search: string };
type Listed = { name: string; search: readonly string[] };
type Searched = PgTable & Pick<typeof parentTable, '_id' | 'search'>;

/**
 * Every table with search text, but for those whose rows only grow (orders, rates) and those that
 * are found by a number alone. Parents come before students, who are found by their parents too.
 */
const things: readonly (readonly [PgTable, Listed])[] = [
  [branchTable, branchesList],
  [academicTermTable, academicTermsList],
  [announcementTable, announcementsList],
  [roomTable, roomsList],
  [courseCategoryTable, courseCategoriesList],
  [courseTable, coursesList],
  [courseFeeTable, courseFeesList],
  [classTable, classesList],
  [productCategoryTable, productCategoriesList],
  [productTable, productsList],
  [discountRuleTable, discountRulesList],
  [deliveryTable, deliveriesList],
];
const people: readonly (readonly [PgTable, Listed])[] = [
  [userTable, staffAccountsList],
  [teacherTable, teachersList],
  [parentTable, parentsList],
  [studentTable, studentsList],
];

/** The names and phones of a person that are not as a form would store them now. */
function cleaned(row: Row): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const field of [...names, ...phones]) {
    const stored = row[field];
    if (typeof stored !== 'string' || stored === '') continue;
    const read = phones.includes(field) ? phonesIn(stored) : [];
    const right = read.length === 1 && read[0] !== undefined ? read[0] : clean(stored);
    // A name of invisible letters only stays, because a name is never empty.
    if (right !== stored && right !== '') changed[field] = right;
  }
  return changed;
}

/** The search text without the part that a trigger adds to students. */
const ownSearch = (row: Row) => row.search.split('\n', 1)[0];

function changesOf(row: Row, list: Listed, isPerson: boolean) {
  const texts = isPerson ? cleaned(row) : {};
  const next: Row = { ...row, ...texts };
  const search = searchText(next, list.search);
  const key =
    'nameKey' in row ? nameKey(String(next['firstName']), String(next['lastName'])) : undefined;
  return {
    texts,
    columns: {
      ...texts,
      ...(search !== ownSearch(row) && { search }),
      ...(key !== row['nameKey'] && { nameKey: key }),
    },
  };
}

/** A changed name or phone is in the log like any other change; the server itself made it. */
const auditOf = (list: Listed, row: Row, after: Record<string, string>) => ({
  actorName: '',
  role: '',
  ip: '',
  device: 'server',
  requestId: '',
  recordBranchId: (row['branchId'] ?? row['homeBranchId'] ?? null) as string | null,
  action: 'update',
  entity: list.name,
  entityId: row._id,
  before: Object.fromEntries(Object.keys(after).map((field) => [field, row[field]])),
  after,
});

/** Brings the rows after `last` up to date, and returns the last of them; undefined at the end. */
async function nextBatch<Schema extends Record<string, unknown>>(
  db: NodePgDatabase<Schema>,
  [from, list]: readonly [PgTable, Listed],
  { isPerson, last }: { isPerson: boolean; last: string | undefined },
): Promise<string | undefined> {
  const table = from as Searched;
  return db.transaction(async (tx) => {
    const rows = (await tx
      .select()
      .from(table)
      .where(last === undefined ? undefined : gt(table._id, last))
      .orderBy(table._id)
      .limit(BATCH)
      .for('update')) as Row[];
    for (const row of rows) {
      const { texts, columns } = changesOf(row, list, isPerson);
      if (Object.keys(columns).length > 0)
        await tx.update(table).set(columns).where(eq(table._id, row._id));
      if (Object.keys(texts).length > 0)
        await tx.insert(auditTable).values(auditOf(list, row, texts));
    }
    return rows.length < BATCH ? undefined : rows.at(-1)?._id;
  });
}

/**
 * Makes search texts and keys of names anew and cleans the names and phones of people, once for
 * each version of `clean` and `fold`. A start that was cut off begins again and finds fewer rows to
 * change.
 */
export async function renewTexts<Schema extends Record<string, unknown>>(
  db: NodePgDatabase<Schema>,
): Promise<void> {
  const [done] = await db
    .select({ version: finishedStepTable.version })
    .from(finishedStepTable)
    .where(eq(finishedStepTable.kind, KIND));
  if (done && done.version >= TEXT_FORM) return;
  for (const [tables, isPerson] of [
    [things, false],
    [people, true],
  ] as const)
    for (const one of tables) {
      let last: string | undefined;
      do last = await nextBatch(db, one, { isPerson, last });
      while (last !== undefined);
    }
  const version = TEXT_FORM;
  await db
    .insert(finishedStepTable)
    .values({ kind: KIND, version })
    .onConflictDoUpdate({ target: finishedStepTable.kind, set: { version, at: sql`now()` } });
}
