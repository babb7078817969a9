import { sql } from 'drizzle-orm';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { DayTotals } from '#contract/money/days.ts';
import { tenderMethods, type TenderMethod } from '#contract/orders/payments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { wordLiterals } from '#server/db/columns.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

export type Days = { branchId: string; from: string; to: string };

type Received = DayTotals['received'][number];
export type DayFlow = Pick<
  DayTotals,
  'received' | 'receivedLAK' | 'billedLAK' | 'receipts' | 'chain'
>;

type MoneyRow = {
  day: string;
  method: TenderMethod;
  currency: PriceCurrency;
  amount: string;
  worth: string;
};

/**
 * Counts bank money as it was sent, and cash as the drawers of the day recorded it. Payments that
 * were voided on their own day are in neither sum.
 */
const receivedIn = (db: Db | Tx, { branchId, from, to }: Days) =>
  db.execute<MoneyRow>(sql`
    with paid as (
      select confirmed_day as day, method, currency, sum(tendered) as tendered,
        sum(amount_lak) as worth
      from ${paymentTable}
      where branch_id = ${branchId} and confirmed_day between ${from} and ${to}
        and state = 'confirmed' and method in (${wordLiterals(tenderMethods)})
      group by 1, 2, 3
    ), cash as (
      select shift.day, 'cash' as method, movement.currency, sum(movement.amount) as amount
      from ${shiftTable} shift join ${drawerMovementTable} movement on movement.shift_id = shift.id
      where shift.branch_id = ${branchId} and shift.day between ${from} and ${to}
        and movement.kind in ('tender', 'change', 'refund', 'tenderReversed', 'changeReversed')
      group by 1, 3
    )
    select day::text as day, method, currency,
      coalesce(case when method = 'cash' then cash.amount else paid.tendered end, 0) as amount,
      coalesce(paid.worth, 0) as worth
    from paid full join cash using (day, method, currency)
    where coalesce(cash.amount, 0) <> 0 or coalesce(paid.tendered, 0) <> 0
      or coalesce(paid.worth, 0) <> 0
    order by day, method, currency`);

/**
 * Counts lines of orders that were ever confirmed, on the later of the line's day and the order's
 * day.
 */
const billedIn = (db: Db | Tx, { branchId, from, to }: Days) =>
  db.execute<{ day: string; billed: string }>(sql`
    select day::text as day, sum(amount_lak) as billed from (
      select charged_order.confirmed_day as day, line.amount_lak from ${orderTable} charged_order
      join ${orderLineTable} line on line.order_id = charged_order.id
      where charged_order.branch_id = ${branchId}
        and charged_order.confirmed_day between ${from} and ${to}
        and not line.is_opening
        and (line.at at time zone 'Asia/Vientiane')::date <= charged_order.confirmed_day
      union all
      select (line.at at time zone 'Asia/Vientiane')::date, line.amount_lak
      from ${orderLineTable} line
      join ${orderTable} charged_order on charged_order.id = line.order_id
      where charged_order.branch_id = ${branchId} and not line.is_opening
        and line.at >= ${from}::date::timestamp at time zone 'Asia/Vientiane'
        and line.at < (${to}::date + 1)::timestamp at time zone 'Asia/Vientiane'
        and charged_order.confirmed_day < (line.at at time zone 'Asia/Vientiane')::date
    ) counted group by day order by day`);

type ReceiptRow = {
  day: string;
  count: number;
  first: string;
  last: string;
  length: number;
  head: string;
};

const receiptsIn = (db: Db | Tx, { branchId, from, to }: Days) =>
  db.execute<ReceiptRow>(sql`
    select day::text as day, count(*)::int as count,
      (array_agg(number order by chain_no))[1] as first,
      (array_agg(number order by chain_no desc))[1] as last,
      max(chain_no) as length, (array_agg(hash order by chain_no desc))[1] as head
    from ${receiptTable}
    where branch_id = ${branchId} and day between ${from} and ${to}
    group by day
    order by day`);

/** The chain of receipts before the first of the days. */
export async function chainBefore(
  db: Db | Tx,
  { branchId, from }: Days,
): Promise<DayTotals['chain']> {
  const { rows } = await db.execute<DayTotals['chain']>(
    sql`
      select chain_no as length, hash as head from ${receiptTable}
      where branch_id = ${branchId} and day < ${from}
      order by chain_no desc limit 1`,
  );
  return rows[0] ?? { length: 0, head: '' };
}

const asReceived = ({ method, currency, amount, worth }: MoneyRow): Received => ({
  method,
  currency,
  amount: Number(amount),
  amountLAK: Number(worth),
});

/** The flows of each day, in the order of the days; days without any row are left out. */
export async function flowsOf(db: Db | Tx, days: Days): Promise<Map<string, DayFlow>> {
  const { rows: money } = await receivedIn(db, days);
  const { rows: billed } = await billedIn(db, days);
  const { rows: receipts } = await receiptsIn(db, days);
  let chain = await chainBefore(db, days);
  const named = [...new Set([...money, ...billed, ...receipts].map(({ day }) => day))].sort();
  const found = new Map<string, DayFlow>();
  for (const day of named) {
    const received = money.filter((row) => row.day === day).map(asReceived);
    const own = receipts.find((row) => row.day === day);
    if (own) chain = { length: own.length, head: own.head };
    found.set(day, {
      received,
      receivedLAK: received.reduce((sum, { amountLAK }) => sum + amountLAK, 0),
      billedLAK: Number(billed.find((row) => row.day === day)?.billed ?? 0),
      receipts: { first: own?.first ?? null, last: own?.last ?? null, count: own?.count ?? 0 },
      chain,
    });
  }
  return found;
}

/** The flows of a day without any row. */
export const noFlow = {
  received: [],
  receivedLAK: 0,
  billedLAK: 0,
  receipts: { first: null, last: null, count: 0 },
};
