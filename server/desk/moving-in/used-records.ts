import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import { movingSheetKinds, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import { MAX_TOLD } from '#contract/imports/imports.ts';
import type { Db } from '#server/db/client.ts';
import {
  movingRowTable,
  movingSheetTable,
  type UndoneSoFar,
} from '#server/db/tables/desk/moving-in.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { usedFields } from './changed-fields.ts';
import { ownChanges } from './own-changes.ts';
import { writtenOfKind } from './read-move.ts';
import { usedBeginnings } from './used-beginnings.ts';
import { usedGuardianRows } from './used-guardians.ts';
import { readUsedMoney } from './undo-money.ts';

type Kept = UndoneSoFar['kept'];

/** The table of each kind whose records are removed. */
const tables: Partial<Record<MovingSheetKind, string>> = {
  ...{ branches: 'branches', rooms: 'rooms', courses: 'courses', teachers: 'teachers' },
  ...{ terms: 'academic_terms', fees: 'course_fees', classes: 'classes', products: 'products' },
  ...{ students: 'students', enrolments: 'enrolments', accounts: 'users' },
};

/** Rows that go with the record that they name, or that are looked at by a condition of its own. */
const goAlong = new Set([
  ...['guardians', 'class_sessions', 'stock_levels', 'stock_movements', 'enrolment_states'],
  ...['books', 'drawers', 'number_series', 'number_gaps', 'days', 'moves'],
  ...['kept_days', 'kept_payment_sums'],
]);

/** Records that somebody has changed, or whose parts somebody uses, by the name of the record. */
const ownUse: Partial<Record<MovingSheetKind, SQL>> = {
  classes: sql`exists (
    select from attendance mark join class_sessions session on session.id = mark.session_id
    where session.class_id = made.record_id)`,
  accounts: sql`record.last_sign_in_at is not null or record.temporary_used_at is not null`,
  products: sql`exists (
    select from stock_levels level
    where level.product_id = made.record_id and (level.seq > 1 or level.reserved <> 0))`,
  enrolments: sql`exists (
    select from enrolment_states state
    where state.enrolment_id = made.record_id and state.source <> 'move')`,
};

/** True for a row of another table that goes with this move: its records, and its money. */
function goesToo({ table, column }: Pick<Reference, 'table' | 'column'>): SQL {
  if (`${table}.${column}` === 'classes.fee_id')
    return sql`named.id in (select record_id from made union select record_id from own_fees)`;
  if (Object.values(tables).includes(table)) return sql`named.id in (select record_id from made)`;
  if (table === 'parents') return sql`named.id in (select id from beside)`;
  if (table === 'orders') return sql`named.id in (select id from own_orders)`;
  if (table === 'payments') return sql`named.id in (select id from own_payments)`;
  if (table === 'order_lines') return sql`named.order_id in (select id from own_orders)`;
  if (table === 'opening_cash') return sql`named.id in (select record_id from made)`;
  // The right in its own branch, which comes with every account.
  if (table === 'account_grants')
    return sql`named.user_id in (select record_id from made)
      and named.created_by_id is null and named.permission_set_id is null`;
  if (table === 'courses_passed_before') return sql`named.row_id in (select id from own_rows)`;
  // The first pay that came with a teacher.
  if (table === 'course_products')
    return sql`(named.course_id, named.product_id) in (select course_id, product_id from own_books)`;
  if (table === 'teacher_rates') return sql`named.id = named.teacher_id`;
  return sql`false`;
}

/** Columns that are emptied or joined when the record goes that they name. */
const unlinked = new Set(['course_fees.replaced_by_id', 'courses.next_course_id']);

type Reference = { table: string; column: string; to: string; hasIndex: boolean };

/** Every column by which a row keeps a record of a move from being removed. */
async function readReferences(db: Db): Promise<Reference[]> {
  const names = sql.param(Object.values(tables));
  const { rows } = await db.execute<Reference>(sql`
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

/** A table without an index is read once for all records, and not once for each of them. */
function isNamedBy({ table, column, hasIndex }: Reference): SQL {
  const [from, named] = [sql.identifier(table), sql`named.${sql.identifier(column)}`];
  const stays = sql`not (${goesToo({ table, column })})`;
  return hasIndex
    ? sql`exists (select from ${from} named where ${named} = made.record_id and ${stays})`
    : sql`made.record_id in (
        select ${named} from ${from} named where ${named} is not null and ${stays})`;
}

/** The records of one kind that a move has added and that are in use. */
async function usedOfKind(
  db: Db,
  moveId: string,
  kind: MovingSheetKind,
  references: readonly Reference[],
): Promise<Kept> {
  const table = tables[kind];
  if (table === undefined) return [];
  const uses = references.filter(({ to }) => to === table).map(isNamedBy);
  const own = ownUse[kind];
  const conditions = [sql`record.version > 1`, ...uses, ...(own ? [own] : [])];
  const { rows } = await db.execute<{ name: string }>(sql`
    with made as (
      select row.record_id, row.name, row.position, sheet.kind
      from move_rows row join move_sheets sheet on sheet.id = row.sheet_id
      where row.move_id = ${moveId} and row.state = 'in' and row.record_id = row.id
    ), own_rows as (
      select id from move_rows where move_id = ${moveId}
    ), own_books as (
      select row.record_id as course_id, (book ->> 'productId')::uuid as product_id
      from move_rows row, jsonb_array_elements(row.input -> 'books') book
      where row.move_id = ${moveId} and row.state = 'in'
    ), own_fees as (
      select record_id from move_rows
      where move_id = ${moveId} and state = 'in' and input -> 'feeBefore' is not null
    ), beside as (
      select value::uuid as id from move_rows row, jsonb_array_elements_text(row.beside)
      where row.move_id = ${moveId}
    ), written as (
      select order_id, arrears_order_id, payment_id from moved_money where move_id = ${moveId}
    ), own_orders as (
      select order_id as id from written where order_id is not null
      union all select arrears_order_id from written where arrears_order_id is not null
      union all select id from orders where source = 'opening' and state = 'void'
    ), own_payments as (
      select payment_id as id from written where payment_id is not null
      union all select id from payments where method = 'opening' and state = 'void'
    )
    select made.name from made
    left join ${sql.identifier(table)} record on record.id = made.record_id
    where made.kind = ${kind} and (record.id is null or ${sql.join(conditions, sql` or `)})
    order by made.position limit ${MAX_TOLD}`);
  return rows.map(({ name }) => ({ kind, name }));
}

/** Rows that changed a student whom somebody has changed since, or whose new guardian is in use. */
async function usedStudents(db: Db, moveId: string): Promise<Kept> {
  const changed = await db
    .select({ row: movingRowTable, student: studentTable })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .innerJoin(studentTable, eq(studentTable._id, movingRowTable.recordId))
    .where(and(writtenOfKind(moveId, 'students'), ne(movingRowTable.recordId, movingRowTable._id)))
    .orderBy(movingRowTable.position);
  const adding = await usedGuardianRows(db, { moveId });
  return changed
    .filter(
      ({ row, student }) =>
        adding.has(row._id) ||
        ownChanges(row.changes).some(
          ([field, [, after]]) => student[field as keyof typeof student] !== after,
        ),
    )
    .map(({ row }) => ({ kind: 'students', name: row.name }));
}

/** Rows that changed a product which somebody has changed since. */
async function usedProducts(db: Db, moveId: string): Promise<Kept> {
  const { rows } = await db.execute<{ kind: MovingSheetKind; name: string }>(sql`
    select sheet.kind, row.name
    from move_rows row
    join move_sheets sheet on sheet.id = row.sheet_id
    join products on products.id = row.record_id
    where row.move_id = ${moveId} and sheet.kind = 'products' and row.state = 'in'
      and row.record_id <> row.id and row.input -> 'version' is not null
      and products.version <> (row.input ->> 'version')::int + 1
    order by row.position limit ${MAX_TOLD}`);
  return rows;
}

/** Rows that gave a stock to a product there, of which something came or went since. */
async function usedStocks(db: Db, moveId: string): Promise<Kept> {
  const { rows } = await db.execute<{ kind: MovingSheetKind; name: string }>(sql`
    select sheet.kind, row.name
    from move_rows row join move_sheets sheet on sheet.id = row.sheet_id
    where row.move_id = ${moveId} and sheet.kind = 'products' and row.state = 'in'
      and row.record_id <> row.id and exists (
        select from stock_levels level
        join jsonb_array_elements(row.input -> 'openings') opening
          on level.branch_id = (opening ->> 'branchId')::uuid
        where level.product_id = row.record_id and (level.seq > 1 or level.reserved <> 0))
    order by row.position limit ${MAX_TOLD}`);
  return rows;
}

/** Rows that changed the books of a course or the own price of a class, which differ by now. */
async function usedLinks(db: Db, moveId: string): Promise<Kept> {
  const { rows } = await db.execute<{ kind: MovingSheetKind; name: string }>(sql`
    select sheet.kind, row.name
    from move_rows row join move_sheets sheet on sheet.id = row.sheet_id
    where row.move_id = ${moveId} and row.state = 'in' and row.record_id <> row.id and (
      sheet.kind = 'courses' and exists (
        select from jsonb_array_elements(row.input -> 'books') book
        where not exists (
          select from course_products link
          where link.course_id = row.record_id
            and link.product_id = (book ->> 'productId')::uuid
            and link.quantity = (book ->> 'quantity')::int and link.needed = book ->> 'needed'))
      or sheet.kind = 'classes' and row.input -> 'feeBefore' is not null and not exists (
        select from classes class
        where class.id = row.record_id and class.fee_id = (row.input ->> 'feeId')::uuid))
    order by row.position limit ${MAX_TOLD}`);
  return rows;
}

/**
 * What of a move is in use now: families with later money, and records that somebody has changed or
 * that another row names. It is read without a lock; every slice of an undo looks again.
 */
export async function readUsed(db: Db, moveId: string): Promise<Kept> {
  const references = await readReferences(db);
  const kept: Kept = [...(await readUsedMoney(db, moveId)).kept];
  for (const kind of movingSheetKinds.toReversed())
    kept.push(...(await usedOfKind(db, moveId, kind, references)));
  kept.push(...(await usedStudents(db, moveId)), ...(await usedStocks(db, moveId)));
  kept.push(...(await usedProducts(db, moveId)), ...(await usedLinks(db, moveId)));
  kept.push(...(await usedFields(db, moveId)), ...(await usedBeginnings(db, moveId)));
  return kept.slice(0, MAX_TOLD);
}
