import { and, eq, gt, inArray } from 'drizzle-orm';
import { UNDONE } from '#contract/classes/enrolling.ts';
import { orderPaid } from '#contract/orders/order-payments.ts';
import { isUndoReason } from '#contract/orders/undo-reasons.ts';
import { dayInLaos } from '#contract/dates.ts';
import { seesAllBranches } from '#contract/roles.ts';
import {
  isUndoable,
  UNDO_SECONDS,
  visitAnswer,
  type VisitAnswer,
  type VisitUndo,
  type VisitUndone,
} from '#contract/desk/visit-answers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { attendedPlaces } from '#server/academic/enrolments/attended-places.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { RetryTransaction, storedAnswer, type WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import { makeProspects } from '#server/academic/enrolments/record-enrolments.ts';
import { requireNoTransfer } from '#server/academic/enrolments/open-transfers.ts';
import { openBooks, beginPosting, flush, type Posting } from '#server/ledger/books/posting.ts';
import { changeFree } from './payer-account.ts';
import { giveNewHolds } from './new-holds.ts';
import { requireRunning } from './waiting-places.ts';
import { linesWith, sumOfAll } from './order-lines.ts';
import { endPlaces, moneyBackOf, voidBill } from './end-bill.ts';
import { tellOfPrinted, tellOfReversal } from './tell-of-reversal.ts';
import { lockOrders, type LockedOrders } from './lock-orders.ts';
import { countedBeforeOf, voidPayments } from './money-back.ts';
import { readOrder, type LockedOrder, type StoredOrder, type Payment } from './order-parts.ts';
import { releasedByPayment, reverseAllocations, takeMoneyOff } from './take-off.ts';

type Enrolment = typeof enrolmentTable.$inferSelect;

/** A visit as it was answered, with everything that it wrote. */
type Made = {
  answer: VisitAnswer;
  /** The order that it made; null if nothing was charged. */
  order: StoredOrder | null;
  /** The older orders that it paid. */
  paidIds: string[];
  payments: Payment[];
  enrolments: Enrolment[];
};

/** A stored answer as that of a visit; a later payment is a visit that only pays. */
function answerIn(stored: unknown): VisitAnswer | undefined {
  const visit = visitAnswer.safeParse(stored);
  if (visit.success) return visit.data;
  const paid = orderPaid.safeParse(stored);
  if (!paid.success || paid.data.undoUntil === undefined) return undefined;
  const { receipt, change, money, undoUntil, at } = paid.data;
  return {
    order: null,
    receipt,
    change,
    money,
    enrolments: [],
    made: [],
    offlineCash: null,
    undoUntil,
    at,
  };
}

/** True if a colleague of the user's branch made a visit or payment with this key. */
async function isOfColleague(
  { tx, user }: Pick<Writer, 'tx' | 'user'>,
  key: string,
): Promise<boolean> {
  const [found] = await tx
    .select({ branchId: userTable.branchId, answer: idempotencyTable.answer })
    .from(idempotencyTable)
    .innerJoin(userTable, eq(userTable._id, idempotencyTable.userId))
    .where(eq(idempotencyTable.key, key));
  const isHere = seesAllBranches(user.role) || found?.branchId === user.branchId;
  return isHere && answerIn(found?.answer) !== undefined;
}

/**
 * The user's own visit: by its order, or by its key if it made none. The stored answer of the visit
 * says everything that it wrote.
 */
async function readVisit({ tx, user }: Writer, id: string): Promise<Made> {
  const [found] = await tx.select().from(orderTable).where(eq(orderTable._id, id));
  const order = found ? await readOrder({ tx, user }, id) : null;
  if (order && order.byId !== user._id) throw new ApiError('visitUndoNotYours');
  const answer = answerIn(await storedAnswer(tx, user._id, order?.clientRef ?? id));
  if (!answer && order) throw new ApiError('visitUndoTooLate');
  if (!answer)
    throw new ApiError((await isOfColleague({ tx, user }, id)) ? 'visitUndoNotYours' : 'notFound');
  if (!isUndoable(answer)) throw new ApiError('stepNotAllowed');
  const ids = answer.enrolments.map(({ _id }) => _id);
  return {
    answer,
    order,
    paidIds: answer.money?.paid.map(({ orderId }) => orderId) ?? [],
    payments: await tx
      .select()
      .from(paymentTable)
      .where(
        and(
          eq(paymentTable.recordedById, user._id),
          // Somebody who works in two branches undoes what they did in this one.
          ownBranchOnly(user, paymentTable.branchId),
          eq(paymentTable.at, answer.at),
          gt(paymentTable.amountLAK, 0),
        ),
      ),
    enrolments:
      ids.length === 0
        ? []
        : await tx.select().from(enrolmentTable).where(inArray(enrolmentTable._id, ids)),
  };
}

