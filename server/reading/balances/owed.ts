import { and, sql, type SQL } from 'drizzle-orm';
import type { BalanceAge, BalanceFilter } from '#contract/orders/balance-ages.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { fold } from '#contract/words/normalise.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { matches } from '#server/db/search-text.ts';
import {
  orderTable,
  orderLineTable,
  instalmentTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

const today = sql.raw(`(now() at time zone 'Asia/Vientiane')::date`);

/** The days overdue of each age; a part that is due today is not overdue. */
const late: Record<BalanceAge, SQL> = {
  notDue: sql.raw('late <= 0'),
  to30: sql.raw('late between 1 and 30'),
  to60: sql.raw('late between 31 and 60'),
  to90: sql.raw('late between 61 and 90'),
  older: sql.raw('late > 90'),
};

const sumWhere = (condition: SQL) =>
  sql`coalesce(sum(open) filter (where ${condition}), 0)::float8`;

/** The owed orders that match a text by their number, their payer or their students. */
function matchesSearch(search: string): SQL | undefined {
  if (fold(search) === '') return undefined;
  const people = (of: typeof parentTable | typeof studentTable) =>
    sql`select ${of._id} from ${of} where ${matches(of.search, search)}`;
  return sql`(${matches(orderTable.search, search)}
    or orders.payer_id in (${people(parentTable)})
    or orders.payer_id in (${people(studentTable)})
    or exists (
      select
      from ${orderLineTable} line
      where line.order_id = orders.id and line.student_id in (${people(studentTable)})
    ))`;
}

/** The person that a merged record has become. */
const lastId = sql.raw('coalesce(payer.merged_into_id, payer.id)');

type OwedQuery = { branchId: string | undefined; search: string };

/**
 * Every payer of a branch with the amount owed, by age. The open amount of each part follows from
 * the sums of its order: a lower total cuts the last parts, a higher one adds to the last, and
 * money covers the oldest part first. `openParts` in the contract has the same rule. A search text
 * selects families, and everything that these owe counts. The owed orders come first, by their
 * partial index, then the payer and the parts of each, one by one: a join would read every person
 * and the parts of every order, because the planner takes a third of all orders for owed.
 */
export function owedRows(user: SignedInUser, { branchId, search }: OwedQuery): SQL {
  const scope = and(
    ownBranchOnly(user, orderTable.branchId),
    branchId === undefined ? undefined : sql`${orderTable.branchId} = ${branchId}::uuid`,
  );
  const hit = matchesSearch(search);
  return sql`
    with owed as materialized (
      select orders.id, orders.id as order_id, orders.branch_id, orders.search, orders.total_lak,
        orders.pending_lak, orders.paid_lak + orders.pending_lak as covered, orders.confirmed_day,
        case
          when orders.payer_parent_id is not null then 'parent'
          when orders.payer_student_id is not null then 'student'
          else 'walkIn' end as kind,
        coalesce(
          (select ${lastId} from ${parentTable} payer where payer.id = orders.payer_parent_id),
          (select ${lastId} from ${studentTable} payer where payer.id = orders.payer_student_id),
          orders.id
        ) as payer_id
      from ${orderTable}
      where orders.state = 'confirmed'
        and orders.total_lak > orders.paid_lak + orders.pending_lak
        and ${scope ?? sql`true`}
    ), found as (
      select orders.*, ${hit ?? sql`true`} as is_found
      from owed orders
    ), planned as (
      select owed.*, coalesce(part.due_on, owed.confirmed_day) as due_on,
        case
          when coalesce(part.is_last, true) then owed.total_lak
          else least(owed.total_lak, part.upto_lak) end as upto,
        least(owed.total_lak, coalesce(part.upto_lak - part.amount_lak, 0)) as since
      from found owed
      left join lateral (
        select one.due_on, one.amount_lak, sum(one.amount_lak) over turns as upto_lak,
          lead(one.position) over turns is null as is_last
        from ${instalmentTable} one
        where one.order_id = owed.order_id and one.ended_at is null
        window turns as (order by one.position)
      ) part on true
    ), parts as (
      select planned.*, ${today} - due_on as late, upto - greatest(since, covered) as open
      from planned
      where upto > greatest(since, covered)
    ), families as (
      select branch_id, payer_id, min(kind) as kind, sum(open)::float8 as owed_lak,
        max(late) as days_late, min(due_on) filter (where late <= 0)::text as next_due_on,
        count(distinct order_id)::int as orders,
          (array_agg(order_id order by due_on, order_id))[1] as first_order_id,
          bool_or(is_found) as is_found,
        ${sumWhere(late.notDue)} as not_due, ${sumWhere(late.to30)} as to30,
          ${sumWhere(late.to60)} as to60, ${sumWhere(late.to90)} as to90,
          ${sumWhere(late.older)} as older
      from parts group by branch_id, payer_id
    )`;
}

/** The families of a list with this age. */
export function ofAge(age: BalanceFilter | undefined): SQL {
  if (age === undefined) return sql`is_found`;
  const column = {
    notDue: 'not_due',
    to30: 'to30',
    to60: 'to60',
    to90: 'to90',
    older: 'older',
  } as const;
  return age === 'overdue'
    ? sql`is_found and days_late > 0`
    : sql`is_found and ${sql.raw(column[age])} > 0`;
}
