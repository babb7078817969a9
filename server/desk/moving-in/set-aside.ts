import { sql, type SQL } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Tx } from '#server/db/client.ts';

/** True for orders and payments of the old book that were taken back. */
const isBack = (table: string): SQL =>
  table === 'orders'
    ? sql`orders.source = 'opening' and orders.state = 'void'`
    : sql`payments.method = 'opening' and payments.state = 'void'`;

/** The same of one order by its id: a join would read all orders where no statistics are kept. */
const isOrderBack = (id: SQL): SQL =>
  sql`(select ${isBack('orders')} from orders where orders.id = ${id})`;

/** A place that only money rows name: it has no states any more. */
const isBare = sql`place.status = 'cancelled' and not exists (
  select from enrolment_states state where state.enrolment_id = place.id)`;

/** A class without sessions whose places are all bare. */
const isEmpty = sql`class.status = 'archived' and not exists (
  select from enrolments place where place.class_id = class.id and not (${isBare}))`;

/** True where rows of a table name the record, and all of them are as told. */
const onlyNamedBy = (rows: SQL, are: SQL): SQL =>
  sql`exists (select ${rows}) and not exists (select ${rows} and not (${are}))`;

/** True while every order and payment of these conditions is taken back. */
const allBack = (orders: SQL, payments: SQL): SQL => sql`(
  not exists (select from orders where ${orders} and not (${isBack('orders')}))
  and not exists (select from payments where ${payments} and not (${isBack('payments')})))`;

const isNamed = (orders: SQL, payments: SQL): SQL => sql`(
  exists (select from orders where ${orders}) or exists (select from payments where ${payments}))`;

const places = (ids: SQL): SQL => sql`
  with bare as (
    select place.id from enrolments place
    where place.id = any(${ids}) and place.version = 1
      and ${onlyNamedBy(
        sql`from order_lines line where line.enrolment_id = place.id`,
        isOrderBack(sql`line.order_id`),
      )}
      and not exists (
        select from enrolment_states state
        where state.enrolment_id = place.id and state.source <> 'move')
  ), gone as (
    delete from enrolment_states where enrolment_id in (select id from bare)
  )
  update enrolments set status = 'cancelled', status_reason = 'undone', wait_position = null,
    version = version + 1, updated_at = now()
  where id in (select id from bare) returning id`;

/**
 * No order, payment or place of a student counts any more. Orders of the payer and of the lines are
 * asked for one after the other, because an `or` of both reads all orders for each student.
 */
const isStudentFree: SQL = sql`(${allBack(
  sql`orders.payer_student_id = students.id`,
  sql`payments.payer_student_id = students.id`,
)}
  and not exists (
    select from order_lines line
    where line.student_id = students.id and not ${isOrderBack(sql`line.order_id`)})
  and not exists (
    select from enrolments place where place.student_id = students.id and not (${isBare})))`;

/** With a payer whom money names the student stays too, so that the next file finds both. */
const isStudentNamed: SQL = sql`(${isNamed(
  sql`orders.payer_student_id = students.id`,
  sql`payments.payer_student_id = students.id`,
)}
  or exists (select from order_lines where order_lines.student_id = students.id)
  or exists (
    select from guardians link where link.student_id = students.id and ${isNamed(
      sql`orders.payer_parent_id = link.parent_id`,
      sql`payments.payer_parent_id = link.parent_id`,
    )}))`;

const students = (ids: SQL): SQL => sql`
  update students set archived = true, version = version + 1, updated_at = now()
  where id = any(${ids}) and version = 1 and ${isStudentFree} and ${isStudentNamed}
  returning id`;

/** Parents go with their children: those whose children are all archived. */
const parents = (ids: SQL): SQL => sql`
  update parents set archived = true, version = version + 1, updated_at = now()
  where id = any(${ids}) and not archived
    and not exists (select from orders where payer_parent_id = parents.id and not (${isBack('orders')}))
    and not exists (
      select from payments where payer_parent_id = parents.id and not (${isBack('payments')}))
    and not exists (
      select from guardians join students on students.id = guardians.student_id
      where guardians.parent_id = parents.id and not students.archived)
  returning id`;

