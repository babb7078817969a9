import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { schemaOf } from '#server/db/migrate.ts';
import {
  checkPages,
  countRows,
  inspect,
  NOT_BACKED_UP,
  SERIES,
  type Inspection,
} from './inspect-copy.ts';
import { DamagedBackup, type BackupFacts, type SeriesEnd } from './manifest.ts';
import { listOutside, type NamedFile } from './outside-files.ts';
import { findProgram, NoProgram, run, withDatabase } from './postgres-programs.ts';

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function majorOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

/** Compares the indexes of the source where `amcheck` is installed and may be called. */
async function checkSource(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(bool_and(has_function_privilege(p.oid, 'execute')), false) as may
     from pg_extension e join pg_depend d on d.refobjid = e.oid and d.deptype = 'e'
     join pg_proc p on p.oid = d.objid
     where e.extname = 'amcheck' and p.proname in ('bt_index_check', 'verify_heapam')`,
  );
  if (rows[0]?.may === true) await checkPages(client);
}

/**
 * Dumps a database into `file`. The rows are counted in the snapshot that is dumped, so the counts
 * are exact while desks go on.
 */
export async function dumpDatabase(
  address: string,
  file: string,
): Promise<{
  facts: Omit<BackupFacts, 'startedAt'>;
  rows: Record<string, number>;
  outside: NamedFile[];
}> {
  const client = await connect(address);
  try {
    const engineVersion = await majorOf(client);
    const program = await findProgram('pg_dump', engineVersion);
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query('begin isolation level repeatable read read only');
    const { rows: taken } = await client.query<{ snapshot: string; at: Date }>(
      'select pg_export_snapshot() as snapshot, clock_timestamp() as at',
    );
    const options = ['--format=custom', '--no-password', `--snapshot=${taken[0]?.snapshot}`];
    const without = `--exclude-table-data=public.${NOT_BACKED_UP}`;
    await run(program, [...options, without, `--file=${file}`], address);
    const { rows: series } = await client.query<SeriesEnd>(SERIES);
    const facts = {
      engine: 'postgresql',
      engineVersion,
      schema: await schemaOf(client),
      takenAt: (taken[0]?.at ?? new Date()).toISOString(),
      series,
    } as const;
    const rows = await countRows(client);
    const outside = await listOutside(client);
    await client.query('commit');
    await checkSource(client);
    return { facts, rows, outside };
  } finally {
    await client.end();
  }
}

/** Fills an empty database from a dump, in one transaction. */
export async function loadDump(address: string, file: string): Promise<void> {
  const client = await connect(address);
  let major: number;
  try {
    major = await majorOf(client);
  } finally {
    await client.end();
  }
  const program = await findProgram('pg_restore', major);
  const database = decodeURIComponent(new URL(address).pathname.slice(1));
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await run(program, [...options, '--no-password', `--dbname=${database}`, file], address);
}

/** Looks at everything in a database that was restored. Throws `DamagedBackup`. */
export async function inspectDatabase(address: string): Promise<Inspection> {
  const pool = new pg.Pool({ connectionString: address, max: 2 });
  pool.on('error', () => {});
  try {
    return await inspect(pool, 'postgresql');
  } finally {
    await pool.end();
  }
}

/** True if the account of this address may make a database. */
async function mayCreate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper or rolcreatedb as may from pg_roles where rolname = current_user',
  );
  return rows[0]?.may === true;
}

/** Makes an empty database. Not every system has the locale on which the tests run. */
async function createScratch(client: pg.Client, name: string): Promise<void> {
  const create = (locale: string) =>
    client.query(`create database ${name} encoding 'UTF8' locale '${locale}' template template0`);
  await create('C.UTF-8').catch(() => create('C'));
}

/** The dump could not be tried, for a reason that says nothing about the dump. */
const isNoProof = (error: unknown) =>
  error instanceof NoProgram || /no space left|could not extend/i.test((error as Error).message);

/**
 * Restores a dump into a database of its own on the server at `address`, looks at it, and removes
 * it. Undefined if that is not possible there: no server, no right to make a database, no
 * `pg_restore`, no space. Throws `DamagedBackup`.
 */
export async function tryDump(address: string, file: string): Promise<Inspection | undefined> {
  const client = await connect(address).catch(() => undefined);
  if (!client) return undefined;
  const name = `branchdesk_check_${randomBytes(6).toString('hex')}`;
  try {
    if (!(await mayCreate(client))) return undefined;
    await createScratch(client, name);
    const scratch = withDatabase(address, name);
    await loadDump(scratch, file);
    return await inspectDatabase(scratch);
  } catch (error) {
    if (isNoProof(error)) return undefined;
    throw new DamagedBackup(`It cannot be restored: ${(error as Error).message}`);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).catch(() => {});
    await client.end();
  }
}
