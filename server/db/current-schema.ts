import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from './client.ts';

let newest: string | undefined;

/** The hash of the newest migration of this program. */
function newestOfProgram(): string {
  const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
  newest ??= readMigrationFiles({ migrationsFolder }).at(-1)?.hash ?? '';
  return newest;
}

/**
 * True if the tables are those of this program. They are after its start, until a newer program
 * brings them up to date while this one still runs.
 */
export async function hasCurrentSchema(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  return rows[0]?.hash === newestOfProgram();
}