const classes = (ids: SQL): SQL => sql`
  with empty as (
    select class.id from classes class where class.id = any(${ids}) and class.version = 1
      and ${onlyNamedBy(sql`from enrolments place where place.class_id = class.id`, isBare)}
  ), gone as (
    delete from class_sessions where class_id in (select id from empty)
  )
  update classes set status = 'archived', status_reason = 'undone', teacher_id = null,
    assistant_ids = '{}', room_id = null, fee_id = null, version = version + 1, updated_at = now()
  where id in (select id from empty) returning id`;

const terms = (ids: SQL): SQL => sql`
  select term.id from academic_terms term where term.id = any(${ids})
    and ${onlyNamedBy(sql`from classes class where class.term_id = term.id`, isEmpty)}`;

/** A course that stays for such a class keeps its next course. */
const courses = (ids: SQL): SQL => sql`
  with recursive aside as (
    select course.id, course.next_course_id from courses course
    where exists (select from move_rows row where row.id = course.id)
      and ${onlyNamedBy(sql`from classes class where class.course_id = course.id`, isEmpty)}
    union
    select next.id, next.next_course_id from courses next
    join aside on aside.next_course_id = next.id
  )
  select id from aside where id = any(${ids})`;

const branches = (ids: SQL): SQL => sql`
  select branches.id from branches where branches.id = any(${ids})
    and ${isNamed(sql`orders.branch_id = branches.id`, sql`payments.branch_id = branches.id`)}
    and ${allBack(sql`orders.branch_id = branches.id`, sql`payments.branch_id = branches.id`)}`;

/** The version before such a price is in use again, as when the price itself goes. */
const fees = (ids: SQL): SQL => sql`
  with aside as (
    select fee.* from course_fees fee where fee.id = any(${ids}) and fee.version = 1
      and not exists (select from enrolments place where place.fee_id = fee.id)
      and not exists (select from classes class where class.fee_id = fee.id)
      and ${onlyNamedBy(
        sql`from order_lines line where line.fee_id = fee.id`,
        isOrderBack(sql`line.order_id`),
      )}
  ), back as (
    update course_fees before set active = true, valid_to = aside.valid_to,
      replaced_by_id = aside.replaced_by_id
    from aside where before.replaced_by_id = aside.id
  )
  update course_fees set active = false, replaced_by_id = null, version = course_fees.version + 1,
    updated_at = now()
  from aside where course_fees.id = aside.id returning course_fees.id`;

const asideOf: Partial<Record<MovingSheetKind | 'parents', (ids: SQL) => SQL>> = {
  enrolments: places,
  students,
  parents,
  classes,
  branches,
  fees,
  courses,
  terms,
};

/**
 * Rows of money never go, so what they name stays: of records that only money names that was taken
 * back, people, places and classes are archived, prices end, and courses, terms and branches stay
 * as they are.
 * The next file finds them. Gives the ids of these records.
 */
export async function setAside(
  tx: Tx,
  kind: MovingSheetKind | 'parents',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const aside = asideOf[kind];
  if (!aside || ids.length === 0) return new Set();
  await tx.execute(sql`select set_config('branchdesk.undoing_move', 'on', true)`);
  const { rows } = await tx.execute<{ id: string }>(aside(sql`${sql.param([...ids])}::uuid[]`));
  await tx.execute(sql`select set_config('branchdesk.undoing_move', '', true)`);
  return new Set(rows.map(({ id }) => id));
}

/** True if a student whom a file has brought back may be archived again. */
export async function isStudentUnused(tx: Tx, studentId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select id from students where id = ${studentId} and ${isStudentFree}`,
  );
  return rows.length > 0;
}
