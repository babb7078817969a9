import type pg from 'pg';

/**
 * Settings of every connection. The limits keep a request, or a process that stands still, from
 * holding rows that others wait for (docs/operations.md, "Limits of a connection"). The rest suits
 * many short queries on a disk without moving parts.
 */
const SETTINGS: Record<string, string> = {
  lock_timeout: '20s',
  statement_timeout: '40s',
  // Shorter than `lock_timeout`, so that those who wait for a process that stands still outlast it.
  idle_in_transaction_session_timeout: '10s',
  // A machine that lost its power or its network, and a process that reads no more.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30000',
  jit: 'off',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
};

/** Time until this side asks a silent connection whether the other side is still there. */
const ASK_AFTER_MS = 10_000;
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: ASK_AFTER_MS } as const;

/** One statement with all `SETTINGS`, for the connection that runs it. */
export const limitConnection: string = Object.entries(SETTINGS)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join(';');

/** The settings of new connections do not reach the account that the server works with. */
export class LimitsNotKept extends Error {
  constructor() {
    super(
      'The time limits that were set through DATABASE_DIRECT_URL do not hold on the connections of DATABASE_URL: use the same account and the same database in both.',
    );
  }
}

/** The settings of the account in this database that are missing or have another value. */
async function missingOnRole(client: pg.ClientBase): Promise<[string, string][]> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())
     and setrole = (select oid from pg_roles where rolname = current_user)`,
  );
  const present = new Set(rows.map(({ setting }) => setting));
  return Object.entries(SETTINGS).filter(([name, value]) => !present.has(`${name}=${value}`));
}

/**
 * Makes the settings those of the account in this database. A pooler gives each transaction any of
 * its connections, so a setting of one connection would reach some transactions only. Connections
 * from before the change are ended where they stand idle, because the pooler would keep them.
 */
export async function limitRole(client: pg.ClientBase): Promise<void> {
  const missing = await missingOnRole(client);
  for (const setting of missing) {
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter role current_user in database %I set %I = %L', current_database(), $1::text, $2::text) as statement`,
      setting,
    );
    await client.query(rows[0]?.statement ?? '');
  }
  if (missing.length === 0) return;
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and state = 'idle'
     and pid <> pg_backend_pid()`,
  );
}

/** Throws `LimitsNotKept` if the limits do not reach the connections of the pool. */
export async function requireLimits(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isKept: boolean }>(
    `select current_setting('idle_in_transaction_session_timeout')::interval = $1::interval as "isKept"`,
    [SETTINGS['idle_in_transaction_session_timeout']],
  );
  if (rows[0]?.isKept !== true) throw new LimitsNotKept();
}
