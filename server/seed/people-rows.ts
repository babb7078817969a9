import { uuidv7 } from 'uuidv7';
import { parents } from '#contract/people/parents.ts';
import { nameKey } from '#contract/people/people.ts';
import { students } from '#contract/people/students.ts';
import type { Tx } from '#server/db/client.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { SeedFamily } from './families.ts';
import { insertMany } from '#server/db/insert-many.ts';

type NewStudent = typeof studentTable.$inferInsert & { _id: string };
type NewParent = typeof parentTable.$inferInsert & { _id: string };

/** Adds the fields that the server derives: an id, the folded name and the search text. */
const stored = <Row extends { firstName: string; lastName: string }>(
  row: Row,
  search: readonly string[],
) => ({
  ...row,
  _id: uuidv7(),
  nameKey: nameKey(row.firstName, row.lastName),
  search: searchText(row, search),
});

/** The rows of a family; takes codes from the front of `codes`. */
function rowsOf({ parents: grownUps, children }: SeedFamily, codes: string[], createdAt: string) {
  const parentRows: NewParent[] = grownUps.map((parent) => ({
    ...stored(parent, parents.search),
    createdAt,
  }));
  const linked = children.map(({ student, links }) => {
    const studentCode = codes.shift() ?? '';
    const own = stored({ ...student, studentCode }, students.search);
    // Assembled as the database would do it, so that it need not update a hundred thousand rows
    // again.
    const found = links.map((_, position) => String(parentRows[position]?.search)).join(' ');
    const row: NewStudent = {
      ...own,
      search: found === '' ? own.search : `${own.search}\n${found}`,
      createdAt,
    };
    const guardians = links.map((link, position) => ({
      ...link,
      studentId: row._id,
      parentId: String(parentRows[position]?._id),
      position,
    }));
    return { row, guardians };
  });
  return {
    parentRows,
    studentRows: linked.map(({ row }) => row),
    guardianRows: linked.flatMap(({ guardians }) => guardians),
  };
}

/**
 * Writes families with codes of the students' series; `createdAt(index)` is the time at which each
 * one joined.
 */
export async function addFamilies(
  tx: Tx,
  families: readonly SeedFamily[],
  createdAt: (index: number) => string,
): Promise<void> {
  const count = families.reduce((sum, { children }) => sum + children.length, 0);
  const codes = await nextCodes(tx, 'ST', count);
  const rows = families.map((family, index) => rowsOf(family, codes, createdAt(index)));
  await insertMany(
    tx,
    parentTable,
    rows.flatMap(({ parentRows }) => parentRows),
  );
  await insertMany(
    tx,
    studentTable,
    rows.flatMap(({ studentRows }) => studentRows),
  );
  await insertMany(
    tx,
    guardianTable,
    rows.flatMap(({ guardianRows }) => guardianRows),
  );
}
