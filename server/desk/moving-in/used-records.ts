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
import { readCourseUsers } from './course-users.ts';
import { ownChanges } from './own-changes.ts';
import { writtenOfKind } from './read-move.ts';
import {
  isNamedBy,
  readReferences,
  recordTables,
  type RecordReference,
} from './record-references.ts';
import { usedBeginnings } from './used-beginnings.ts';
import { usedGuardianRows } from './used-guardians.ts';
import { readUsedMoney } from './undo-money.ts';

type Kept = UndoneSoFar['kept'];

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
function goesToo({ table, column }: RecordReference): SQL {
  if (`${table}.${column}` === 'classes.fee_id')
    return sql`named.id in (select record_id from made union select record_id from own_fees)`;
  if (`${table}.${column}` === 'courses.next_course_id')
    return sql`(named.id, named.next_course_id) in (select course_id, next_id from own_next)`;
  if (Object.values(recordTables).includes(table))
    return sql`named.id in (select record_id from made)`;
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

/** The records of one kind that a move has added and that are in use. */
async function usedOfKind(
  db: Db,
  moveId: string,
  kind: MovingSheetKind,
  references: readonly RecordReference[],
): Promise<Kept> {
  const table = recordTables[kind];
  if (table === undefined) return [];
  const uses = references
    .filter(({ to }) => to === table)
    .map((of) => isNamedBy(of, sql`made.record_id`, goesToo(of)));
  const own = ownUse[kind];
  const conditions = [sql`record.version > made.version`, ...uses, ...(own ? [own] : [])];
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    with made as (
      select row.record_id, row.name, row.position, sheet.kind,
        coalesce(row.changed_version, 1) as version
      from move_rows row join move_sheets sheet on sheet.id = row.sheet_id
      where row.move_id = ${moveId} and row.state = 'in' and row.record_id = row.id
    ), own_rows as (
      select id from move_rows where move_id = ${moveId}
    ), own_books as (
      select row.record_id as course_id, (book ->> 'productId')::uuid as product_id
      from move_rows row, jsonb_array_elements(row.input -> 'books') book
      where row.move_id = ${moveId} and row.state = 'in'
    ), own_next as (
      select record_id as course_id, (input ->> 'nextCourseId')::uuid as next_id
      from move_rows
      where move_id = ${moveId} and state = 'in' and input ->> 'nextCourseId' is not null
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
    select made.record_id as id, made.name from made
    left join ${sql.identifier(table)} record on record.id = made.record_id
    where made.kind = ${kind} and (record.id is null or ${sql.join(conditions, sql` or `)})
    order by made.position limit ${MAX_TOLD}`);
  const ids = rows.map(({ id }) => id);
  const users = await readCourseUsers(db, { kind, ids, besides: moveId });
  return rows.map(({ id, name }) => ({ kind, name, ...users.get(id) }));
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
      and products.version <> coalesce(row.changed_version, (row.input ->> 'version')::int + 1)
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
