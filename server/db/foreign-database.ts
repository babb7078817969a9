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

/** A newer version of BranchDesk has changed the tables. */
export class NewerDatabase extends Error {
  constructor() {
    super(
      'A newer version of BranchDesk has brought the database up to date, and this older one cannot use it. Nothing in it was changed: start the newer version, or restore the backup that was made before the update.',
    );
  }
}

type Ran = { hash: string; at: string };

/** The migrations that a database has run, the first one first; none before its first start. */
async function migrationsOf(client: pg.ClientBase): Promise<Ran[]> {
  const log = await client.query<{ oid: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as oid",
  );
  if (log.rows[0]?.oid === null) return [];
  const ran = await client.query<Ran>(
    'select hash, created_at::text as at from drizzle.__drizzle_migrations order by id',
  );
  return ran.rows;
}

/**
 * Throws `OlderDatabase` if the database does not begin with the baseline, since the migrations
 * would stop somewhere in the middle with a message that helps nobody; throws `NewerDatabase` if it
 * has run a later migration than this program knows.
 */
export async function refuseForeignDatabase(
  client: pg.ClientBase,
  migrations: MigrationConfig,
): Promise<void> {
  const known = readMigrationFiles(migrations);
  const ran = await migrationsOf(client);
  const [first] = ran;
  if (first === undefined) return;
  if (first.hash !== known[0]?.hash) throw new OlderDatabase();
  const newest = Math.max(...known.map(({ folderMillis }) => folderMillis));
  if (ran.some(({ at }) => Number(at) > newest)) throw new NewerDatabase();
}

/** True if an older version has made the database, and this one will change its tables. */
export async function isBehind(
  client: pg.ClientBase,
  migrations: MigrationConfig,
): Promise<boolean> {
  const ran = await migrationsOf(client);
  const newest = Math.max(...ran.map(({ at }) => Number(at)));
  return (
    ran.length > 0 &&
    readMigrationFiles(migrations).some(({ folderMillis }) => folderMillis > newest)
  );
}
