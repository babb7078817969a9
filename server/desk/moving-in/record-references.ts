import { sql, type SQL } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';

/** The table of each kind whose records are removed. */
export const recordTables: Partial<Record<MovingSheetKind, string>> = {
  branches: 'branches',
  rooms: 'rooms',
  courses: 'courses',
  teachers: 'teachers',
  terms: 'academic_terms',
  fees: 'course_fees',
  classes: 'classes',
  products: 'products',
  students: 'students',
  enrolments: 'enrolments',
  accounts: 'users',
};

/** Rows that go with the record that they name, or that are looked at by a condition of its own. */
const goAlong = new Set([
  'guardians',
  'class_sessions',
  'stock_levels',
  'stock_movements',
  'enrolment_states',
  'books',
  'drawers',
  'number_series',
  'number_gaps',
  'days',
  'moves',
  'kept_days',
  'kept_payment_sums',
]);

/** Columns that are joined when the record goes that they name. */
const unlinked = new Set(['course_fees.replaced_by_id']);

/** A column by which rows of a table name the records of another one. */
export type RecordReference = { table: string; column: string; to: string; hasIndex: boolean };

/** Every column by which a row keeps a record of a move from being removed. */
export async function readReferences(db: Db | Tx): Promise<RecordReference[]> {
  const names = sql.param(Object.values(recordTables));
  const { rows } = await db.execute<RecordReference>(sql`
    select child.relname as "table", attribute.attname as "column", parent.relname as "to",
      exists (
        select from pg_index indexed
        where indexed.indrelid = bound.conrelid and indexed.indkey[0] = bound.conkey[1]
      ) as "hasIndex"
    from pg_constraint bound
    join pg_class child on child.oid = bound.conrelid
    join pg_class parent on parent.oid = bound.confrelid
    join pg_attribute attribute
      on attribute.attrelid = bound.conrelid and attribute.attnum = bound.conkey[1]
    where bound.contype = 'f' and bound.confdeltype in ('a', 'r')
      and parent.relnamespace = current_schema()::regnamespace
      and parent.relname = any(${names}::text[])`);
  return rows.filter(
    ({ table, column }) => !goAlong.has(table) && !unlinked.has(`${table}.${column}`),
  );
}

/**
 * True where a row that stays names the record; `goes` is the condition of rows that go too, which
 * are called `named`. A table without an index is read once for all records, and not for each.
 */
export function isNamedBy(
  { table, column, hasIndex }: RecordReference,
  record: SQL,
  goes: SQL,
): SQL {
  const [from, named] = [sql.identifier(table), sql`named.${sql.identifier(column)}`];
  return hasIndex
    ? sql`exists (select from ${from} named where ${named} = ${record} and not (${goes}))`
    : sql`${record} in (
        select ${named} from ${from} named where ${named} is not null and not (${goes}))`;
}
