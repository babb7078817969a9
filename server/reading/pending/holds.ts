import { and, asc, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MAX_PENDING, type PendingHold } from '#contract/classes/pending.ts';
import type { Db } from '#server/db/client.ts';
import { missingToConfirm, orderFilter, payerFields } from '#server/ledger/orders/order-rows.ts';
import { orderTable as table, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import {
  goodsOfOrder,
  isCharged,
  isHeld,
  isOfTransfer,
  placesOfBranch,
  placeJson,
  placeTables,
  stampOf,
} from './places.ts';

/** The pending seats of an order. */
export const pendingPlacesOfOrder = sql<PendingHold['places']>`coalesce((
  select jsonb_agg(place.one order by place.id) from (
    select distinct on (enrolments.id) enrolments.id, ${placeJson} as one
    from ${orderLineTable} line
    join ${placeTables} on enrolments.id = line.enrolment_id
    where line.order_id = orders.id
      and line.kind = 'tuition'
      and line.of_line_id is null
      and enrolments.status = 'pending'
    order by enrolments.id
  ) place), '[]')`;

const heldOrders = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`
    ${and(placesOfBranch(user, branchId, 'orders'), orderFilter({ view: 'held', branchId: undefined, from: null, to: null }))}`;
const heldPlaces = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`
    ${placesOfBranch(user, branchId, 'enrolments')} and ${isHeld}
      and enrolments.seat_hold_until is not null and not (${isCharged}) and not ${isOfTransfer}`;

const holdUntil = sql<string>`
  case when orders.state = 'held' then ${stampOf('orders.hold_until')} else (
  select ${stampOf('min(place.seat_hold_until)')}
  from ${enrolmentTable} place
  join ${orderLineTable} line on line.enrolment_id = place.id
  where line.order_id = orders.id and place.status = 'pending') end`;

/** Holds: orders with all their seats, and seats without an order; the first to end comes first. */
export async function readHolds(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PendingHold[]> {
  const { _id, number, totalLAK, paidLAK, pendingLAK } = table;
  const ofOrders = await db
    .select({
      _id,
      branchId: table.branchId,
      orderId: _id,
      number,
      holdUntil,
      continuingUntil: sql<string | null>`null`,
      payerName: payerFields.payerName,
      payerNameEn: payerFields.payerNameEn,
      totalLAK,
      goods: sql<PendingHold['goods']>`${goodsOfOrder}`,
      isBelowMinimum: sql<boolean>`orders.state = 'confirmed'`,
      coveredLAK: sql<number>`(${paidLAK} + ${pendingLAK})::float8`,
      missingLAK: missingToConfirm,
      places: pendingPlacesOfOrder,
    })
    .from(table)
    .where(heldOrders(user, branchId))
    .orderBy(asc(table.holdUntil))
    .limit(MAX_PENDING);
  const { rows } = await db.execute<
    Pick<PendingHold, '_id' | 'branchId' | 'holdUntil' | 'continuingUntil'> & {
      place: PendingHold['places'][number];
    }
  >(sql`
    select enrolments.id as _id, enrolments.branch_id as "branchId",
      ${stampOf('enrolments.seat_hold_until')} as "holdUntil",
      enrolments.continuing_until::text as "continuingUntil", ${placeJson} as place
    from ${placeTables}
    where ${heldPlaces(user, branchId)}
    order by enrolments.seat_hold_until, enrolments.id
    limit ${MAX_PENDING}`);
  const alone = rows.map(({ place, ...row }): PendingHold => ({
    ...row,
    orderId: null,
    number: '',
    payerName: '',
    isBelowMinimum: false,
    totalLAK: 0,
    coveredLAK: 0,
    missingLAK: 0,
    goods: [],
    places: [place],
  }));
  return [...ofOrders, ...alone].toSorted((a, b) => a.holdUntil.localeCompare(b.holdUntil));
}

/** The number of holds. */
export const countHolds = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`
    (
      select count(*)::int from ${table} where ${heldOrders(user, branchId)}
    ) + (select count(*)::int from ${enrolmentTable} where ${heldPlaces(user, branchId)})`;
