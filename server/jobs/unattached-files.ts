import { and, eq, is, lt, not, notExists, sql } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import * as schema from '#server/db/schema.ts';
import {
  announcementFileTable,
  announcementTable,
} from '#server/db/tables/centre/announcements.table.ts';
import { isToRemove } from '#server/centre/files/file-contents.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';

/** A day longer than a device keeps a draft, because the draft may name the file. */
const KEPT_DAYS = 8;

const isOld = (createdAt: PgColumn) =>
  lt(createdAt, sql`now() - make_interval(days => ${KEPT_DAYS}::int)`);

/** Every column that names a file, by its foreign key, so that a new one is not forgotten. */
function columnsOfFiles(): { table: PgTable; column: PgColumn }[] {
  const exported: unknown[] = Object.values(schema);
  const tables = exported.filter((value) => is(value, PgTable));
  return tables.flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      return foreignTable === fileTable ? columns.map((column) => ({ table, column })) : [];
    }),
  );
}

/**
 * Removes the files that nothing names 8 days after they were uploaded: pictures and slips of forms
 * that were never saved, pictures that another one replaced, and files of announcements that were
 * never written.
 */
export async function removeUnattachedFiles(db: Db): Promise<void> {
  const isUnattached = columnsOfFiles().map(({ table, column }) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(eq(column, fileTable._id)),
    ),
  );
  // The row stays until the store outside has removed the content of a picture that is gone.
  const isLeft = and(isOld(fileTable.createdAt), not(isToRemove), ...isUnattached);
  await db.delete(fileTable).where(isLeft);
  const isNamed = sql`${announcementFileTable._id} = any(${announcementTable.fileIds})`;
  await db.delete(announcementFileTable).where(
    and(
      isOld(announcementFileTable.createdAt),
      notExists(
        db
          .select({ one: sql`1` })
          .from(announcementTable)
          .where(isNamed),
      ),
    ),
  );
}
