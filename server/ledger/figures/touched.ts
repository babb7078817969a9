import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  instalmentTable,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { dayOf, type Only } from './as-of.ts';
import type { BranchMoment } from './standing.ts';

/**
 * What may differ between two moments: by its own rows, and as far as tuition is concerned. Money
 * between branches differs also by settlements, which are few and never named.
 */
export type TouchedRows = { money: Only; tuition: Only; between: boolean };

/**
 * Orders of a branch and payments that have rows between two moments; tuition is touched also by
 * sessions between both days and by states of places. Orders that share a place with a touched one
 * are among those of tuition, because sessions that are bought one by one are used in the order of
 * all lines of the place.
 */
export async function readTouched(
  db: Db | Tx,
  one: BranchMoment,
  other: BranchMoment,
): Promise<TouchedRows> {
  const [earlier, later] = one.asOf <= other.asOf ? [one, other] : [other, one];
  const [after, upTo] = [one.day, other.day].toSorted();
  const within = (column: string): SQL =>
    sql`${sql.raw(column)} >= ${earlier.asOf}::timestamptz and ${sql.raw(column)} < ${later.asOf}::timestamptz`;
  const lastDay = (moment: BranchMoment) => dayOf(sql`${moment.asOf}::timestamptz`);
  const { rows } = await db.execute<{
    payments: string[];
    orders: string[];
    tuition: string[];
    settled: boolean;
  }>(sql`
    with decided as materialized (
      select id from ${paymentTable} where ${within('coalesce(decided_at, at)')}
      union
      select id from ${paymentTable} where ${within('voided_at')}
    ), used as materialized (
      select payment_id, order_id from ${allocationTable} where ${within('at')}
      union
      select payment_id, order_id from ${allocationTable}
      where payment_id = any(array(select id from decided))
    ), moved as (
      select order_id as id from used
      union
      select order_id from ${orderLineTable} where ${within('at')}
      union
      select id from ${orderTable}
      where branch_id = ${one.branchId}::uuid
        and confirmed_day between ${lastDay(earlier)} and ${lastDay(later)}
      union
      select order_id from ${instalmentTable} where ${within('at')}
      union
      select order_id from ${instalmentTable} where ${within('ended_at')}
    ), touched as materialized (
      select orders.id from ${orderTable}
      where orders.id = any(array(select id from moved)) and orders.branch_id = ${one.branchId}::uuid
    ), places as materialized (
      select enrolment_id as id from ${orderLineTable}
      where order_id = any(array(select id from touched))
      union
      select enrolment_id from ${enrolmentStateTable} where ${within('at')}
      union
      select id from ${enrolmentTable}
      where class_id = any(array(
        select class_id from ${classSessionTable}
        where branch_id = any(array(select id from ${branchTable}))
          and date > ${after}::date and date <= ${upTo}::date))
    ), taught as (
      select id from touched
      union
      select order_id from ${orderLineTable}
      where enrolment_id = any(array(select id from places))
    )
    select array(select id from decided union select payment_id from used)::text[] as payments,
      array(select id from touched)::text[] as orders,
      array(select id from taught)::text[] as tuition,
      exists (select from ${settlementTable} where ${within('confirmed_at')}) as settled`);
  const [row] = rows;
  if (!row) throw new Error('The database answers nothing');
  const { payments, orders, tuition, settled } = row;
  return {
    money: { payments, orders },
    tuition: { payments: [], orders: tuition },
    between: settled || payments.length > 0,
  };
}
