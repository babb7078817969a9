import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { type AuditEntry, serverActor } from '#server/lib/audit.ts';
import { retryOnConflict, writeAudited, type WriteResult } from '#server/lib/write.ts';
import { flush, type Posting } from '#server/ledger/books/posting.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import type { LockedStock } from '#server/ledger/stock/stock-levels.ts';
import { takeMoneyBack } from './bill.ts';
import { linesWith, postOpposites } from './order-lines.ts';
import { freeGoods } from './goods.ts';
import { keepRest, postWaitedBack } from './places-back.ts';
import { placesWithEndedHold, orderHoldEnded } from './waiting-places.ts';
import { lockOrders } from './lock-orders.ts';
import type { LockedOrder } from './order-parts.ts';
import { instalmentTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

/** The reason on the opposite lines of an order whose hold has ended. */
const LAPSED = 'hold ended';
/** At most this many orders lapse in one run of the tidying. */
const AT_ONCE = 500;

/**
 * Takes back everything of a held order and lapses it: its money becomes credit, and its goods are
 * released.
 */
export async function giveHoldBack(
  posting: Posting,
  locked: LockedOrder & { stock: LockedStock },
  reason: string,
) {
  const { tx, at } = posting;
  const { order } = locked;
  postOpposites(posting, linesWith(posting, locked), reason);
  await takeMoneyBack(posting, locked, order.paidLAK + order.pendingLAK);
  await freeGoods(tx, locked);
  await tx
    .update(instalmentTable)
    .set({ endedAt: at })
    .where(and(eq(instalmentTable.orderId, order._id), isNull(instalmentTable.endedAt)));
  const after = { state: 'lapsed' as const, lapsedAt: at, totalLAK: 0, paidLAK: 0, pendingLAK: 0 };
  await tx.update(orderTable).set(after).where(eq(orderTable._id, order._id));
  return after;
}

/** Takes back what a hold kept: a whole held order, or the waiting places of a confirmed one. */
async function giveBack(posting: Posting, bill: LockedOrder & { stock: LockedStock }) {
  const { order, parts } = bill;
  if (order.state === 'held')
    return {
      after: await giveHoldBack(posting, bill, LAPSED),
      places: parts.places.filter(({ status }) => status === 'pending'),
    };
  const places = placesWithEndedHold(bill, posting.at);
  const isAll = !(await postWaitedBack(posting, bill, places, LAPSED));
  return {
    after: isAll ? await giveHoldBack(posting, bill, LAPSED) : await keepRest(posting, bill),
    places,
  };
}

async function lapse(tx: Tx, orderId: string): Promise<WriteResult<void>> {
  const {
    orders: [locked],
    stock,
    posting,
  } = await lockOrders({ tx, user: undefined }, [orderId]);
  const isEnded =
    locked !== undefined &&
    ((locked.order.state === 'held' &&
      locked.order.holdUntil !== null &&
      locked.order.holdUntil <= posting.at) ||
      placesWithEndedHold(locked, posting.at).length > 0);
  if (!isEnded) return { answer: undefined, audit: [] };
  const { order } = locked;
  const { after, places } = await giveBack(posting, { ...locked, stock });
  const ids = places.map(({ _id }) => _id);
  // The version stays, because answers have shown these places as `expired` since that moment.
  if (ids.length > 0)
    await tx
      .update(enrolmentTable)
      .set({ status: 'expired', updatedAt: sql`now()` })
      .where(inArray(enrolmentTable._id, ids));
  await recordEnrolmentStatus(tx, ids, { source: 'job', reason: LAPSED });
  await flush(posting);
  const expired = ids.map((_id): AuditEntry => ({
    action: 'update',
    entity: 'enrolments',
    entityId: _id,
    before: { status: 'pending' },
    after: { status: 'expired' },
  }));
  return {
    answer: undefined,
    audit: [
      {
        action: 'lapse',
        entity: 'orders',
        entityId: orderId,
        branchId: order.branchId,
        before: { ...order },
        after,
      },
      ...expired,
    ],
  };
}

/**
 * Writes the end of a hold in its own transaction, unless the order was prolonged, paid or written
 * meanwhile.
 */
export const lapseOrder = (db: Db, orderId: string): Promise<void> =>
  retryOnConflict(() => writeAudited(db, serverActor, (tx) => lapse(tx, orderId)));

/** Orders whose hold has ended but is not written yet. */
export async function endedOrders(db: Db): Promise<string[]> {
  const rows = await db
    .select({ _id: orderTable._id })
    .from(orderTable)
    .where(orderHoldEnded)
    .orderBy(orderTable.holdUntil)
    .limit(AT_ONCE);
  return rows.map(({ _id }) => _id);
}
