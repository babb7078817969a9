import { and, eq, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type {
  OrderCounts,
  OrderListSums,
  OrderRow,
  ordersQuery,
} from '#contract/orders/order-rows.ts';
import { orderViews, type OrderState, type OrderView } from '#contract/orders/orders.ts';
import { fold } from '#contract/words/normalise.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly, listedBranch } from '#server/lib/branch-scope.ts';
import { isOneOf } from '#server/lib/is-one-of.ts';
import { sumColumn } from '#server/lib/safe-sum.ts';
import { matches } from '#server/db/search-text.ts';
import { receiptNumberIs } from '#server/ledger/books/receipt-number.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { findNamedPeople, findsMorePeople } from '#server/people/students/found-people.ts';
import { latinNameOf } from '#server/people/students/payer-name.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import {
  orderTable as table,
  orderLineTable,
  lineNetView,
  instalmentTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockMovementTable, stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';

/** The state by the clock: a hold ends on time, even if its end is written later. */
export const stateNow = sql<OrderState>`case when ${table.state} = 'held'
  and ${table.holdUntil} <= now() then 'lapsed' else ${table.state} end`;

const covered = sql`${table.paidLAK} + ${table.pendingLAK}`;
const balance = sql`case
  when ${table.state} = 'confirmed' then ${table.totalLAK} - ${table.paidLAK} - ${table.pendingLAK}
  else 0 end`;

/** SQL for the pieces of a charged line after corrections, and for those that the payer has. */
export const piecesLeft = sql`line.quantity + coalesce((
  select sum(correction.quantity) from ${orderLineTable} correction
  where correction.of_line_id = line.id and correction.kind = 'product'), 0)`;
export const piecesGiven = sql`coalesce((
  select -sum(movement.qty_change) from ${stockMovementTable} movement
  where movement.line_id = line.id and movement.type in ('sale', 'saleReturn')), 0)`;

/** The net of a charged line: with its discounts, after corrections and reductions. */
const netOfLine = sql`line.amount_lak + coalesce((
  select sum(part.amount_lak) from ${lineNetView} part
  where part.order_id = line.order_id and part.of_line_id = line.id
    and part.kind <> 'rounding'), 0)`;

/** A merged payer is named by the record that replaced it. */
const payerField = (ofParent: SQL, ofStudent: SQL) => sql<string>`coalesce(
  (
    select ${ofParent} from ${parentTable} written
    join ${parentTable} person on person.id = coalesce(written.merged_into_id, written.id)
    where written.id = ${table.payerParentId}),
  (
      select ${ofStudent} from ${studentTable} written
      join ${studentTable} person on person.id = coalesce(written.merged_into_id, written.id)
      where written.id = ${table.payerStudentId}),
    '')`;
const fullName = sql`person.first_name || ' ' || person.last_name`;
export const payerFields = {
  payerName: sql<string>`coalesce(nullif(${table.walkInName}, ''),
    ${payerField(fullName, fullName)})`,
  payerNameEn: latinNameOf(table.payerStudentId),
  payerPhone: sql<string>`coalesce(nullif(${table.walkInPhone}, ''),
    ${payerField(sql`person.phone`, sql`person.phone`)})`,
};

/**
 * The due date of the first instalment that is not covered. Money covers the oldest first; the last
 * instalment is the rest of the total.
 */
const dueOn = sql<string | null>`(
  select part.due_on::text from (
    select due_on, position, sum(amount_lak) over (order by position) as upto,
      row_number() over (order by position desc) as from_end
    from ${instalmentTable} where order_id = orders.id and ended_at is null
  ) part
    where ${table.state} = 'confirmed' and ${table.totalLAK} > ${covered}
      and (part.upto > ${covered} or part.from_end = 1)
    order by part.position limit 1)`;

/**
 * The value of goods of a confirmed order that are still to be handed over, by line, at the share
 * of the net that is left.
 */
const waitingGoods = sql`(
  select sold.position, sold.name_en, sold.name_lo, sold.pieces - sold.given as quantity,
    coalesce(level.on_hand, 0) as on_hand,
    round(sold.net_lak::numeric * (sold.pieces - sold.given) / sold.pieces)::float8 as value_lak
  from (
    select line.position, line.name_en, line.name_lo, line.product_id, ${piecesLeft} as pieces,
      ${piecesGiven} as given, ${netOfLine} as net_lak
    from ${orderLineTable} line join ${productTable} product on product.id = line.product_id
    where ${table.state} = 'confirmed' and line.order_id = ${table._id} and line.kind = 'product'
      and line.of_line_id is null and product.track_stock
  ) sold
    left join ${stockLevelTable} level on level.product_id = sold.product_id
      and level.branch_id = ${table.branchId}
  where sold.pieces > sold.given)`;

/** The minimum of an order, as `minimumOf` counts it: in a hold nothing is handed over. */
export const minimum = sql`least(${table.totalLAK}, (
  select coalesce(sum(case
    when asked.pieces <= 0 then 0
    when asked.kind = 'tuition' then least(asked.minimum_lak, asked.net_lak)
    when asked.kind <> 'product' or ${table.state} = 'held' then 0
    when asked.is_counted then round(asked.net_lak::numeric * asked.given / asked.pieces)
    else asked.net_lak end), 0)
  from (
    select line.kind, line.minimum_lak, product.track_stock as is_counted, ${piecesGiven} as given,
      ${netOfLine} as net_lak,
      line.quantity + coalesce((
        select sum(correction.quantity) from ${orderLineTable} correction
        where correction.of_line_id = line.id), 0) as pieces
    from ${orderLineTable} line left join ${productTable} product on product.id = line.product_id
    where line.order_id = ${table._id} and line.of_line_id is null
      and line.kind in ('tuition', 'product')
  ) asked))`;

const missingOf = (state: SQL) =>
  sql`(case when ${state}
    and ${table.totalLAK} > ${covered} then greatest(0, ${minimum} - (${covered}))
    else 0 end)::float8`;
/**
 * The amount that a confirmed order lacks to its minimum, and the same for held and confirmed
 * orders.
 */
const missing = missingOf(sql`${table.state} = 'confirmed'`);
export const missingToConfirm = sql<number>`${missingOf(sql`${table.state} in ('held', 'confirmed')`)}`;

/**
 * Places of confirmed orders that wait for the minimum. The join starts from pending enrolments,
 * because they are few.
 */
const waiting = sql`enrolments place
  join ${orderLineTable} line on line.enrolment_id = place.id and line.kind = 'tuition'
    and line.of_line_id is null
  where place.status = 'pending' and place.seat_hold_until > now()`;

/**
 * The reasons why a confirmed order needs attention: a missing minimum, or places that wait for it.
 */
export const belowMinimum = {
  missingLAK: sql<number>`${missing}`,
  placesHoldUntil: sql<string | null>`case when ${table.state} = 'confirmed' then (
    select to_char(min(place.seat_hold_until) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from ${waiting} and line.order_id = orders.id) end`,
};

/** Fields of an order in a list that are not columns. */
export const orderRowFields = {
  ...payerFields,
  ...belowMinimum,
  state: stateNow,
  students: sql<OrderRow['students']>`coalesce((
    select json_agg(json_build_object('_id', student.id, 'firstName', student.first_name,
      'lastName', student.last_name, 'firstNameEn', student.first_name_en, 'lastNameEn',
      student.last_name_en,
      'nickname', student.nickname) order by student.id)
    from ${studentTable} student
    where student.id in (
      select line.student_id from ${orderLineTable} line
      where line.order_id = orders.id)), '[]')`,
  balanceLAK: sql<number>`(${balance})::float8`,
  dueOn,
  goods: sql<OrderRow['goods']>`coalesce((
    select json_agg(json_build_object('nameEn', waiting.name_en, 'nameLo', waiting.name_lo,
      'quantity', waiting.quantity, 'onHand', waiting.on_hand,
      'valueLAK', waiting.value_lak) order by waiting.position)
    from ${waitingGoods} waiting), '[]')`,
  goodsLAK: sql<number>`coalesce((
    select sum(waiting.value_lak) from ${waitingGoods} waiting), 0)::float8`,
};

/** Only orders with stock that is still reserved are examined line by line. */
const waitsForGoods = sql`${table._id} in (
  select line.order_id from ${orderLineTable} line
  where line.kind = 'product' and line.of_line_id is null
    and line.product_id in (select product_id from ${stockLevelTable} where reserved > 0)
    and ${piecesLeft} > ${piecesGiven})`;

const views: Record<OrderView, SQL | undefined> = {
  open: sql`${table.state} = 'confirmed'
    and ${table.totalLAK} > ${table.paidLAK} + ${table.pendingLAK}`,
  unverified: sql`${table.pendingLAK} > 0`,
  handOver: sql`${table.state} = 'confirmed' and ${waitsForGoods}`,
  held: sql`${table._id} in (
    select own.id from ${table} own
    where own.state = 'held' and own.hold_until > now()
    union
      select line.order_id
      from ${waiting}
        and exists (
          select from ${table} charged
          where charged.id = line.order_id and charged.state = 'confirmed'))`,
  all: undefined,
};

/** Midnight in Laos at the beginning of a day, or at the end of it. */
const midnight = (day: string, after: number) =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone 'Asia/Vientiane'`;

type Filter = Pick<z.output<typeof ordersQuery>, 'branchId' | 'view' | 'from' | 'to'>;

export function orderFilter({ branchId, view, from, to }: Filter): SQL | undefined {
  return and(
    branchId === undefined ? undefined : eq(table.branchId, branchId),
    views[view],
    from ? sql`${table.at} >= ${midnight(from, 0)}` : undefined,
    to ? sql`${table.at} < ${midnight(to, 1)}` : undefined,
  );
}

/**
 * Finds orders by their number, by the number of one of their receipts, by payer or by student;
 * each search uses its own index, and a name finds people first.
 */
export async function findOrders(
  db: Db,
  search: string,
  branchId: string | undefined,
): Promise<SQL | undefined> {
  if (fold(search) === '') return undefined;
  const { parents, students } = await findNamedPeople(db, search, branchId);
  const receipt = receiptNumberIs(search);
  const paid = receipt
    ? sql`
      union all
      select allocation.order_id from ${receiptTable}
      join ${paymentTable} payment on payment.receipt_id = receipts.id
      join ${allocationTable} allocation on allocation.payment_id = payment.id
      where ${receipt}`
    : sql``;
  return sql`${table._id} in (
    select id from ${table} where ${matches(table.search, search)}
    union all select id from ${table} where ${isOneOf(table.payerParentId, parents)}
    union all select id from ${table} where ${isOneOf(table.payerStudentId, students)}
    union all
    select order_id from ${orderLineTable} where ${isOneOf(orderLineTable.studentId, students)}
    ${paid})`;
}

/** The sums of all orders that match the filter of a list. */
export async function sumOrders(
  db: Db,
  user: SignedInUser,
  { search, ...filter }: Filter & { search: string },
): Promise<OrderListSums> {
  const shown = listedBranch(user, filter.branchId);
  const [sums] = await db
    .select({
      count: sql<number>`count(*)::int`,
      totalLAK: sumColumn(table.totalLAK),
      paidLAK: sumColumn(table.paidLAK),
      pendingLAK: sumColumn(table.pendingLAK),
      balanceLAK: sumColumn(balance),
    })
    .from(table)
    .where(
      and(
        ownBranchOnly(user, table.branchId),
        await findOrders(db, search, shown),
        orderFilter(filter),
      ),
    );
  return {
    ...(sums ?? { count: 0, totalLAK: 0, paidLAK: 0, pendingLAK: 0, balanceLAK: 0 }),
    morePeople: await findsMorePeople(db, search),
  };
}

/** The number of orders in each view. */
export async function countOrders(
  db: Db,
  user: SignedInUser,
  branchId?: string,
): Promise<OrderCounts> {
  const own = ownBranchOnly(user, table.branchId);
  const counts = await Promise.all(
    orderViews.map(
      async (view) =>
        [
          view,
          await db.$count(table, and(own, orderFilter({ view, branchId, from: null, to: null }))),
        ] as const,
    ),
  );
  return Object.fromEntries(counts) as OrderCounts;
}
