import type pg from 'pg';
import { drizzlePool } from '#server/db/drizzle-pool.ts';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { DamagedBackup, type SeriesEnd } from './manifest.ts';
import { listOutside, type NamedFile } from './outside-files.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** The last number of each series. */
export const SERIES = `
  select series.kind, branch.code as branch, series.year, series.last
  from number_series series left join branches branch on branch.id = series.branch_id
  order by 1, 2 nulls first, 3 nulls first`;

/** The table with files of exports, which end after a day and would make each backup as large. */
export const NOT_BACKED_UP = 'centre_export_parts';

/** Counts the rows of every table of a backup, one table after the other. */
export async function countRows(client: Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> $1 order by 1`,
    [NOT_BACKED_UP],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from public."${name}"`,
    );
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/** Compares every index with its table, and reads every page of every table. */
export async function checkPages(client: Client): Promise<void> {
  const { rows: relations } = await client.query<{ oid: number; name: string; kind: string }>(
    `select c.oid, c.oid::regclass::text as name,
       case when c.relkind = 'i' then am.amname else 'heap' end as kind
     from pg_class c join pg_am am on am.oid = c.relam
     where c.relpersistence = 'p' and (c.relkind in ('r', 't', 'm')
       or c.relkind = 'i' and am.amname = 'btree'
         and (select indisvalid from pg_index where indexrelid = c.oid))
     order by c.relkind, c.oid`,
  );
  for (const { oid, name, kind } of relations) {
    if (kind === 'btree') await client.query('select bt_index_check($1::oid, true)', [oid]);
    else {
      const { rows } = await client.query<{ msg: string }>(
        'select msg from verify_heapam($1::oid) limit 1',
        [oid],
      );
      if (rows[0]) throw new DamagedBackup(`The table ${name} is damaged: ${rows[0].msg}`);
    }
  }
}

/** The state of a copy that opens. */
export type Inspection = {
  rows: Record<string, number>;
  series: SeriesEnd[];
  /** The files whose contents are not in it. */
  outside: NamedFile[];
  /** Differences in its books, which the centre itself then has too. */
  differences: number;
};

/** Reads a database that is a copy: its rows, its series, its books and the chain of receipts. */
export async function inspect(
  pool: pg.Pool,
  engine: 'embedded' | 'postgresql',
): Promise<Inspection> {
  const rows = await countRows(pool);
  const { rows: series } = await pool.query<SeriesEnd>(SERIES);
  const outside = await listOutside(pool);
  await migrate(pool);
  const db = drizzlePool(pool);
  const { differences } = await checkBooks({ db, engine });
  return { rows, series, outside, differences: differences.length };
}

/**
 * Opens a copy of an engine's folder and looks at everything in it. The copy is changed by that.
 * One that is `temporary` is removed afterwards, so it does not wait for the disk, which desks
 * need. Throws `DamagedBackup`.
 */
export async function inspectFolder(
  folder: string,
  { temporary }: { temporary: boolean },
): Promise<Inspection> {
  const options = { folder, checks: true, temporary };
  const engine = await startEmbeddedEngine(options).catch((error: unknown) => {
    throw new DamagedBackup(`It does not open: ${(error as Error).message}`);
  });
  engine.pool.on('error', () => {});
  try {
    const client = await engine.pool.connect();
    try {
      await client.query('begin; create extension amcheck');
      await checkPages(client);
      // Nothing of the check may stay in a copy that becomes the centre.
      await client.query('rollback');
    } finally {
      client.release();
    }
    return await inspect(engine.pool, 'embedded');
  } catch (error) {
    if (error instanceof DamagedBackup) throw error;
    throw new DamagedBackup(`It opens, and is damaged: ${(error as Error).message}`);
  } finally {
    await engine.close();
  }
}

/** Throws `DamagedBackup` unless the copy has the numbers and rows of its manifest. */
export function compareWith(
  found: Pick<Inspection, 'rows' | 'series'>,
  { rows, series }: { rows: Record<string, number> | undefined; series: SeriesEnd[] },
): void {
  const text = (of: SeriesEnd[]) =>
    of.map((one) => [one.kind, one.branch, one.year, one.last].join(' ')).toSorted();
  if (text(found.series).join('\n') !== text(series).join('\n'))
    throw new DamagedBackup('The last numbers of its series are not those of its manifest.');
  for (const [table, n] of Object.entries(rows ?? {}))
    if (found.rows[table] !== n)
      throw new DamagedBackup(`${table} has ${found.rows[table] ?? 0} rows instead of ${n}.`);
}