type LockedVisit = { made: Made; orders: LockedOrder[]; posting: Posting } & Partial<LockedOrders>;

/** Locks everything that the visit wrote, and reads it again. */
async function lockVisit(writer: Writer, id: string): Promise<LockedVisit> {
  const { tx, user } = writer;
  const seen = await readVisit(writer, id);
  const { order, paidIds, enrolments } = seen;
  const ids = [...(order ? [order._id] : []), ...paidIds].toSorted();
  if (ids.length === 0) {
    // Only places without a charge, such as trials: there is no money to lock.
    await lockEnrolments(
      writer,
      enrolments.map(({ _id }) => _id),
    );
    const books = await openBooks(
      tx,
      enrolments.map(({ branchId }) => branchId),
    );
    return { made: await readVisit(writer, id), orders: [], posting: beginPosting(books, user) };
  }
  const locked = await lockOrders(writer, ids, {
    ofBranches: true,
    classes: enrolments.map(({ classId }) => classId),
    students: enrolments.map(({ studentId }) => studentId),
    shifts: seen.payments.flatMap(({ shiftId }) => shiftId ?? []),
    books: [...enrolments, ...seen.payments].map(({ branchId }) => branchId),
  });
  const made = await readVisit(writer, id);
  const isLocked = made.enrolments.every(({ _id, studentId }) =>
    enrolments.some((one) => one._id === _id && one.studentId === studentId),
  );
  if (!isLocked) throw new RetryTransaction();
  return { made, ...locked };
}

/** Throws unless the money of the visit is where the visit put it, all of it. */
async function requireMoneyUntouched({ tx }: Writer, { made, orders }: LockedVisit): Promise<void> {
  const { payments, order, answer } = made;
  const ids = payments.map(({ _id }) => _id);
  const given =
    ids.length === 0
      ? []
      : await tx.select().from(allocationTable).where(inArray(allocationTable.paymentId, ids));
  const isTouched = payments.some(({ _id, method, state, amountLAK, freeLAK }) => {
    const own = given.filter(({ paymentId }) => paymentId === _id);
    return (
      state !== (method === 'cash' ? 'confirmed' : 'pending') ||
      own.some(({ at }) => at !== answer.at) ||
      sumOfAll(own.map((row) => row.amountLAK)) + freeLAK !== amountLAK
    );
  });
  // Credit that the visit used may be taken off again too, and later money may have come. Later
  // money that went again left nothing behind.
  const onOrder = orders.find((one) => one.order._id === order?._id)?.parts.given ?? [];
  const later = onOrder.filter(({ at }) => at !== order?.at);
  const isAnswered = ({ _id, reversesId }: (typeof later)[number]) =>
    later.some((row) => row._id === reversesId || row.reversesId === _id);
  if (
    isTouched ||
    !later.every(isAnswered) ||
    // An earlier count had the cash, so only a second person may hand it out of the open drawer.
    (await countedBeforeOf(tx, ids)).length > 0
  )
    throw new ApiError('refundFirst');
}

/** True if an undo has taken back everything that the visit wrote. */
function isUndone({ order, payments, enrolments }: Made): boolean {
  if (order) return order.state === 'void' && isUndoReason(order.voidReason);
  if (payments.length > 0) return payments.every(({ reason }) => isUndoReason(reason));
  return enrolments.every(
    ({ status, statusReason }) => status === 'cancelled' && statusReason === UNDONE,
  );
}

/**
 * Throws unless the visit may be undone: within the minute, on its day, and while nothing was built
 * on it.
 */
async function requireUndoable(writer: Writer, locked: LockedVisit): Promise<void> {
  const { made, orders, posting } = locked;
  if (isUndone(made)) throw new ApiError('visitUndone');
  const { order, answer, enrolments } = made;
  const madeAt = order?.at ?? answer.at;
  for (const one of orders) requireRunning(one, posting.at);
  const age = Date.parse(posting.at) - Date.parse(madeAt);
  if (age > UNDO_SECONDS * 1000 || dayInLaos(Date.parse(madeAt)) !== posting.day)
    throw new ApiError('visitUndoTooLate');
  await requireMoneyUntouched(writer, locked);
  const lines = orders.find((one) => one.order._id === order?._id)?.parts.lines ?? [];
  if (lines.some(({ at }) => at !== order?.at) || order?.state !== answer.order?.state)
    throw new ApiError('visitUndoTooLate');
  const ids = enrolments.map(({ _id }) => _id);
  await requireNoTransfer(writer.tx, ids);
  if ((await attendedPlaces(writer.tx, ids)).size > 0) throw new ApiError('attended');
  const isChanged = answer.enrolments.some(({ _id, status }) => {
    const now = enrolments.find((one) => one._id === _id);
    // A suspended place that the visit only charged stays suspended.
    const isAsBefore = now?.status === 'suspended' && now.updatedAt < answer.at;
    return now?.status !== status && !isAsBefore;
  });
  if (isChanged) throw new ApiError('enrolmentChanged');
}

