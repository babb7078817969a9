import { students } from '#contract/people/students.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Db } from '#server/db/client.ts';
import { searchText } from '#server/db/search-text.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

type NewStudent = Omit<
  typeof studentTable.$inferInsert,
  'nameKey' | 'search' | 'studentCode' | 'gender' | 'lastName'
> & { lastName?: string };

/** The last code of each database: files share this module, and each has a database of its own. */
const lastCodes = new WeakMap<Db, number>();

/**
 * Puts students into the table as they are given, past every rule. Their codes count from 900001 in
 * each database.
 */
export async function insertStudents(db: Db, written: readonly NewStudent[]) {
  const rows = written.map((fields) => {
    const last = (lastCodes.get(db) ?? 900_000) + 1;
    lastCodes.set(db, last);
    const row = {
      lastName: 'Test',
      gender: 'female' as const,
      studentCode: `ST-26-${last}`,
      ...fields,
    };
    return {
      ...row,
      nameKey: nameKey(row.firstName, row.lastName),
      search: searchText(row, students.search),
    };
  });
  return db.insert(studentTable).values(rows).returning();
}
