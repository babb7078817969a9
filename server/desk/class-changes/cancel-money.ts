import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { CancelPreview, ClassCancel } from '#contract/classes/class-changes.ts';
import type { LeavingSettlement } from '#contract/orders/value-left.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush } from '#server/ledger/books/posting.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { sumsOfLeaving } from '#server/desk/enrolment-changes/withdraw.service.ts';
import {
  leavingLines,
  ordersCharging,
  orderRounding,
  sessionsOfClass,
  type LeavingLine,
} from '#server/ledger/orders/leaving.ts';
import { lockOrders, type LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import {
  loadMoveSources,
  priceMoved,
  type MovedLine,
} from '#server/ledger/orders/moved-tuition.ts';
import { lookAtOrders } from '#server/ledger/orders/order-parts.ts';
import { sumOfAll } from '#server/ledger/orders/order-lines.ts';
import { settleLeaving, type LeavingDecision } from '#server/ledger/orders/settle-leaving.ts';
import { readClass } from '#server/academic/classes/class-reads.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';

type Bills = (LockedOrders & { studentIds: readonly string[] }) | undefined;
type Place = Pick<
  typeof enrolmentTable.$inferSelect,
  '_id' | 'classId' | 'studentId' | 'startDate'
>;

/** Future sessions are cancelled first, so all remaining ones count as used. */
const NEVER = '9999-12-31';

/**
 * Enrolments in a class that are seated or on hold, including holds whose end is not written yet.
 */
const placesOf = (tx: Tx, classId: string) =>
  tx
    .select({ _id: enrolmentTable._id, studentId: enrolmentTable.studentId })
    .from(enrolmentTable)
    .where(
      and(
        eq(enrolmentTable.classId, classId),
        inArray(enrolmentTable.status, ['active', 'suspended', 'pending']),
      ),
    );

/**
 * Locks the orders that charge a class, with everything that its end touches; undefined if nothing
 * was charged.
 */
export async function lockBillsOf(
  writer: Writer,
  classId: string,
  { students }: ClassCancel,
): Promise<Bills> {
  const { tx, user } = writer;
  const classIds = [
    ...new Set([classId, ...students.flatMap(({ toClassId }) => toClassId?.toLowerCase() ?? [])]),
  ];
  const terms: string[] = [];
  for (const id of classIds) terms.push((await readClass(tx, user, id)).termId);
  const places = await placesOf(tx, classId);
  const orderIds = await ordersCharging(
    tx,
    places.map(({ _id }) => _id),
  );
  if (orderIds.length === 0) return undefined;
  const studentIds = places.map(({ studentId }) => studentId);
  const bills = await lockOrders(writer, orderIds, {
    ofMany: true,
    terms,
    classes: classIds,
    advisoryKeys: clashLocks({ studentIds }),
    students: studentIds,
  });
  for (const locked of bills.orders) requireRunning(locked, bills.posting.at);
  return { ...bills, studentIds };
}

/**
 * Throws if somebody was enrolled or charged before the class was locked; the write is then tried
 * again.
 */
export async function requireSameBills(tx: Tx, classId: string, bills: Bills): Promise<void> {
  const places = await placesOf(tx, classId);
  const charged = await ordersCharging(
    tx,
    places.map(({ _id }) => _id),
  );
  const isNew =
    charged.some((id) => !bills?.orders.some(({ order }) => order._id === id)) ||
    (bills !== undefined && places.some(({ studentId }) => !bills.studentIds.includes(studentId)));
  if (isNew) throw new RetryTransaction();
}

const isHeld = ({ locked }: LeavingLine) => locked.order.state === 'held';

/**
 * The settlement of one enrolment's tuition, and its lines in the class that the student moves to.
 */
export type CancelDecision = {
  place: Place;
  settlement: LeavingSettlement;
  lines: LeavingLine[];
  moved: MovedLine[];
};

const leftOver = (lines: readonly LeavingLine[], moved: readonly MovedLine[]) =>
  sumOfAll(lines.map(({ valueLAK }) => valueLAK)) - sumOfAll(moved.map(({ netLAK }) => netLAK));

/**
 * Computes the value that the end of a class leaves of each tuition, and the part of it that pays
 * for the student's new class. Money of a held order always becomes credit.
 */
export async function decideMoney(
  { tx }: Writer,
  bills: LockedOrders,
  moves: readonly { enrolment: Place; to: { _id: string } | undefined }[],
  { students }: ClassCancel,
): Promise<CancelDecision[]> {
  const places = moves.map(({ enrolment }) => enrolment);
  const sessions = await sessionsOfClass(tx, places[0]?.classId ?? '');
  const sources = await loadMoveSources(tx, {
    classIds: moves.flatMap(({ to }) => to?._id ?? []),
    studentIds: places.map(({ studentId }) => studentId),
    now: bills.posting.at,
  });
  const decided: CancelDecision[] = [];
  for (const { enrolment: place, to } of moves) {
    const lines = await leavingLines(
      tx,
      bills.orders,
      { enrolmentId: place._id, startDate: place.startDate, before: NEVER },
      sessions,
    );
    const moved = to
      ? priceMoved(lines, { studentId: place.studentId, toClassId: to._id }, sources)
      : [];
    if ('problem' in moved) throw new ApiError(moved.problem, { n: moved.n });
    const settlement =
      students.find((one) => one.enrolmentId.toLowerCase() === place._id)?.settlement ?? null;
    const isLeft =
      leftOver(
        lines.filter((line) => !isHeld(line)),
        moved.filter(({ from }) => !isHeld(from)),
      ) > 0;
    if (settlement === null && isLeft) throw fieldsInvalid({ students: 'required' });
    decided.push({ place, settlement: settlement ?? 'credit', lines, moved });
  }
  return decided;
}

/** The fee of an enrolment after its lines were moved. */
export function feeOfMoved(moved: readonly MovedLine[]) {
  const line = moved.at(-1);
  return line
    ? {
        feeId: line.feeId,
        price: line.price.amount,
        currency: line.price.currency,
        basis: line.from.basis,
      }
    : {};
}

/**
 * Settles the decisions; `newIds` maps each old enrolment to the one in the other class that takes
 * it over.
 */
export async function settleCancelled(
  writer: Writer,
  bills: LockedOrders,
  decided: readonly CancelDecision[],
  { newIds, reason }: { newIds: ReadonlyMap<string, string>; reason: string },
): Promise<AuditEntry[]> {
  const decisions = decided.flatMap(
    ({ place: { _id: enrolmentId }, settlement, lines, moved }): LeavingDecision[] => {
      const toEnrolmentId = newIds.get(enrolmentId);
      const takenOver = toEnrolmentId === undefined ? undefined : { toEnrolmentId, lines: moved };
      return [
        { enrolmentId, settlement, lines: lines.filter((line) => !isHeld(line)), moved: takenOver },
        { enrolmentId, settlement: 'credit', lines: lines.filter(isHeld), moved: takenOver },
      ];
    },
  );
  const audit = await settleLeaving(writer, bills, decisions, reason);
  await flush(bills.posting);
  return audit;
}

type Money = CancelPreview['students'][number]['money'];
type MoneyPreview = Pick<CancelPreview, 'orders'> & { moneyOf: (enrolmentId: string) => Money };

/**
 * The value of these lines that is left on each order, after the class that the student moves to
 * has taken its part.
 */
function leftByOrder(lines: readonly LeavingLine[], moved: readonly MovedLine[]) {
  const orders = [...new Set(lines.map(({ locked }) => locked))];
  return orders.map((locked) => ({
    orderId: locked.order._id,
    leftLAK: leftOver(
      lines.filter((line) => line.locked === locked),
      moved.filter(({ from }) => from.locked === locked),
    ),
  }));
}

/**
 * Previews the tuition that the end of a class would leave for each of its students, if they leave
 * and if they move to one of these classes.
 */
export async function previewMoney(
  db: Db,
  user: SignedInUser,
  classId: string,
  {
    day,
    students,
    targetIds,
  }: {
    day: string;
    students: readonly Pick<Place, '_id' | 'studentId' | 'startDate'>[];
    targetIds: readonly string[];
  },
): Promise<MoneyPreview> {
  const orders = await lookAtOrders(
    db,
    user,
    await ordersCharging(
      db as Tx,
      students.map(({ _id }) => _id),
    ),
  );
  if (orders.length === 0) return { orders: [], moneyOf: () => null };
  const sessions = (await sessionsOfClass(db as Tx, classId)).map((one) =>
    one.status === 'scheduled' && one.date >= day ? { ...one, status: 'cancelled' as const } : one,
  );
  const sources = await loadMoveSources(db, {
    classIds: targetIds,
    studentIds: students.map(({ studentId }) => studentId),
    now: await transactionNow(db),
  });
  const found = new Map<string, Money>();
  for (const { _id: enrolmentId, studentId, startDate } of students) {
    const lines = await leavingLines(
      db as Tx,
      orders,
      { enrolmentId, startDate, before: NEVER },
      sessions,
    );
    const moves = targetIds.flatMap((toClassId) => {
      const moved = priceMoved(lines, { studentId, toClassId }, sources);
      return 'problem' in moved
        ? []
        : [
            {
              toClassId,
              newLAK: sumOfAll(moved.map(({ netLAK }) => netLAK)),
              left: leftByOrder(lines, moved),
            },
          ];
    });
    const { bought, used, valueLAK } = sumsOfLeaving(lines);
    found.set(
      enrolmentId,
      lines.length === 0
        ? null
        : {
            bought,
            used,
            valueLAK,
            isHeld: lines.every(isHeld),
            left: leftByOrder(lines, []),
            moves,
          },
    );
  }
  const money = orders.map((locked) => ({
    _id: locked.order._id,
    totalLAK: locked.order.totalLAK,
    paidLAK: locked.order.paidLAK,
    pendingLAK: locked.order.pendingLAK,
    roundingLAK: orderRounding(locked),
  }));
  return { orders: money, moneyOf: (enrolmentId) => found.get(enrolmentId) ?? null };
}
