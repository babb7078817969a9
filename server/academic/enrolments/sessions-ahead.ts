import { and, eq, gte } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';

/** The number of sessions that a class has left, including today's. */
export async function sessionsAhead(db: Db | Tx, classId: string): Promise<number> {
  return db.$count(
    classSessionTable,
    and(
      eq(classSessionTable.classId, classId),
      eq(classSessionTable.status, 'scheduled'),
      gte(classSessionTable.date, await todayInLaos(db)),
    ),
  );
}
