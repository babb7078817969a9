import { or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';

/**
 * The seat of a transfer counts only while the transfer holds it, or once the transfer is carried
 * out.
 */
const isPlace = sql`
  not exists (
    select
    from ${transferTable} transfer
    where transfer.to_enrolment_id = enrolment.id
      and transfer.status <> 'done'
      and not (transfer.status = 'open' and transfer.hold_until > clock_timestamp())
  )`;

/**
 * True if a student has an enrolment, an open transfer or an order in a branch, whatever their home
 * branch is.
 */
export const hasToDoWith = (student: SQL | PgColumn, branchId: string): SQL => sql`(
  exists (
    select
    from ${enrolmentTable} enrolment
    where enrolment.student_id = ${student}
      and enrolment.branch_id = ${branchId}::uuid
      and ${isPlace}
  )
  or exists (
    select
    from ${orderLineTable} line
    join ${orderTable} student_order on student_order.id = line.order_id
    where line.student_id = ${student} and student_order.branch_id = ${branchId}::uuid
  )
  or exists (
    select
    from ${orderTable} student_order
    where student_order.payer_student_id = ${student}
      and student_order.branch_id = ${branchId}::uuid
  ))`;

/** The students that a desk may know: at home in its branch, or with a seat or an order there. */
export function knownHere(
  user: SignedInUser,
  { id, home }: { id: SQL | PgColumn; home: SQL | PgColumn },
): SQL | undefined {
  if (seesAllBranches(user.role)) return undefined;
  return or(sql`${home} = ${user.branchId}::uuid`, hasToDoWith(id, user.branchId));
}
