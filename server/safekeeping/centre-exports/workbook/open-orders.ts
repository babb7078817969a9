import { inArray, sql } from 'drizzle-orm';
import type { OpeningMoney } from '#contract/imports/opening-sums.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { addDays } from '#contract/dates.ts';
import { openParts } from '#contract/orders/instalments.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { movedMoneyTable } from '#server/db/tables/desk/moving-in.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import {
  instalmentTable,
  lineNetView,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { tuitionAt } from '#server/ledger/figures/standing.ts';

/** A part of an order that is still open, in kip. */
export type OpenDuePart = { dueOn: string; amountLAK: number };

/** An order that is owed, with its payer as of now and the parts that are open. */
export type OpenOrder = {
  id: string;
  number: string;
  branchId: string;
  payerParentId: string | null;
  payerStudentId: string | null;
  /** The student that a line of it names. */
  studentId: string | null;
  confirmedDay: string;
  text: string;
  parts: OpenDuePart[];
};

type OrderRow = Omit<OpenOrder, 'parts'> & { total: number; paid: number };

const payerOf = sql`
  (select coalesce(payer.merged_into_id, payer.id) from ${parentTable} payer
    where payer.id = owner.payer_parent_id) as "payerParentId",
  (select coalesce(payer.merged_into_id, payer.id) from ${studentTable} payer
    where payer.id = owner.payer_student_id) as "payerStudentId"`;

/**
 * The orders that are owed, by what confirmed money has not paid: slips that nobody has verified do
 * not leave with the centre, so what they should pay is owed.
 */
export async function readOpenOrders(tx: Tx): Promise<OpenOrder[]> {
  const { rows } = await tx.execute<OrderRow>(sql`
    select owner.id, owner.number, owner.branch_id as "branchId", ${payerOf},
      (select coalesce(child.merged_into_id, child.id) from ${orderLineTable} line
        join ${studentTable} child on child.id = line.student_id
        where line.order_id = owner.id order by line.position limit 1) as "studentId",
      owner.confirmed_day::text as "confirmedDay", owner.total_lak::float8 as total,
      owner.paid_lak::float8 as paid,
      (select string_agg(coalesce(nullif(line.name_lo, ''), line.name_en), ', '
          order by line.position) from ${orderLineTable} line
        where line.order_id = owner.id and line.of_line_id is null and line.amount_lak > 0) as text
    from ${orderTable} owner
    where owner.state = 'confirmed' and owner.total_lak > owner.paid_lak
    order by owner.number`);
  const plans = await plansOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ total, paid, ...row }) => {
    const plan = plans.get(row.id) ?? [{ dueOn: row.confirmedDay, amountLAK: total }];
    const parts = openParts(plan, { totalLAK: total, paidLAK: paid, pendingLAK: 0 });
    return {
      ...row,
      parts: parts
        .filter(({ openLAK }) => openLAK > 0)
        .map(({ dueOn, openLAK }) => ({ dueOn, amountLAK: openLAK })),
    };
  });
}

const AT_ONCE = 5000;

async function plansOf(tx: Tx, ids: readonly string[]): Promise<Map<string, OpenDuePart[]>> {
  const plans = new Map<string, OpenDuePart[]>();
  const { orderId, dueOn, amountLAK, position, endedAt } = instalmentTable;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await tx
      .select({ orderId, dueOn, amountLAK })
      .from(instalmentTable)
      .where(sql`${endedAt} is null and ${inArray(orderId, ids.slice(at, at + AT_ONCE))}`)
      .orderBy(orderId, position);
    for (const { orderId: id, ...part } of rows) plans.set(id, [...(plans.get(id) ?? []), part]);
  }
  return plans;
}

/** A tuition line of a running place, as it stands this morning. */
export type RunningPlaceLine = {
  enrolmentId: string;
  orderId: string;
  bought: number;
  /** Sessions before today. */
  used: number;
  net: number;
  /** The part of the order's money that is on it. */
  covered: number;
  coversTo: string | null;
  /** What discounts and reductions take off. */
  off: number;
  reason: string;
};

/**
 * The tuition lines of places that go on, by the figures of tuition. The sessions of today are
 * still to come, as the import reads them.
 */
export async function readPlaceLines(tx: Tx, today: string): Promise<RunningPlaceLine[]> {
  const tuition = tuitionAt({
    branchId: undefined,
    day: addDays(today, -1),
    end: sql`'infinity'::timestamptz`,
  });
  const { rows } = await tx.execute<RunningPlaceLine>(sql`
    select line.enrolment_id as "enrolmentId", line.order_id as "orderId",
      line.bought::int as bought, line.used::int as used, line.net::float8 as net,
      line.covered::float8 as covered, line.covers_to::text as "coversTo",
      coalesce(less.off, 0)::float8 as off, coalesce(less.reason, '') as reason
    from ${tuition} line
    join ${enrolmentTable} place on place.id = line.enrolment_id
      and place.status in ('active', 'suspended')
    left join (
      select of_line_id, -sum(amount_lak) as off, max(reason) as reason
      from ${lineNetView}
      where of_line_id is not null and kind in ('discount', 'adjustment') group by 1
    ) less on less.of_line_id = line.id
    order by line.order_id, line.position`);
  return rows;
}

/** Free money of a payer, as it was handed over. */
export type Credit = {
  id: string;
  branchId: string;
  payerParentId: string | null;
  payerStudentId: string | null;
  currency: PriceCurrency;
  rate: string;
  freeLAK: number;
  receipt: string;
  day: string;
};

export async function readCredits(tx: Tx): Promise<Credit[]> {
  const { rows } = await tx.execute<Credit>(sql`
    select owner.id, owner.branch_id as "branchId", ${payerOf}, owner.currency,
      owner.rate::text as rate, owner.free_lak::float8 as "freeLAK",
      coalesce(receipt.number, '') as receipt, owner.confirmed_day::text as day
    from ${paymentTable} owner
    left join ${receiptTable} receipt on receipt.id = owner.receipt_id
    where owner.state = 'confirmed' and owner.amount_lak > 0 and owner.free_lak > 0
    order by owner.at, owner.id`);
  return rows;
}

/** What a move has written, with the rate at which it became kip. */
export type MovedMoney = {
  money: OpeningMoney;
  rate: string;
  key: string;
  arrearsOrderId: string | null;
};

/** The same by the order, the order of arrears and the payment that it became. */
export async function readMoved(tx: Tx): Promise<Map<string, MovedMoney>> {
  const { rows } = await tx.execute<{
    key: string;
    money: OpeningMoney;
    rate: string;
    order_id: string | null;
    arrears_order_id: string | null;
    payment_id: string | null;
  }>(sql`
    select written.key, written.money, written.order_id, written.arrears_order_id,
      written.payment_id, coalesce(line.rate, payment.rate, 1)::text as rate
    from ${movedMoneyTable} written
    left join ${orderLineTable} line on line.order_id = written.order_id and line.position = 1
    left join ${paymentTable} payment on payment.id = written.payment_id`);
  const moved = new Map<string, MovedMoney>();
  for (const { key, money, rate, ...ids } of rows) {
    const one = { key, money, rate, arrearsOrderId: ids.arrears_order_id };
    for (const id of [ids.order_id, ids.arrears_order_id, ids.payment_id])
      if (id !== null) moved.set(id, one);
    moved.set(key, one);
  }
  return moved;
}
