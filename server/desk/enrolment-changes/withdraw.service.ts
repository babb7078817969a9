import { eq } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ChangeInput } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import type { Leaving } from '#contract/classes/leaving.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { creditReleased } from '#contract/orders/value-left.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush } from '#server/ledger/books/posting.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import {
  leavingLines,
  ordersCharging,
  orderRounding,
  sessionsOfClass,
  type LeavingLine,
} from '#server/ledger/orders/leaving.ts';
import { lockOrders, type LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import { lookAtOrders, type LockedOrder } from '#server/ledger/orders/order-parts.ts';
import { settleLeaving } from '#server/ledger/orders/settle-leaving.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { readEnrolments } from '#server/academic/enrolments/enrolments.service.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { requireNoTransfer } from '#server/academic/enrolments/open-transfers.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import { sessionsAhead } from '#server/academic/enrolments/sessions-ahead.ts';

/** An enrolment that ends, with the orders that charge it, if any. */
type Left = { row: EnrolmentRow; bills: LockedOrders | undefined };

/**
 * Locks an enrolment that ends together with its orders, because their payers must be locked before
 * the student.
 */
export async function lockLeaving(writer: Writer, _id: string): Promise<Left> {
  const { tx, user } = writer;
  const seen = await ordersCharging(tx, [_id]);
  const read = async () => (await readEnrolments(tx, user, eq(enrolmentTable._id, _id)))[0];
  const before = await read();
  if (!before) throw new ApiError('notFound');
  const { classId, studentId } = before;
  const bills =
    seen.length === 0
      ? undefined
      : await lockOrders(writer, seen, {
          ofMany: true,
          classes: [classId],
          advisoryKeys: clashLocks({ studentIds: [studentId] }),
          students: [studentId],
        });
  const row = bills ? await read() : (await lockEnrolments(writer, [_id]))[0];
  if (!row || row.studentId !== studentId) throw new ApiError('enrolmentChanged');
  const isNew = (await ordersCharging(tx, [_id])).some((id) => !seen.includes(id));
  if (isNew) throw new RetryTransaction();
  return { row, bills };
}

/**
 * Throws for a last day before the place was taken. It may lie before the first class day: whoever
 * leaves before that has used nothing.
 */
export function requireLastDay(
  { startDate, createdAt }: Pick<EnrolmentRow, 'startDate' | 'createdAt'>,
  lastDay: string,
): void {
  const takenOn = dayInLaos(Date.parse(createdAt));
  const earliest = takenOn < startDate ? takenOn : startDate;
  if (lastDay < earliest)
    throw fieldsInvalid({ lastDay: `notBefore:${earliest.split('-').toReversed().join('/')}` });
}

/** Throws for a place whose renewal is on hold: a hold is ended at its order. */
export function requireNoHold(orders: readonly LockedOrder[]): void {
  const held = orders.find(({ order }) => order.state === 'held');
  if (held) throw new ApiError('hasOrder', { n: held.order.number });
}

const valueOf = (lines: readonly LeavingLine[]) =>
  lines.reduce((sum, { valueLAK }) => sum + valueLAK, 0);

/** Settles the tuition that a withdrawal leaves. */
export async function settleWithdrawal(
  writer: Writer,
  bills: LockedOrders,
  { _id: enrolmentId, classId, startDate }: EnrolmentRow,
  { lastDay, settlement, expectedValue, reason }: ChangeInput,
): Promise<AuditEntry[]> {
  const { orders, posting } = bills;
  for (const locked of orders) requireRunning(locked, posting.at);
  requireNoHold(orders);
  const lines = await leavingLines(
    writer.tx,
    orders,
    { enrolmentId, startDate, before: addDays(lastDay ?? posting.day, 1) },
    await sessionsOfClass(writer.tx, classId),
  );
  const valueLAK = valueOf(lines);
  if (valueLAK > 0 && settlement === null) throw fieldsInvalid({ settlement: 'required' });
  if (expectedValue !== null && expectedValue !== valueLAK) throw new ApiError('balanceChanged');
  const audit = await settleLeaving(
    writer,
    bills,
    [{ enrolmentId, settlement: settlement ?? 'credit', lines }],
    reason,
  );
  await flush(posting);
  return audit;
}

/**
 * Throws while sessions are still to come: those that were paid for or, if nobody was charged, any
 * of the class. A student who leaves earlier is withdrawn, which settles the rest.
 */
export async function requireNothingLeft(
  { tx }: Writer,
  bills: LockedOrders | undefined,
  { _id: enrolmentId, classId, startDate }: EnrolmentRow,
): Promise<void> {
  if (!bills) {
    const ahead = await sessionsAhead(tx, classId);
    if (ahead > 0) throw new ApiError('classNotOver', { n: ahead });
    return;
  }
  const lines = await leavingLines(
    tx,
    bills.orders,
    { enrolmentId, startDate, before: addDays(bills.posting.day, 1) },
    await sessionsOfClass(tx, classId),
  );
  const left = lines.reduce((sum, { bought, used }) => sum + bought - used, 0);
  if (left > 0) throw new ApiError('sessionsLeft', { n: left });
}

/** The sums of the remaining tuition, over all its orders. */
export function sumsOfLeaving(
  lines: readonly LeavingLine[],
): Omit<Leaving, 'lines' | 'refundPolicy'> {
  const orders = [...new Set(lines.map(({ locked }) => locked))];
  const freed = orders.map((locked) => {
    const { order } = locked;
    const [freedLAK = 0] = creditReleased({ ...order, roundingLAK: orderRounding(locked) }, [
      valueOf(lines.filter((one) => one.locked === locked)),
    ]);
    return { freedLAK, pendingLAK: Math.min(order.pendingLAK, freedLAK) };
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [valueLAK, freedLAK] = [valueOf(lines), sum(freed.map((one) => one.freedLAK))];
  return {
    bought: sum(lines.map(({ bought }) => bought)),
    used: sum(lines.map(({ used }) => used)),
    valueLAK,
    freedLAK,
    unpaidLAK: Math.max(0, valueLAK - freedLAK),
    pendingLAK: sum(freed.map((one) => one.pendingLAK)),
  };
}

/** The centre's refund policy. */
export async function refundPolicyOf(db: Db | Tx): Promise<string> {
  const [found] = await db
    .select({ refundPolicy: schoolInfoTable.refundPolicy })
    .from(schoolInfoTable);
  return found?.refundPolicy ?? '';
}

/** The orders that charge an enrolment, without ended holds, which the next write lapses. */
export async function lookAtRunning(
  db: Db,
  user: SignedInUser,
  enrolmentId: string,
): Promise<LockedOrder[]> {
  const now = await transactionNow(db);
  const orders = await lookAtOrders(db, user, await ordersCharging(db as Tx, [enrolmentId]));
  return orders.filter(({ order }) => order.state !== 'held' || (order.holdUntil ?? now) > now);
}

/**
 * GET `/enrolments/{id}/leaving`: previews the settlement of a withdrawal with this last day, and
 * refuses for the same reasons as the withdrawal.
 */
export async function previewLeaving(
  db: Db,
  user: SignedInUser,
  _id: string,
  lastDay: string,
): Promise<Leaving> {
  const [row] = await readEnrolments(db, user, eq(enrolmentTable._id, _id));
  if (!row) throw new ApiError('notFound');
  requireLastDay(row, lastDay);
  // The checks only read.
  await requireNoTransfer(db as Tx, [_id]);
  requireNoHold(await lookAtRunning(db, user, _id));
  return readLeaving(db, user, row, lastDay);
}

/** The money of a place that is left after this day. */
export async function readLeaving(
  db: Db,
  user: SignedInUser,
  { _id, classId, startDate }: Pick<EnrolmentRow, '_id' | 'classId' | 'startDate'>,
  lastDay: string,
): Promise<Leaving> {
  const orders = await lookAtOrders(db, user, await ordersCharging(db as Tx, [_id]));
  const lines = await leavingLines(
    db as Tx,
    orders,
    { enrolmentId: _id, startDate, before: addDays(lastDay, 1) },
    await sessionsOfClass(db as Tx, classId),
  );
  return {
    ...sumsOfLeaving(lines),
    lines: lines.map(({ line, locked: { order, parts }, lineId, bought, used, valueLAK }) => ({
      lineId,
      orderId: order._id,
      orderNumber: order.number,
      nameEn: line.nameEn,
      nameLo: line.nameLo,
      bought,
      used,
      valueLAK,
      netLAK: parts.lines
        .filter((one) => one._id === lineId || one.ofLineId === lineId)
        .reduce((sum, { amountLAK }) => sum + amountLAK, 0),
    })),
    refundPolicy: await refundPolicyOf(db),
  };
}
