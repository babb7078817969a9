import { sql, type SQL } from 'drizzle-orm';
import type { FiguresAnswer, FiguresQuery } from '#contract/reports/figures.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { KeptFigures } from '#server/db/tables/ledger/kept-days.table.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable, lineNetView, instalmentTable } from '#server/db/tables/ledger/orders.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { movedBetween } from './flows.ts';
import { sumBranches } from './slices.ts';
import { booksBefore, endOf, inBranch, ofOrders, ofPayments, type Only } from './as-of.ts';

/**
 * A day with its calendar, and the moment before which rows count: the end of the day if left out.
 * With `only` a query is about some orders.
 */
type AsOf = {
  branchId: string | undefined;
  day: string;
  end?: SQL;
  only?: Only | undefined;
};

/** The same for one branch, with the moment as ISO text. */
export type BranchMoment = { branchId: string; day: string; asOf: string };
export type Sums = Record<string, number>;
type Reader = (db: Db | Tx, at: BranchMoment, only?: Only) => Promise<Sums>;

const sums = (row: Record<string, string | null> | undefined): Sums =>
  Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, readSum(value)]));
const sumsByKey = (rows: readonly { key: string; sum: string }[]): Sums =>
  Object.fromEntries(rows.map(({ key, sum }) => [key, readSum(sum)]));
const momentOf = (asOf: string): SQL => sql`${asOf}::timestamptz`;

/**
 * The sums of docs/figures.md, "Figure 19: receivables by age" and "Figure 22: credit", and the
 * other terms of the bridge of received money.
 */
