import { eq } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import type { FeeChange, FeeChangeInput } from '#contract/classes/fee-change.ts';
import { feeFor, feeOfClass } from '#contract/courses/fee-rules.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { creditReleased, startsAt } from '#contract/orders/value-left.ts';
import type { TuitionBasis } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush } from '#server/ledger/books/posting.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { settleBill } from '#server/ledger/orders/bill.ts';
import { postAtFee, priceAtFee, type FeeLine } from '#server/ledger/orders/fee-change.ts';
import {
  leavingLines,
  orderRounding,
  sessionsOfClass,
  type LeavingLine,
} from '#server/ledger/orders/leaving.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import { type LockedOrder, sumsOfOrder } from '#server/ledger/orders/order-parts.ts';
import { sumOfAll } from '#server/ledger/orders/order-lines.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { readEnrolments } from '#server/academic/enrolments/enrolments.service.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { lockLeaving, lookAtRunning, requireNoHold } from './withdraw.service.ts';

type Fee = typeof courseFeeTable.$inferSelect;
type Place = Pick<
  EnrolmentRow,
  '_id' | 'classId' | 'courseId' | 'branchId' | 'termId' | 'startDate'
>;

/**
 * Fees of the course that are valid today for this enrolment: one for each price category, and the
 * class's own.
 */
async function feesFor(
  db: Db | Tx,
  { classId, courseId, branchId, termId }: Place,
  bases: readonly TuitionBasis[],
  day: string,
): Promise<Fee[]> {
  const all = await db.select().from(courseFeeTable).where(eq(courseFeeTable.courseId, courseId));
  const [own] = await db
    .select({ feeId: classTable.feeId })
    .from(classTable)
    .where(eq(classTable._id, classId));
  const categories = [...new Set(all.map(({ priceCategory }) => priceCategory))];
  const of = { courseId, branchId, termId, day };
  const found = bases.flatMap((basis) => [
    feeOfClass(all, own?.feeId ?? null, { ...of, priceCategory: '', basis }),
    ...categories.map((priceCategory) => feeFor(all, { ...of, priceCategory, basis })),
  ]);
  return [...new Set(found)]
    .filter((fee) => fee !== undefined)
    .toSorted((a, b) => a.priceCategory.localeCompare(b.priceCategory));
}

/**
 * Tuition lines with sessions left from now on; a session of today counts as used once it has
 * begun.
 */
async function linesLeft(
  db: Db | Tx,
  orders: readonly LockedOrder[],
  { _id: enrolmentId, classId, startDate }: Place,
  now: string,
) {
  const sessions = await sessionsOfClass(db as Tx, classId);
  const today = dayInLaos(Date.parse(now));
  const hasBegun = sessions.some(
    (one) =>
      one.date === today &&
      (one.status === 'scheduled' || one.status === 'held') &&
      startsAt(one) <= Date.parse(now),
  );
  const before = hasBegun ? addDays(today, 1) : today;
  const lines = await leavingLines(db as Tx, orders, { enrolmentId, startDate, before }, sessions);
  return { day: before, today, lines: lines.filter(({ used, bought }) => used < bought) };
}

/** The lines with the same basis as this fee, at its price. */
async function atFee(db: Db | Tx, lines: readonly LeavingLine[], fee: Fee): Promise<FeeLine[]> {
  const rates = await newestRates(db);
  return lines
    .filter(({ basis }) => basis === fee.basis)
    .map((line) => {
      const priced = priceAtFee(line, fee, rates);
      if (!priced) throw new ApiError('rateMissing', { n: fee.currency });
      return priced;
    });
}

/** The sums of a change, over all its orders. */
function sumsOfChange(priced: readonly FeeLine[]): NonNullable<FeeChange['change']> {
  const [oldLAK, newLAK] = [
    sumOfAll(priced.map(({ from }) => from.valueLAK)),
    sumOfAll(priced.map(({ netLAK }) => netLAK)),
  ];
  const orders = [...new Set(priced.map(({ from }) => from.locked))];
  const freed = orders.map((locked) => {
    const offLAK = sumOfAll(
      priced
        .filter(({ from }) => from.locked === locked)
        .map(({ from, netLAK }) => from.valueLAK - netLAK),
    );
    const [freedLAK = 0] = creditReleased({ ...locked.order, roundingLAK: orderRounding(locked) }, [
      offLAK,
    ]);
    return { freedLAK, freedPendingLAK: Math.min(locked.order.pendingLAK, freedLAK) };
  });
  const [left, bought] = [
    sumOfAll(priced.map(({ sessions }) => sessions)),
    sumOfAll(priced.map(({ from }) => from.bought)),
  ];
  return {
    left,
    bought,
    oldLAK,
    newLAK,
    differenceLAK: newLAK - oldLAK,
    freedLAK: sumOfAll(freed.map((one) => one.freedLAK)),
    freedPendingLAK: sumOfAll(freed.map((one) => one.freedPendingLAK)),
  };
}

