import { sql, type SQL } from 'drizzle-orm';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';

// Every past state can be derived, because rows never change and payments and orders keep the times
// of their changes.

/** The first moment after a day in Laos. */
export const endOf = (day: string): SQL =>
  sql`((${day}::date + 1)::timestamp at time zone 'Asia/Vientiane')`;

/** The first moment of a day in Laos. */
export const startOf = (day: string): SQL =>
  sql`(${day}::date::timestamp at time zone 'Asia/Vientiane')`;

/** The day in Laos of a moment. */
export const dayOf = (moment: SQL): SQL => sql`(${moment} at time zone 'Asia/Vientiane')::date`;

/** The rows of a branch, or of every branch. */
export const inBranch = (column: SQL, branchId: string | undefined): SQL =>
  branchId === undefined ? sql`true` : sql`${column} = ${branchId}::uuid`;

/** A query about some orders and payments reads only them, by their keys. */
export type Only = { orders: readonly string[]; payments: readonly string[] };

export const isAmong = (column: SQL, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

/** Payments as they were before `end`; the column `was` is pending, confirmed, rejected or void. */
export const paymentsBefore = (end: SQL): SQL => sql`(
  select payment.*,
    case when payment.voided_at < ${end} then 'void'
      when payment.decided_at < ${end} then case when payment.state = 'rejected' then 'rejected'
        else 'confirmed' end
      else 'pending' end as was
  from ${paymentTable} payment where payment.at < ${end})`;

/**
 * The payment of each allocation. Of some orders it is looked up by its key: the planner expects
 * more rows than there are, and would read all payments.
 */
const paymentOf = (end: SQL, only: Only | undefined): SQL =>
  only === undefined
    ? sql`join ${paymentsBefore(end)} payment on payment.id = allocation.payment_id`
    : sql`cross join lateral (
        select * from ${paymentsBefore(end)} one where one.id = allocation.payment_id offset 0
      ) payment`;

/**
 * Allocations of such payments before `end`, with the branch of the order or refund that they were
 * made to.
 */
const givenBefore = (end: SQL, only: Only | undefined): SQL => sql`(
  select allocation.id, allocation.payment_id, allocation.order_id, allocation.amount_lak,
    payment.was,
    payment.branch_id as money_branch,
    coalesce(orders.branch_id, refund.branch_id) as used_branch
  from ${allocationTable} allocation
  ${paymentOf(end, only)}
  left join ${orderTable} on orders.id = allocation.order_id
  left join ${paymentTable} refund on refund.id = allocation.refund_id
  where allocation.at < ${end} and ${
    only === undefined
      ? sql`true`
      : sql`(${isAmong(sql.raw('allocation.order_id'), only.orders)}
        or ${isAmong(sql.raw('allocation.payment_id'), only.payments)})`
  })`;

/** True for the rows of the orders that a query is about. */
export const ofOrders = (column: string, only: Only | undefined): SQL =>
  only === undefined ? sql`true` : isAmong(sql.raw(column), only.orders);

/** True for the rows of the payments that a query is about. */
export const ofPayments = (column: string, only: Only | undefined): SQL =>
  only === undefined ? sql`true` : isAmong(sql.raw(column), only.payments);

/**
 * CTEs `money`, `given` and `bill`: payments, allocations and the orders of a branch as they were
 * before `end`. A bill has the total of its lines, the sums paid and to be verified, and whether
 * the order was ever confirmed. Void and lapsed orders need no condition, because opposite lines
 * bring them to 0. With `only`, the uses are those of its orders and of its payments.
 */
export const booksBefore = (end: SQL, branchId: string | undefined, only?: Only): SQL => sql`
  money as (
    select * from ${paymentsBefore(end)} every_payment
    where ${inBranch(sql.raw('every_payment.branch_id'), branchId)}
      and ${only === undefined ? sql`true` : isAmong(sql.raw('every_payment.id'), only.payments)}),
  given as (select * from ${givenBefore(end, only)} every_use),
  bill as (
    select orders.id, orders.branch_id, orders.confirmed_day, orders.source,
      coalesce(orders.confirmed_at < ${end}, false) as is_confirmed,
      coalesce(lines.total, 0) as total, coalesce(lines.opening, 0) as opening,
      coalesce(uses.paid, 0) as paid, coalesce(uses.pending, 0) as pending
    from ${orderTable}
    left join (
      select order_id, sum(amount_lak) as total,
        sum(amount_lak) filter (where is_opening) as opening
      from ${orderLineTable}
      where at < ${end} and ${ofOrders('order_id', only)}
      group by order_id) lines on lines.order_id = orders.id
    left join (
      select order_id, sum(amount_lak) filter (where was = 'confirmed') as paid,
        sum(amount_lak) filter (where was = 'pending') as pending
      from given
      group by order_id) uses on uses.order_id = orders.id
    where orders.at < ${end} and ${inBranch(sql.raw('orders.branch_id'), branchId)}
      and ${ofOrders('orders.id', only)})`;
