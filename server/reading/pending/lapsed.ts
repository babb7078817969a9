import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { LAPSED_DAYS, MAX_PENDING, type PendingLapse } from '#contract/classes/pending.ts';
import type { Db } from '#server/db/client.ts';
import { payerFields } from '#server/ledger/orders/order-rows.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import {
  goodsOfOrder,
  isOfLiveClass,
  isOfTransfer,
  placesOfBranch,
  placeJson,
  placeTables,
  stampOf,
} from './places.ts';

const since = sql.raw(`now() - interval '${LAPSED_DAYS} days'`);

/**
 * True if the student has come into the class since, or waits for it; then nobody has to call
 * again.
 */
const isBack = sql.raw(`
  exists (
    select from enrolments again
    where again.class_id = enrolments.class_id
      and again.student_id = enrolments.student_id
      and again.id <> enrolments.id
      and (
        again.status in ('waitlisted', 'active', 'suspended')
        or (again.status = 'pending' and coalesce(again.seat_hold_until > clock_timestamp(), true))
      )
  )`);
const isOver = sql.raw(
  `
    (
      enrolments.status = 'expired'
        or (enrolments.status = 'pending' and enrolments.seat_hold_until <= clock_timestamp())
    )`,
);
const placesWithEndedHold = sql`order_lines line join ${placeTables} on enrolments.id = line.enrolment_id
  where line.order_id = orders.id
    and line.kind = 'tuition'
    and line.of_line_id is null
    and ${isOver}
    and ${isOfLiveClass}
    and not ${isBack}`;

/** Orders whose hold has ended, stored or not, unless the student is back. */
const lapsedOrders = (
  user: SignedInUser,
  branchId: string | undefined,
): SQL => sql`${placesOfBranch(user, branchId, 'orders')}
  and (
    (orders.state = 'lapsed' and orders.lapsed_at > ${since})
      or (orders.state = 'held' and orders.hold_until <= clock_timestamp())
  )
  and exists (select from ${placesWithEndedHold})`;
/** Holds of seats that have ended, except those that ended with their order. */
const lapsedPlaces = (user: SignedInUser, branchId: string | undefined): SQL => sql`
  ${placesOfBranch(user, branchId, 'enrolments')} and ${isOver} and enrolments.seat_hold_until > ${since}
  and ${isOfLiveClass} and not ${isBack} and not ${isOfTransfer}
  and not exists (
    select
    from ${orderLineTable} line
    join ${orderTable} charged on charged.id = line.order_id
    where line.enrolment_id = enrolments.id and charged.state in ('held', 'lapsed')
  )`;

/** Money received for the order that is credit now. */
const credit = sql<number>`coalesce((select sum(payment.free_lak) from ${paymentTable} payment
  where payment.state = 'confirmed'
    and payment.id in (
      select allocation.payment_id
      from ${allocationTable} allocation
      where allocation.order_id = orders.id
    )), 0)::float8`;

/** Holds that ended within the last weeks, the newest first. */
export async function readLapsed(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PendingLapse[]> {
  const places = sql<PendingLapse['places']>`
    (
      select jsonb_agg(place.one order by place.id)
      from (
        select distinct on (enrolments.id) enrolments.id, ${placeJson} as one
        from ${placesWithEndedHold}
        order by enrolments.id
      ) place
    )`;
  const { _id, number } = orderTable;
  const ofOrders = await db
    .select({
      _id,
      branchId: orderTable.branchId,
      orderId: _id,
      number,
      at: stampOf('coalesce(orders.lapsed_at, orders.hold_until)'),
      payerName: payerFields.payerName,
      payerNameEn: payerFields.payerNameEn,
      creditLAK: credit,
      goods: sql<PendingLapse['goods']>`${goodsOfOrder}`,
      places,
    })
    .from(orderTable)
    .where(lapsedOrders(user, branchId))
    .orderBy(sql`coalesce(orders.lapsed_at, orders.hold_until) desc`)
    .limit(MAX_PENDING);
  const { rows } = await db.execute<
    Pick<PendingLapse, '_id' | 'branchId' | 'at'> & { place: PendingLapse['places'][number] }
  >(sql`
    select enrolments.id as _id, enrolments.branch_id as "branchId",
      ${stampOf('enrolments.seat_hold_until')} as at, ${placeJson} as place
    from ${placeTables}
    where ${lapsedPlaces(user, branchId)}
    order by enrolments.seat_hold_until desc
    limit ${MAX_PENDING}`);
  const alone = rows.map(({ place, ...row }): PendingLapse => ({
    ...row,
    orderId: null,
    number: '',
    payerName: '',
    creditLAK: 0,
    goods: [],
    places: [place],
  }));
  return [...ofOrders, ...alone].toSorted((a, b) => b.at.localeCompare(a.at));
}

export const countLapsed = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`
    (
      select count(*)::int from ${orderTable} where ${lapsedOrders(user, branchId)}
    ) + (select count(*)::int from ${placeTables} where ${lapsedPlaces(user, branchId)})`;