const isOpen = ({ status }: Pick<EnrolmentRow, 'status'>) =>
  status === 'active' || status === 'suspended';

/** GET `/enrolments/{id}/fee-change`. */
export async function readFeeChange(
  db: Db,
  user: SignedInUser,
  _id: string,
  feeId: string | undefined,
): Promise<FeeChange> {
  const [row] = await readEnrolments(db, user, eq(table._id, _id));
  if (!row) throw new ApiError('notFound');
  if (!isOpen(row)) throw new ApiError('stepNotAllowed');
  const orders = await lookAtRunning(db, user, _id);
  requireNoHold(orders);
  const { lines, today } = await linesLeft(db, orders, row, await transactionNow(db));
  const fees = await feesFor(db, row, [...new Set(lines.map(({ basis }) => basis))], today);
  const chosen = fees.find((fee) => fee._id === feeId);
  if (feeId !== undefined && !chosen) throw new ApiError('feeNotForPlace');
  const current = new Set(lines.map(({ line }) => line.feeId));
  return {
    fees: fees.map(({ _id: id, name, priceCategory, amount, currency, basis }) => ({
      feeId: id,
      name,
      priceCategory,
      amount,
      currency,
      basis,
      isCurrent: current.has(id),
    })),
    change: chosen ? sumsOfChange(await atFee(db, lines, chosen)) : null,
  };
}

/** POST `/enrolments/{id}/fee-change`: the sessions left are charged at another fee. */
export async function changeFee(
  writer: Writer,
  _id: string,
  { version, feeId, reason, expectedDifference }: FeeChangeInput,
): Promise<WriteResult<EnrolmentRow>> {
  const { tx, user } = writer;
  const { row: before, bills } = await lockLeaving(writer, _id);
  if (before.version !== version || !isOpen(before)) throw new ApiError('enrolmentChanged');
  if (!bills) throw new ApiError('stepNotAllowed');
  const { orders, posting } = bills;
  for (const locked of orders) requireRunning(locked, posting.at);
  requireNoHold(orders);
  const { lines, today, day } = await linesLeft(tx, orders, before, posting.at);
  const fee = (
    await feesFor(tx, before, [...new Set(lines.map(({ basis }) => basis))], today)
  ).find((one) => one._id === feeId);
  if (!fee) throw new ApiError('feeNotForPlace');
  const priced = await atFee(tx, lines, fee);
  const { differenceLAK } = sumsOfChange(priced);
  if (differenceLAK !== expectedDifference) throw new ApiError('balanceChanged');
  const audit: AuditEntry[] = [];
  for (const locked of orders) {
    const own = priced.filter(({ from }) => from.locked === locked);
    if (own.length === 0) continue;
    for (const one of own) postAtFee(posting, one, { day, reason });
    const { order } = locked;
    const { answer: sums, audit: more } = await settleBill(writer, { ...locked, ...bills }, reason);
    audit.push(
      {
        action: 'feeChange',
        entity: 'orders',
        entityId: order._id,
        branchId: order.branchId,
        before: sumsOfOrder(order),
        after: { ...sums, enrolmentId: _id, feeId },
        reason,
      },
      ...more,
    );
  }
  await flush(posting);
  const { amount: price, currency } = fee;
  await changeEnrolments(tx, eq(table._id, _id), { feeId, price, currency });
  const [answer] = await readEnrolments(tx, user, eq(table._id, _id));
  if (!answer) throw new ApiError('notFound');
  return {
    answer,
    audit: [
      { action: 'update', entity: 'enrolments', entityId: _id, before, after: answer, reason },
      ...audit,
    ],
  };
}
