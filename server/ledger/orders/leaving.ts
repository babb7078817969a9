import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  shareLeft,
  startsAt,
  valueLeft,
  type LineValue,
  type TaughtSession,
} from '#contract/orders/value-left.ts';
import type { TuitionBasis } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { addLine, type Posting } from '#server/ledger/books/posting.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import {
  linesWith,
  discountsByRule,
  isCharge,
  leftOf,
  nextPosition,
  sameAs,
  sumOfAll,
  type OrderLine,
} from './order-lines.ts';
import type { LockedOrder } from './order-parts.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

/** A tuition line of a student who leaves, with its order. */
export type LeavingLine = LineValue & { basis: TuitionBasis; line: OrderLine; locked: LockedOrder };

/** The enrolment that is left, and the day from which it is. */
export type Leaver = { enrolmentId: string; startDate: string; before: string };

/** Enrolments whose tuition was not given back yet, with the running orders that charge it. */
export async function chargesOf(
  tx: Db | Tx,
  enrolmentIds: readonly string[],
): Promise<{ orderId: string; enrolmentId: string | null }[]> {
  if (enrolmentIds.length === 0) return [];
  const line = orderLineTable;
  const isLeft = sql`order_lines.quantity + coalesce((
    select sum(correction.quantity) from ${orderLineTable} correction
    where correction.of_line_id = order_lines.id and correction.kind = 'tuition'), 0) > 0`;
  const where = and(
    inArray(line.enrolmentId, [...enrolmentIds]),
    eq(line.kind, 'tuition'),
    isNull(line.ofLineId),
    inArray(orderTable.state, ['held', 'confirmed']),
    isLeft,
  );
  return tx
    .selectDistinct({ orderId: line.orderId, enrolmentId: line.enrolmentId })
    .from(line)
    .innerJoin(orderTable, eq(orderTable._id, line.orderId))
    .where(where);
}

/** Running orders that charge tuition of these enrolments which was not given back yet. */
export const ordersCharging = async (
  tx: Tx,
  enrolmentIds: readonly string[],
): Promise<string[]> => [
  ...new Set((await chargesOf(tx, enrolmentIds)).map(({ orderId }) => orderId)),
];

/** Every session of a class, including moved and cancelled ones. */
export function sessionsOfClass(tx: Tx, classId: string): Promise<TaughtSession[]> {
  const { _id, date, start, status, movedFromId, createdAt } = classSessionTable;
  return tx
    .select({ _id, date, start, status, movedFromId, createdAt })
    .from(classSessionTable)
    .where(eq(classSessionTable.classId, classId));
}

/** The basis of tuition (month, sessions, …) by the fee of its line. */
async function basisByFee(
  tx: Tx,
  orders: readonly LockedOrder[],
): Promise<(line: OrderLine) => TuitionBasis> {
  const feeIds = [
    ...new Set(orders.flatMap(({ parts }) => parts.lines.flatMap(({ feeId }) => feeId ?? []))),
  ];
  const fees =
    feeIds.length === 0
      ? []
      : await tx
          .select({ _id: courseFeeTable._id, basis: courseFeeTable.basis })
          .from(courseFeeTable)
          .where(inArray(courseFeeTable._id, feeIds));
  const isBySession = new Set(
    fees.filter(({ basis }) => basis === 'session').map(({ _id }) => _id),
  );
  return ({ coversFrom, feeId }) =>
    coversFrom !== null ? 'month' : feeId !== null && isBySession.has(feeId) ? 'session' : 'term';
}

/** The rest of each tuition line of an enrolment, newest first. */
export async function leavingLines(
  tx: Tx,
  orders: readonly LockedOrder[],
  { enrolmentId, startDate, before }: Leaver,
  sessions: readonly TaughtSession[],
): Promise<LeavingLine[]> {
  const basisOf = await basisByFee(tx, orders);
  const charged = orders.flatMap((locked) =>
    locked.parts.lines
      .filter(
        (line) => isCharge(line) && line.kind === 'tuition' && line.enrolmentId === enrolmentId,
      )
      .map((line) => ({ line, locked, left: leftOf(line, locked.parts.lines) })),
  );
  const bought = charged.filter(({ left }) => left.quantity > 0);
  const midnight = new Date(startsAt({ date: startDate, start: '00:00' })).toISOString();
  const countsFrom = ({ line, locked }: (typeof bought)[number]) =>
    locked.order.source === 'transfer' && midnight < line.at ? midnight : line.at;
  const asked = bought.map((one) => ({
    lineId: one.line._id,
    basis: basisOf(one.line),
    at: one.line.at,
    countsFrom: countsFrom(one),
    sessions: one.left.sessions,
    netLAK: one.left.netLAK,
    coversFrom: one.line.coversFrom,
    coversTo: one.line.coversTo,
  }));
  return valueLeft(asked, sessions, { startDate, before }).flatMap((value) => {
    const found = bought.find(({ line }) => line._id === value.lineId);
    return found
      ? [{ ...value, basis: basisOf(found.line), line: found.line, locked: found.locked }]
      : [];
  });
}

/**
 * Gathers the correction of a line: the rest of its net goes back, split over its discounts and the
 * line. Its sessions go back even where the centre keeps the money; otherwise they would never end.
 */
export function postLeft(
  posting: Posting,
  { line, locked, used, bought, valueLAK }: LeavingLine,
  { isKept = false, reason }: { isKept?: boolean; reason: string },
): void {
  const { quantity, discounts } = leftOf(line, locked.parts.lines);
  const shares = discountsByRule(discounts).map(({ discount, offLAK }) => ({
    discount,
    amountLAK: isKept ? 0 : shareLeft(offLAK, used, bought),
  }));
  let position = nextPosition(linesWith(posting, locked));
  const amountLAK = isKept ? 0 : -(valueLAK + sumOfAll(shares.map((share) => share.amountLAK)));
  addLine(posting, {
    ...sameAs(line),
    position,
    ofLineId: line._id,
    quantity: -quantity,
    sessions: used - bought,
    amountLAK,
    reason,
  });
  for (const share of shares.filter((one) => one.amountLAK > 0)) {
    position += 1;
    addLine(posting, {
      ...sameAs(share.discount),
      position,
      ofLineId: line._id,
      amountLAK: share.amountLAK,
      reason,
    });
  }
}

/** The cash rounding in an order's total. */
export const orderRounding = ({ parts }: LockedOrder): number =>
  sumOfAll(parts.lines.flatMap(({ kind, amountLAK }) => (kind === 'rounding' ? [amountLAK] : [])));