/** The allocations of the visit's act that still stand on an order, of credit too. */
const ofAct = ({ parts }: LockedOrder, { at }: VisitAnswer) =>
  parts.allocations.filter((row) => row.at === at);

/**
 * Takes the money of the visit off the orders that it paid, ends its own order, and voids its
 * payments: cash goes back over the counter, slips are void, and credit is free again.
 */
async function takeMoneyBack(
  writer: Writer,
  { made, orders, posting }: LockedVisit,
  { reason }: VisitUndo,
) {
  const { answer, payments } = made;
  const taken = {
    given: orders.flatMap((locked) => ofAct(locked, answer)),
    pendingIds: payments.filter(({ state }) => state === 'pending').map(({ _id }) => _id),
    receiptIds: answer.receipt === null ? [] : [answer.receipt._id],
  };
  const audit: AuditEntry[] = [];
  for (const locked of orders) {
    if (locked.order._id === made.order?._id) {
      // The visit's own order is voided whole, so its rounding goes back with its bill.
      reverseAllocations(posting, ofAct(locked, answer));
      continue;
    }
    const sums = await takeMoneyOff(posting, locked, taken, reason);
    const lines = linesWith(posting, locked);
    audit.push(...(await giveNewHolds(writer, posting, { locked, sums, lines, reason })));
  }
  const credit = taken.given.filter(({ asCredit }) => asCredit);
  await changeFree(posting, releasedByPayment(credit));
  const numbers = orders.map(({ order }) => order.number);
  const branchId = payments[0]?.branchId ?? '';
  const voidReceipt = await voidPayments(writer, posting, payments, {
    reason,
    moneyBack: true,
    branchId,
    content: numbers.length === 1 ? { order: numbers[0] } : { orders: numbers },
  });
  return { audit, money: { voidReceipt, ...moneyBackOf(posting, payments, credit) } };
}

/** POST `/visits/{id}/undo`: takes back a whole visit, in one write. */
export async function undoVisit(
  writer: Writer,
  id: string,
  how: VisitUndo,
): Promise<WriteResult<VisitUndone>> {
  const { reason } = how;
  const locked = await lockVisit(writer, id);
  await requireUndoable(writer, locked);
  const { made, orders, posting } = locked;
  const { answer, order, enrolments } = made;
  const { audit, money } = await takeMoneyBack(writer, locked, how);
  const own = orders.find((one) => one.order._id === order?._id);
  if (own && locked.stock && locked.payer && locked.free) {
    const { stock, payer, free } = locked;
    await voidBill(writer, { ...own, stock, payer, free, posting }, { reason, lostLines: [] });
  }
  // A place has one word for every undo, by which the lists leave it out.
  await endPlaces(writer, enrolments, { at: answer.at, reason: UNDONE });
  const students = await makeProspects(
    writer.tx,
    new Map(answer.activated?.map(({ studentId, version }) => [studentId, version])),
  );
  await flush(posting);
  const branchId = [order, ...made.payments, ...enrolments].find((one) => one !== null)?.branchId;
  const undone: VisitUndone = {
    orderId: order?._id ?? null,
    number: order?.number ?? answer.receipt?.number ?? '',
    ...money,
  };
  if (branchId !== undefined) {
    const reversal = {
      branchId,
      number: undone.number,
      day: posting.day,
      amountLAK: order?.totalLAK ?? sumOfAll(made.payments.map((payment) => payment.amountLAK)),
    };
    await tellOfReversal(writer, reversal);
    await tellOfPrinted(writer, answer.receipt?._id, reversal);
  }
  const entry: AuditEntry = {
    action: 'undo',
    entity: 'orders',
    entityId: order?._id ?? answer.receipt?._id ?? id,
    ...(branchId !== undefined && { branchId }),
    before: order ? { ...order } : { ...answer },
    after: { ...undone },
    reason,
  };
  return { answer: undone, audit: [entry, ...audit, ...students] };
}
