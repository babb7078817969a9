import { sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';

type Change = Omit<PgUpdateSetSource<typeof table>, 'version' | 'updatedAt'>;

/** Changes enrolments that the caller has locked, and counts their versions on. */
export const changeEnrolments = (
  tx: Tx,
  which: SQL | undefined,
  change: Change,
): Promise<(typeof table.$inferSelect)[]> =>
  tx
    .update(table)
    .set({ ...change, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
    .where(which)
    .returning();
