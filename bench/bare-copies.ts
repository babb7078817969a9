import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** Rows of one statement, as many as the product writes at once. */
const ROWS_AT_ONCE = 500;

/** The number of rows of every table. */
export async function countRows(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const counted = await db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(name)}`,
    );
    counts.set(name, counted.rows[0]?.rows ?? 0);
  }
  return counts;
}

/**
 * Inserts as many rows of each table as were added since `before`, into a table of the same columns
 * and indexes without triggers and references.
 *
 * @returns The rows, and the milliseconds that their inserts alone took.
 */
export async function insertBare(
  db: Db,
  before: Map<string, number>,
): Promise<{ rows: number; ms: number }> {
  const total = { rows: 0, ms: 0 };
  for (const [name, after] of await countRows(db)) {
    const added = after - (before.get(name) ?? 0);
    if (added <= 0) continue;
    const [from, bare] = [sql.identifier(name), sql.identifier(`bare_${name}`.slice(0, 60))];
    await db.execute(sql`create table ${bare} (like ${from} including defaults including indexes)`);
    for (let at = after - added; at < after; at += ROWS_AT_ONCE) {
      const some = Math.min(ROWS_AT_ONCE, after - at);
      const { rows: read } = await db.execute<{ all: unknown }>(
        sql`select json_agg(one) as all from (select * from ${from} order by ctid offset ${at} limit ${some}) one`,
      );
      const json = JSON.stringify(read[0]?.all ?? []);
      const begin = performance.now();
      await db.execute(
        sql`insert into ${bare} overriding system value select * from json_populate_recordset(null::${from}, ${json})`,
      );
      total.ms += performance.now() - begin;
      total.rows += some;
    }
    await db.execute(sql`drop table ${bare}`);
  }
  return total;
}
