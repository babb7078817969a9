import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/client.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';

type Change<Table extends typeof classTable | typeof classSessionTable> = Omit<
  PgUpdateSetSource<Table>,
  'version' | 'updatedAt'
>;

/** Changes sessions that the caller has locked, and counts their versions on. */
export async function changeSessions(
  tx: Tx,
  which: SQL | undefined,
  change: Change<typeof classSessionTable>,
): Promise<void> {
  const version = sql`${classSessionTable.version} + 1`;
  await tx
    .update(classSessionTable)
    .set({ ...change, version, updatedAt: sql`now()` })
    .where(which);
}

/** Changes a class that the caller has locked, and counts its version on. */
export async function changeClass(
  tx: Tx,
  _id: string,
  change: Change<typeof classTable>,
): Promise<void> {
  const version = sql`${classTable.version} + 1`;
  await tx
    .update(classTable)
    .set({ ...change, version, updatedAt: sql`now()` })
    .where(eq(classTable._id, _id));
}
