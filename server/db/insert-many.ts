import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/client.ts';

type RowsOf<Table extends PgTable> = readonly Partial<Table['$inferInsert']>[];

/** One insert of all rows with one parameter. */
function insertOf<Table extends PgTable>(table: Table, rows: RowsOf<Table>): SQL {
  const used = Object.entries(getTableColumns(table)).filter(([field]) => field in (rows[0] ?? {}));
  const named = rows.map((row) =>
    Object.fromEntries(
      used.map(([field, column]) => [column.name, (row as Record<string, unknown>)[field]]),
    ),
  );
  const columns = sql.join(
    used.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  return sql`
    insert into ${table} (${columns})
    select ${columns}
    from json_populate_recordset(null::${table}, ${JSON.stringify(named)})`;
}

/**
 * Adds any number of rows by one statement with one parameter, which is several times faster than a
 * parameter for each value. Every row must have the fields of the first; the columns of other
 * fields get their defaults. With `keepsOld` a row whose key is there already is left out.
 */
export async function insertMany<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: RowsOf<Table>,
  { keepsOld = false } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const insert = insertOf(table, rows);
  await tx.execute(keepsOld ? sql`${insert} on conflict do nothing` : insert);
}

/**
 * Adds rows to several tables and then changes something, all by one statement, so that it
 * takes one round trip. The rows may refer to each other, because PostgreSQL checks no reference
 * before the end of the statement.
 */
export async function insertTogether(
  tx: Tx,
  parts: readonly (readonly [PgTable, RowsOf<PgTable>])[],
  change: SQL,
): Promise<void> {
  const inserts = parts
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows], at) => sql`${sql.identifier(`added${at}`)} as (${insertOf(table, rows)})`);
  await tx.execute(
    inserts.length === 0 ? change : sql`with ${sql.join(inserts, sql`, `)} ${change}`,
  );
}
