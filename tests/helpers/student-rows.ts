import { students } from '#contract/students.ts';
import { nameKey } from '#contract/people.ts';
import type { Db } from '#server/db/client.ts';
import { searchText } from '#server/db/search-text.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

type NewStudent = Omit<
  typeof studentTable.$inferInsert,
  'nameKey' | 'search' | 'studentCode' | 'gender' | 'lastName'
> & { lastName?: string };

let last = 900_000;

/**
 * Puts students into the table as they are given, past every rule; codes are theirs from 900001 on.
 */
export async function insertStudents(db: Db, written: readonly NewStudent[]) {
  const rows = written.map((fields) => {
    last += 1;
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
