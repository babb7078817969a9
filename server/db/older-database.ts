import { readMigrationFiles, type MigrationConfig } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** A version of BranchDesk from before the first release made the database. */
export class OlderDatabase extends Error {
  constructor() {
    super(
      'The database was made by an older version of BranchDesk that cannot be brought up to date, and nothing in it was changed: choose another DATA_DIR or an empty database in DATABASE_URL.',
    );
  }
}

/** The hash of the first migration that a database has run; nothing if it has run none. */
async function firstMigrationOf(client: pg.ClientBase): Promise<string | undefined> {
  const log = await client.query<{ oid: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as oid",
  );
  if (log.rows[0]?.oid === null) return undefined;
  const first = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id limit 1',
  );
  return first.rows[0]?.hash;
}

/**
 * Throws `OlderDatabase` if the database does not begin with the baseline. The migrations would
 * otherwise stop somewhere in the middle, with a message that helps nobody.
 */
export async function refuseOlderDatabase(
  client: pg.ClientBase,
  migrations: MigrationConfig,
): Promise<void> {
  const first = await firstMigrationOf(client);
  if (first !== undefined && first !== readMigrationFiles(migrations)[0]?.hash)
    throw new OlderDatabase();
}
