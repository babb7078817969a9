import { inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import type { parentTable } from '#server/db/tables/people/parents.table.ts';
import type { studentTable } from '#server/db/tables/people/students.table.ts';

/**
 * The record that stands for each student or parent now: its own, or the one that it was merged
 * into. Whoever was erased has none, because no file fills them again.
 */
export async function peopleNow(
  db: Db | Tx,
  table: typeof studentTable | typeof parentTable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { personId, doneAt } = erasureTable;
  const now = sql<string>`coalesce(${table.mergedIntoId}, ${table._id})`;
  const found = await db
    .select({ _id: table._id, now })
    .from(table)
    .where(inArray(table._id, [...new Set(ids)]));
  const erased = await db.select({ personId }).from(erasureTable).where(isNotNull(doneAt));
  const isErased = new Set(erased.map((row) => row.personId));
  return new Map(
    found.flatMap((row) =>
      isErased.has(row._id) || isErased.has(row.now) ? [] : [[row._id, row.now] as const],
    ),
  );
}
