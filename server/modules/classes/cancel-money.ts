import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import type { CancelPreview, ClassCancel } from '#contract/class-changes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { LookAgain } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush } from '#server/modules/books/posting.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { lookAtOrders, sumsOfLeaving } from '#server/modules/enrolments/withdraw.service.ts';
import { leavingLines, ordersCharging, sessionsOfClass, type LeavingLine } from '#server/modules/orders/leaving.ts';
import { lockOrders, requireRunning, type LockedOrders } from '#server/modules/orders/lock-orders.ts';
import { settleLeaving, type LeavingDecision } from '#server/modules/orders/settle-leaving.ts';
import { readClass } from './class-reads.ts';
import { clashLocks } from './clashes.ts';

type Bills = (LockedOrders & { studentIds: readonly string[] }) | undefined;
type Place = Pick<typeof enrolmentTable.$inferSelect, '_id' | 'classId' | 'startDate'>;

/** Sessions that are to come are cancelled, so that all others are used. */
const NEVER = '9999-12-31';

/** Who is in a class or has a hold in it, also one that has ended and was not written yet. */
const placesOf = (tx: Tx, classId: string) => tx.select({ _id: enrolmentTable._id, studentId: enrolmentTable.studentId }).from(enrolmentTable).where(and(eq(enrolmentTable.classId, classId), inArray(enrolmentTable.status, ['active', 'suspended', 'pending'])));

/** Locks the orders that charge a class with all that its end touches, in one go; none where nothing was charged. */
export async function lockBillsOf(writer: Writer, classId: string, { students }: ClassCancel): Promise<Bills> {
  const { tx, user } = writer;
  const classIds = [...new Set([classId, ...students.flatMap(({ toClassId }) => toClassId?.toLowerCase() ?? [])])];
  const terms: string[] = [];
  for (const id of classIds) terms.push((await readClass(tx, user, id)).termId);
  const places = await placesOf(tx, classId);
  const orderIds = await ordersCharging(tx, places.map(({ _id }) => _id));
  if (orderIds.length === 0) return undefined;
  const studentIds = places.map(({ studentId }) => studentId);
  const bills = await lockOrders(writer, orderIds, { ofMany: true, terms, classes: classIds, words: clashLocks({ studentIds }), students: studentIds });
  for (const locked of bills.orders) requireRunning(locked, bills.posting.at);
  return { ...bills, studentIds };
}

/** Throws if somebody came or was charged before the class was locked: the write is tried again. */
export async function requireSameBills(tx: Tx, classId: string, bills: Bills): Promise<void> {
  const places = await placesOf(tx, classId);
  const charged = await ordersCharging(tx, places.map(({ _id }) => _id));
  const isNew = charged.some((id) => !bills?.orders.some(({ order }) => order._id === id)) || (bills !== undefined && places.some(({ studentId }) => !bills.studentIds.includes(studentId)));
  if (isNew) throw new LookAgain();
}

/** Of these places those with an order that still charges them: they are not moved without their money. */
export async function chargedAmong(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const charged: string[] = [];
  for (const id of ids) if ((await ordersCharging(tx, [id])).length > 0) charged.push(id);
  return charged;
}

const isHeld = ({ locked }: LeavingLine) => locked.order.state === 'held';

/** Settles what the end of a class leaves of its tuition: credit or asked back as decided for each, a hold always as credit. */
export async function settleCancelled(writer: Writer, bills: LockedOrders, places: readonly Place[], { students, reason }: ClassCancel): Promise<AuditEntry[]> {
  const { tx } = writer;
  const decisions: LeavingDecision[] = [];
  const sessions = await sessionsOfClass(tx, places[0]?.classId ?? '');
  for (const { _id: enrolmentId, startDate } of places) {
    const lines = await leavingLines(tx, bills.orders, { enrolmentId, startDate, before: NEVER }, sessions);
    const confirmed = lines.filter((line) => !isHeld(line));
    const chosen = students.find((one) => one.enrolmentId.toLowerCase() === enrolmentId)?.settlement ?? null;
    if (chosen === null && confirmed.some(({ valueLAK }) => valueLAK > 0)) throw fieldsInvalid({ students: 'required' });
    decisions.push({ enrolmentId, settlement: chosen ?? 'credit', lines: confirmed }, { enrolmentId, settlement: 'credit', lines: lines.filter(isHeld) });
  }
  const audit = await settleLeaving(writer, bills, decisions, reason);
  await flush(bills.posting);
  return audit;
}

type Money = CancelPreview['students'][number]['money'];

/** What the end of a class would settle for each of its students. */
export async function previewMoney(db: Db, user: SignedInUser, classId: string, day: string, students: readonly { enrolmentId: string; startDate: string }[]): Promise<(enrolmentId: string) => Money> {
  const orders = await lookAtOrders(db, user, await ordersCharging(db as Tx, students.map(({ enrolmentId }) => enrolmentId)));
  const sessions = (await sessionsOfClass(db as Tx, classId)).map((one) => (one.status === 'scheduled' && one.date >= day ? { ...one, status: 'cancelled' as const } : one));
  const found = new Map<string, Money>();
  for (const { enrolmentId, startDate } of students) {
    const lines = await leavingLines(db as Tx, orders, { enrolmentId, startDate, before: NEVER }, sessions);
    found.set(enrolmentId, lines.length === 0 ? null : { ...sumsOfLeaving(lines), isHeld: lines.every(isHeld) });
  }
  return (enrolmentId) => found.get(enrolmentId) ?? null;
}
