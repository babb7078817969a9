import type pg from 'pg';

/** True while the database takes no changes: it is a standby, or was made read-only. */
export const READ_ONLY_QUERY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;

/** The database takes no changes, so the server cannot bring its tables up to date. */
export class DatabaseReadOnly extends Error {
  constructor() {
    super(
      'The database is read-only (a standby, or default_transaction_read_only is on): point DATABASE_URL to the primary, or let the database take changes, and start again.',
    );
  }
}

/** Throws `DatabaseReadOnly` if the database takes no changes. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(READ_ONLY_QUERY);
  if (rows[0]?.isReadOnly) throw new DatabaseReadOnly();
}
