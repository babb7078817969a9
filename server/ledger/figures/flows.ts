import { sql, type SQL } from 'drizzle-orm';
import type { FiguresAnswer, FiguresQuery } from '#contract/reports/figures.ts';
import type { MoneyToday } from '#contract/reports/overview.ts';
import type { TenderMethod } from '#contract/orders/payments.ts';
import type { Db } from '#server/db/client.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { shiftTable, drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import {
  paymentTable,
  allocationTable,
  bankAccountTable,
} from '#server/db/tables/ledger/payments.table.ts';
import {
  type lineNetView,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { dayOf, endOf, inBranch, ofPayments, startOf, type Only } from './as-of.ts';

type Range = Pick<FiguresQuery, 'branchId' | 'from' | 'to'>;

const among = ({ from, to }: Pick<Range, 'from' | 'to'>) =>
  sql`between ${from}::date and ${to}::date`;
const sumsIn = <Row extends { amountLAK: number }>(
  rows: readonly Record<string, unknown>[],
): Row[] => rows.map((row) => ({ ...row, amountLAK: readSum(String(row['amountLAK'])) }) as Row);

type LineSource = { from?: typeof orderLineTable | typeof lineNetView; more?: SQL };

/**
 * The lines of orders that were ever confirmed, by the later of the line's day and the order's day;
 * openings are not billed. Both days have an index of their own.
 */
export const billedLines = (
  { branchId, ...range }: Range,
  { from = orderLineTable, more = sql`` }: LineSource = {},
): SQL => sql`
  from (
    select line.* from ${from} line
    where line.at >= ${startOf(range.from)} and line.at < ${endOf(range.to)}
    union all
    select line.* from ${orderTable} confirmed join ${from} line on line.order_id = confirmed.id
    where confirmed.confirmed_day ${among(range)} and line.at < ${startOf(range.from)}
      and ${inBranch(sql.raw('confirmed.branch_id'), branchId)}
  ) line join ${orderTable} on orders.id = line.order_id ${more}
  where orders.confirmed_at is not null and not line.is_opening
    and ${inBranch(sql.raw('orders.branch_id'), branchId)}
    and greatest(${dayOf(sql.raw('line.at'))}, orders.confirmed_day) ${among(range)}`;

/** docs/figures.md, "Figure 14: billed". */
export async function readBilled(db: Db, range: Range): Promise<FiguresAnswer['billed']> {
  const { rows } = await db.execute(
    sql`
      select line.kind, sum(line.amount_lak) as "amountLAK",
        count(*)::int as lines ${billedLines(range)}
      group by 1
      order by 1`,
  );
  return sumsIn(rows);
}

/** Payments and refunds in a range, without void ones and openings. */
export const receivedIn = ({ branchId, ...range }: Range): SQL => sql`
  payment.state = 'confirmed' and payment.method <> 'opening'
    and ${inBranch(sql.raw('payment.branch_id'), branchId)}
    and payment.confirmed_day ${among(range)}`;

/** docs/figures.md, "Figure 15: received": by the receipt's day, method, drawer and cashier. */
export async function readReceived(db: Db, range: Range): Promise<FiguresAnswer['received']> {
  const { rows } = await db.execute(sql`
    select payment.confirmed_day::text as day, payment.method, payment.currency,
      coalesce(drawer.name, '') as drawer,
      coalesce(cashier.first_name || ' ' || cashier.last_name, '') as cashier,
      sum(payment.amount_lak) as "amountLAK", count(*)::int as payments
    from ${paymentTable} payment
    left join ${shiftTable} shift on shift.id = payment.shift_id
    left join ${drawerTable} drawer on drawer.id = shift.drawer_id
    left join ${userTable} cashier on cashier.id = payment.recorded_by_id
    where ${receivedIn(range)} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
  return sumsIn(rows);
}

/**
 * Money in its own currency: cash by the rows of drawers, bank money as it was sent. A drawer has
 * rows only while it is open, so the rows of other days need not be read.
 */
export const tenderedIn = (range: Range): SQL => sql`(
  select movement.id, shift.branch_id, ${dayOf(sql.raw('movement.at'))} as day, 'cash' as method,
    movement.currency, movement.amount, movement.payment_id
  from ${drawerMovementTable} movement
  join ${shiftTable} shift on shift.id = movement.shift_id
  where movement.kind in ('tender', 'change', 'refund', 'tenderReversed', 'changeReversed')
    and ${inBranch(sql.raw('shift.branch_id'), range.branchId)}
    and ${dayOf(sql.raw('movement.at'))} ${among(range)}
    and shift.day <= ${range.to}::date
      and (shift.closed_at is null or shift.closed_at >= ${startOf(range.from)})
  union all
  select payment.id, payment.branch_id, payment.confirmed_day, payment.method, payment.currency,
    payment.tendered, payment.id
  from ${paymentTable} payment
  where payment.method <> 'cash' and ${receivedIn(range)})`;

type CurrencyRow<Method> = {
  method: Method;
  currency: FiguresAnswer['receivedCurrencies'][number]['currency'];
  amount: string;
};

/** docs/figures.md, "Figure 15: received", by method and currency. */
export async function readMethodCurrencies(db: Db, range: Range): Promise<MoneyToday['rows']> {
  const { rows } = await db.execute<CurrencyRow<TenderMethod>>(
    sql`
      select method, currency, sum(amount) as amount from ${tenderedIn(range)} tendered
      group by 1, 2
      order by 1, 2`,
  );
  return rows.map((row) => ({ ...row, amount: readSum(row.amount) }));
}

/** Sums what was received as above, with all bank money in one row for each currency. */
export async function readCurrencies(
  db: Db,
  range: Range,
): Promise<FiguresAnswer['receivedCurrencies']> {
  const { rows } = await db.execute<CurrencyRow<'cash' | 'bank'>>(sql`
    select case method when 'cash' then 'cash' else 'bank' end as method, currency,
      sum(amount) as amount
    from ${tenderedIn(range)} tendered
    group by 1, 2
    order by 1, 2`);
  return rows.map((row) => ({ ...row, amount: readSum(row.amount) }));
}

/** docs/figures.md, "Figure 16: to verify". */
export async function readToVerify(
  db: Db,
  branchId: string | undefined,
): Promise<FiguresAnswer['toVerify']> {
  const {
    rows: [row],
  } = await db.execute<{ count: number; sum: string | null; oldest: string | null }>(sql`
    select count(*)::int as count, sum(amount_lak) as sum,
      min(${dayOf(sql.raw('at'))})::text as oldest
    from ${paymentTable}
    where state = 'pending' and ${inBranch(sql.raw('branch_id'), branchId)}`);
  return { count: row?.count ?? 0, sumLAK: readSum(row?.sum ?? null), oldest: row?.oldest ?? null };
}

/**
 * Lines of discounts with what tells them apart: the rule or, for a discount by hand, its reason
 * and the person who approved it.
 */
export const discountLines = (range: Range): SQL => sql`(
  select line.*,
    coalesce(line.rule_id::text,
      concat_ws(' · ', nullif(line.reason, ''),
        approver.first_name || ' ' || approver.last_name)) as discount,
    coalesce(approver.first_name || ' ' || approver.last_name, '') as approver
  from (
    select line.*, orders.branch_id, orders.number,
      greatest(${dayOf(sql.raw('line.at'))},
          orders.confirmed_day) as billed_day ${billedLines(range)}
        and line.kind = 'discount') line
  left join ${userTable} approver on approver.id = line.approved_by_id)`;

/**
 * docs/figures.md, "Figure 21: discounts", by rule or, for a discount by hand, by reason and
 * approver. Corrections that give a discount back are subtracted.
 */
export async function readDiscounts(
  db: Db,
  range: Range,
): Promise<Pick<FiguresAnswer, 'discounts' | 'grossLAK'>> {
  const { rows } = await db.execute(sql`
    select line.discount as key, max(line.name_en) as "nameEn", max(line.name_lo) as "nameLo",
      max(case when line.rule_id is null then line.reason else '' end) as reason,
      max(line.approver) as approver, -sum(line.amount_lak) as "amountLAK", count(*)::int as lines
    from ${discountLines(range)} line group by 1 order by 6 desc, 2, 1`);
  const gross = await db.execute<{ sum: string | null }>(
    sql`
      select sum(line.amount_lak) as sum ${billedLines(range)}
      and line.kind in ('tuition', 'registration', 'product')`,
  );
  return { discounts: sumsIn(rows), grossLAK: readSum(gross.rows[0]?.sum ?? null) };
}

/**
 * Money that one branch received and another one used, and settlements of it: the branch `owes`
 * owes the branch `owed` the sum. With `only`, the money is that of its payments.
 */
export const movedBetween = (end: SQL, only?: Only): SQL => sql`(
  select allocation.id, allocation.at, payment.branch_id as owes,
    coalesce(orders.branch_id, refund.branch_id) as owed, allocation.amount_lak as amount,
    payment.receipt_id, false as is_settled, null as paid_from
  from ${allocationTable} allocation
  join ${paymentTable} payment on payment.id = allocation.payment_id
  left join ${orderTable} on orders.id = allocation.order_id
  left join ${paymentTable} refund on refund.id = allocation.refund_id
  where allocation.at < ${end} and payment.decided_at < ${end} and payment.state <> 'rejected'
    and ${ofPayments('allocation.payment_id', only)}
    and payment.branch_id <> coalesce(orders.branch_id, refund.branch_id)
  union all
  select id, confirmed_at, from_branch_id, to_branch_id, -amount_lak, null, true,
    coalesce((
      select bank || ' ' || account_no from ${bankAccountTable}
      where id = bank_account_id), (
      select name from ${drawerTable}
      where id = drawer_id))
  from ${settlementTable}
  where confirmed_at < ${end})`;