const readMoney: Reader = async (db, { branchId, asOf }, only) => {
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    with ${booksBefore(momentOf(asOf), branchId, only)}
    select (select sum(total - paid - pending) from bill where is_confirmed) as "owedLAK",
      (select sum(pending) from bill where is_confirmed) as "slipsLAK",
      (select sum(paid) from bill where not is_confirmed) as "onHoldsLAK",
        (select sum(opening) from bill where is_confirmed) as "openingLinesLAK",
      (
        select sum(amount_lak) from money
        where was = 'confirmed' and method = 'opening') as "openingPaymentsLAK",
      coalesce((
        select sum(amount_lak) from money
        where was = 'confirmed' and amount_lak > 0), 0) - coalesce((
        select sum(given.amount_lak) from given
        join money on money.id = given.payment_id
        where given.was = 'confirmed'), 0) as "creditLAK",
      (
        select sum(case when money_branch = ${branchId}::uuid then amount_lak else -amount_lak end)
        from given
        where was = 'confirmed' and money_branch <> used_branch
          and ${branchId}::uuid in (money_branch, used_branch)
          and ${ofPayments('payment_id', only)}) as "betweenLAK"`);
  return sums(rows[0]);
};

/**
 * docs/figures.md, "Figure 17: earned tuition" and "Figure 18: unearned tuition", by line: earned =
 * net × its sessions that are over ÷ bought, rounded once. A completed enrolment has earned the
 * rest too (all are completed when their class finishes), and so has a line without any bought
 * session left. Payments of an order are spread over its lines by net.
 */
export const tuitionAt = ({ branchId, day, end = endOf(day), only }: AsOf): SQL => sql`(
  with ${booksBefore(end, branchId, only)}, charged as (
      select bill.id as order_id, bill.paid, line.id, line.kind, line.position, line.enrolment_id,
        line.is_opening, line.at, line.covers_from, line.covers_to, line.amount_lak + coalesce(fix.amount, 0) as net,
        line.sessions + coalesce(fix.sessions, 0) as bought,
        case
          when orders.source = 'transfer' then least(line.at,
            place.start_date::timestamp at time zone 'Asia/Vientiane')
          when line.is_opening then
            orders.confirmed_day::timestamp at time zone 'Asia/Vientiane'
          else line.at end as counts_from,
        fee.basis = 'session' as by_session, place.class_id, place.start_date,
        (
          select state.status = 'completed' from ${enrolmentStateTable} state
          where state.enrolment_id = line.enrolment_id and state.at < ${end}
          order by state.at desc, state.id desc limit 1) as is_over
      from bill
      join ${orderTable} on orders.id = bill.id
      join ${lineNetView} line on line.order_id = bill.id and line.of_line_id is null
        and line.at < ${end} and ${ofOrders('line.order_id', only)}
      left join (
        select of_line_id, sum(amount_lak) as amount, sum(sessions) as sessions
        from ${lineNetView}
        where at < ${end} and of_line_id is not null and ${ofOrders('order_id', only)}
        group by 1) fix on fix.of_line_id = line.id
      left join ${enrolmentTable} place on place.id = line.enrolment_id
      left join ${courseFeeTable} fee on fee.id = line.fee_id
      where bill.is_confirmed
    ), shared as (
      select charged.*, greatest(net, 0) as weight,
        sum(greatest(net, 0)) over (partition by order_id) as whole,
        sum(greatest(net, 0)) over (partition by order_id order by position) as upto,
        coalesce(sum(bought) filter (where kind = 'tuition'
            and by_session) over (partition by enrolment_id order by at,
              id rows between unbounded preceding and 1 preceding),
          0) as bought_before,
        min(counts_from) filter (where by_session) over (partition by enrolment_id) as first_counts_from
      from charged
    ), held as (
      select shared.*,
        case when kind <> 'tuition' then 0
          when by_session then greatest(0, least(bought, over.n - bought_before))
          else least(bought, over.n) end as used
      from shared left join lateral (
        select count(*) as n from ${classSessionTable} session
        where shared.kind = 'tuition' and session.class_id = shared.class_id
          and session.status in ('scheduled', 'held') and session.date <= ${day}::date
          and case when covers_from is not null then session.date between covers_from and covers_to
            else session.date >= shared.start_date
            and (session.date + session.start_time::time) at time zone 'Asia/Vientiane' >= case
              when by_session then shared.first_counts_from else counts_from end end
      ) over on true
    ), earned as (
      select held.*,
        case when bought <= 0 or is_over then net else round(net * used / bought) end as earned,
        case when whole = 0 then 0
          else round(paid * upto / whole) - round(paid * (upto - weight) / whole) end as covered
      from held where kind = 'tuition'
    )
  select earned.*, greatest(0, covered - earned) as unearned from earned)`;

/** docs/figures.md, "Figure 17: earned tuition" and "Figure 18: unearned tuition". */
const readTuition: Reader = async (db, { asOf, ...at }, only) => {
  const { rows } = await db.execute<Record<string, string | null>>(
    sql`
      select sum(net) filter (where not is_opening) as "billedTuitionLAK",
        sum(net) filter (where is_opening) as "openingTuitionLAK", sum(earned) as "earnedTuitionLAK",
        sum(unearned) as "unearnedLAK"
      from ${tuitionAt({ ...at, end: momentOf(asOf), only })} tuition`,
  );
  return sums(rows[0]);
};

/**
 * Instalments at the end of a day. A lower total cuts the last instalments, a higher one adds to
 * the last; an order without a plan is due on the day of its confirmation.
 */
export const partsAt = ({ branchId, day, end = endOf(day), only }: AsOf): SQL => sql`
  ${booksBefore(end, branchId, only)}, planned as (
    select bill.*, coalesce(part.due_on, bill.confirmed_day) as due_on,
      case when lead(part.position) over turns is null then total
        else least(total, sum(part.amount_lak) over turns) end as upto,
      least(total,
        coalesce(sum(part.amount_lak) over (turns rows between unbounded preceding and 1 preceding),
          0)) as since
    from bill
    left join ${instalmentTable} part on part.order_id = bill.id and part.at < ${end}
      and ${ofOrders('part.order_id', only)}
      and (part.ended_at is null or part.ended_at >= ${end})
    where is_confirmed window turns as (partition by bill.id order by part.position)
  )`;

/**
 * docs/figures.md, "Figure 19: receivables by age": what is open by the day it is due, so that its
 * age can be told on every later day.
 */
const readDueParts: Reader = async (db, { asOf, ...at }, only) => {
  const { rows } = await db.execute<{ key: string; sum: string }>(sql`
    with ${partsAt({ ...at, end: momentOf(asOf), only })}
    select due_on::text as key, sum(upto - greatest(since, paid + pending)) as sum
    from planned
    where upto > greatest(since, paid + pending)
    group by 1`);
  return sumsByKey(rows);
};

/**
 * docs/figures.md, "Figure 28: between branches", by the other branch: above 0 this branch owes it.
 */
const readBetween: Reader = async (db, { branchId, asOf }, only) => {
  const { rows } = await db.execute<{ key: string; sum: string }>(sql`
    select case when owes = ${branchId}::uuid then owed else owes end as key,
      sum(case when owes = ${branchId}::uuid then amount else -amount end) as sum
    from ${movedBetween(momentOf(asOf), only)} moved
    where ${branchId}::uuid in (owes, owed)
    group by 1
    having sum(case when owes = ${branchId}::uuid then amount else -amount end) <> 0`);
  return sumsByKey(rows);
};

/** The SQL of each part of the standing figures: of all rows, or of some orders and payments. */
export const standingParts: Record<keyof KeptFigures, Reader> = {
  money: readMoney,
  tuition: readTuition,
  dueParts: readDueParts,
  between: readBetween,
};

/**
 * Instalments that fell due in a range, with the amount due and the amount that confirmed money
 * covers. What was due before the centre moved in was not collected here.
 */
export const dueIn = ({ from, to }: Pick<FiguresQuery, 'from' | 'to'>): SQL =>
  sql`due_on between ${from}::date and ${to}::date and upto > since
    and not (source = 'opening' and due_on <= confirmed_day)`;
export const dueParts: SQL = sql`upto - since as due,
  greatest(0, least(upto, paid) - since) as covered`;

/** More orders than this are not named one by one. */
const MOST_NAMED = 20_000;

/** The orders that may have a part due in a range; `undefined` if they are many. */
async function ordersDueIn(
  db: Db,
  { branchId, from, to }: FiguresQuery,
): Promise<Only | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from ${instalmentTable} part join ${orderTable} on orders.id = part.order_id
    where part.due_on between ${from}::date and ${to}::date
      and ${inBranch(sql.raw('orders.branch_id'), branchId)}
    union
    select id from ${orderTable}
    where confirmed_day between ${from}::date and ${to}::date
      and ${inBranch(sql.raw('branch_id'), branchId)}
    limit ${MOST_NAMED + 1}`);
  return rows.length > MOST_NAMED ? undefined : { orders: rows.map(({ id }) => id), payments: [] };
}

async function collectionOf(db: Db, range: FiguresQuery): Promise<Sums> {
  const { branchId, from, to } = range;
  const only = await ordersDueIn(db, range);
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    with ${partsAt({ branchId, day: to, only })}
    select sum(due) as "dueLAK", sum(covered) as "coveredLAK"
    from (select ${dueParts} from planned where ${dueIn({ from, to })}) parts`);
  return sums(rows[0]);
}

/**
 * docs/figures.md, "Figure 20: collection": the share of the amounts due in the range that
 * confirmed money covers on its last day.
 */
export async function readCollection(
  reading: ReportRun,
  range: FiguresQuery,
): Promise<FiguresAnswer['collection']> {
  const { dueLAK = 0, coveredLAK = 0 } = await sumBranches(reading, range.branchId, (branchId) =>
    collectionOf(reading.db, { ...range, branchId }),
  );
  return { dueLAK, coveredLAK };
}
