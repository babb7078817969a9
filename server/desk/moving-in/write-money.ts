import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  partsOfPlace,
  sumsOfPlace,
  type OpeningBalance,
  type OpeningPlace,
} from '#contract/imports/opening-sums.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import { priceOpening } from '#server/academic/enrolments/added-enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movedMoneyTable,
  movingRowTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { beginPosting, flush, openBooks, type Posting } from '#server/ledger/books/posting.ts';
import { isSamePayer, mergedPayer, type Payer } from '#server/ledger/orders/payer-account.ts';
import {
  postOpeningOrder,
  postOpeningPayment,
  type OpeningOf,
} from '#server/ledger/orders/post-openings.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { retryOnConflict, RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { byPayer, readDueMoney, type DueMoney } from './due-money.ts';
import { writerOfMove } from './write-slice.ts';

type Written = Pick<
  typeof movedMoneyTable.$inferInsert,
  'orderId' | 'arrearsOrderId' | 'paymentId'
>;

const shownDay = (day: string) => day.split('-').reverse().join('/');

/** The words of a line: what it is for, and the agreed price that the sums are a part of. */
function wordsOfPlace(place: OpeningPlace, { nameEn, nameLo }: DueMoney['course']) {
  const { sessions, used, price, paid, currency } = place;
  const left = sessions - used;
  const shown = (amount: number) => `${shownAmount(amount, currency)} ${currency}`;
  return {
    nameEn: `Opening balance: ${nameEn || nameLo}, ${left} of ${sessions} sessions, price ${shown(price)}, paid before ${shown(paid)}`,
    nameLo: `ຍອດຍົກມາ: ${nameLo || nameEn}, ${left} ໃນ ${sessions} ຄັ້ງ, ລາຄາ ${shown(price)}, ຊຳລະກ່ອນໜ້າ ${shown(paid)}`,
  };
}

const ofDue = ({ branchId, money, rate, rateId }: DueMoney, payer: Payer): OpeningOf => ({
  ...{ branchId, payer, currency: money.currency, rate, rateId },
});

/** The order of a running place, and one of what was taught before and is not paid. */
async function postPlace(
  posting: Posting,
  due: DueMoney,
  place: OpeningPlace,
  payer: Payer,
): Promise<Written> {
  const of = ofDue(due, payer);
  const sums = sumsOfPlace(place, due.rate);
  const parts = partsOfPlace(place, due.rate, posting.day);
  const words = wordsOfPlace(place, due.course);
  const { studentId, enrolmentId } = due;
  const covers =
    place.paidUntil === null ? {} : { coversFrom: posting.day, coversTo: place.paidUntil };
  const orderId = await postOpeningOrder(posting, of, {
    line: {
      ...{ kind: 'tuition', ...words, studentId, enrolmentId, quantity: 1, ...covers },
      ...{ sessions: sums.sessionsLeft, unitPrice: place.price, amountLAK: sums.lineLAK },
    },
    discount:
      sums.discountLAK === 0
        ? null
        : {
            ...{ kind: 'discount', nameEn: 'Discount', nameLo: 'ສ່ວນຫຼຸດ', studentId, enrolmentId },
            ...{ amountLAK: -sums.discountLAK, percent: place.percent, reason: place.reason },
            approvedById: posting.user._id,
          },
    ...{ paidLAK: sums.onLineLAK, parts: parts.line, note: '' },
  });
  const arrearsOrderId =
    sums.arrearsLAK === 0
      ? null
      : await postOpeningOrder(posting, of, {
          line: {
            ...{ kind: 'opening', ...words, studentId, quantity: 1 },
            ...{ unitPrice: 0, amountLAK: sums.arrearsLAK },
          },
          ...{ discount: null, paidLAK: 0, parts: parts.arrears, note: '' },
        });
  const paymentId =
    sums.paymentLAK === 0
      ? null
      : postOpeningPayment(posting, of, {
          ...{ tendered: sums.tendered, amountLAK: sums.paymentLAK },
          order: { orderId, amountLAK: sums.onLineLAK },
        });
  return { orderId, arrearsOrderId, paymentId };
}

/** A debt becomes an order with its old due day, a credit free money. */
async function postBalance(
  posting: Posting,
  due: DueMoney,
  balance: OpeningBalance,
  payer: Payer,
): Promise<Written> {
  const of = ofDue(due, payer);
  const { amount, kind, text, paper, billedOn, dueOn } = balance;
  const none = { orderId: null, arrearsOrderId: null, paymentId: null };
  if (kind === 'credit') {
    const amountLAK = due.sums.creditLAK;
    return { ...none, paymentId: postOpeningPayment(posting, of, { tendered: amount, amountLAK }) };
  }
  const { owedLAK: amountLAK } = due.sums;
  const orderId = await postOpeningOrder(posting, of, {
    line: {
      ...{ kind: 'opening', studentId: due.studentId, quantity: 1, unitPrice: amount, amountLAK },
      nameEn: text === '' ? 'Opening balance' : `Opening balance: ${text}`,
      nameLo: text === '' ? 'ຍອດຍົກມາ' : `ຍອດຍົກມາ: ${text}`,
    },
    ...{ discount: null, paidLAK: 0, parts: [{ dueOn: dueOn ?? posting.day, amountLAK }] },
    note: [paper, billedOn === null ? '' : shownDay(billedOn)].filter(Boolean).join(', '),
  });
  return { ...none, orderId };
}

/** Locks a payer and the students of some rows; the rows are the same afterwards. */
async function lockRows(tx: Tx, moveId: string, rows: readonly DueMoney[]): Promise<Payer> {
  const [first] = rows;
  if (!first) throw new Error('A payer without rows');
  const payer = await mergedPayer(tx, first.payer);
  const students = rows.flatMap(({ studentId }) => studentId ?? []);
  await takeLocks(tx, {
    parents: payer.payerParentId === null ? [] : [payer.payerParentId],
    students: [...students, ...(payer.payerStudentId === null ? [] : [payer.payerStudentId])],
  });
  const rowIds = rows.map(({ rowId }) => rowId);
  const { due } = await readDueMoney(tx, moveId, rowIds);
  const isSame = isSamePayer(await mergedPayer(tx, first.payer), payer);
  if (!isSame || !isDeepStrictEqual(due, rows)) throw new RetryTransaction();
  return payer;
}

/** Writes all rows of one payer; the books of their branches have one moment for them. */
async function writePayer(
  { tx, user, actor }: Writer,
  moveId: string,
  rows: readonly DueMoney[],
): Promise<string> {
  const payer = await lockRows(tx, moveId, rows);
  const books = await openBooks(
    tx,
    rows.map(({ branchId }) => branchId),
  );
  const posting = beginPosting(books, user);
  const written: (typeof movedMoneyTable.$inferInsert)[] = [];
  for (const due of rows) {
    const { rowId, key, money } = due;
    const ids =
      money.kind === 'place'
        ? await postPlace(posting, due, money, payer)
        : await postBalance(posting, due, money, payer);
    written.push({ key, moveId, rowId, money, day: books.day, ...ids });
  }
  await flush(posting);
  for (const { enrolmentId, money } of rows)
    if (enrolmentId !== null && money.kind === 'place') await priceOpening(tx, enrolmentId, money);
  // The key is unique: what a move has written is never written again.
  await tx.insert(movedMoneyTable).values(written);
  const balances = rows.flatMap(({ rowId, money }) => (money.kind === 'place' ? [] : [rowId]));
  if (balances.length > 0)
    await tx
      .update(movingRowTable)
      .set({ state: 'in' })
      .where(inArray(movingRowTable._id, balances));
  await recordAudits(
    tx,
    actor,
    written.map(({ key, rowId, ...after }) => ({
      ...{
        action: 'import',
        entity: 'orders',
        entityId: after.orderId ?? after.paymentId ?? rowId,
      },
      after: { ...after, ...rows.find((row) => row.rowId === rowId)?.sums },
    })),
  );
  return books.day;
}

/** Ends the writing of money: done, or stopped with what is left to another day. */
const endMoney = (tx: Db, moveId: string, state: 'done' | 'stopped') =>
  tx
    .update(moveTable)
    .set({ state, endedAt: sql`now()` })
    .where(and(eq(moveTable._id, moveId), eq(moveTable.state, 'running')));

class OtherDay extends Error {}

/** Writes the rows of one payer that are still due; false when the move was stopped. */
async function writeOne(db: Db, moveId: string, rowIds: readonly string[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [move] = await tx.select().from(moveTable).where(eq(moveTable._id, moveId)).for('update');
    if (move?.state !== 'running' || move.moneyDay === null) return false;
    // A payer may have become two since the plan; each has a transaction of its own.
    const [rows] = byPayer((await readDueMoney(tx, moveId, rowIds)).due);
    if (!rows) return true;
    const day = await writePayer(await writerOfMove(tx, move.userId), moveId, rows);
    if (day !== move.moneyDay) throw new OtherDay();
    return true;
  });
}

/** Rows that the database refused say so; the other payers go on. */
const refuse = (db: Db, rowIds: readonly string[]) =>
  db
    .update(movingRowTable)
    .set({ problems: [{ field: 'price', error: 'notWritten' }] })
    .where(inArray(movingRowTable._id, [...rowIds]));

/**
 * Writes the money of a move, payer by payer. It ends when all is written, when somebody stops it,
 * or with the day, because every sum is of the evening before its day. Between two payers the desks
 * have their turn.
 */
export async function writeMoney(
  db: Db,
  moveId: string,
  { isOver, rest }: { isOver: () => boolean; rest: () => Promise<void> },
): Promise<void> {
  const refused = new Set<string>();
  const nextPlan = async () =>
    byPayer((await readDueMoney(db, moveId)).due)
      .map((rows) => rows.map(({ rowId }) => rowId))
      .filter((ids) => !ids.some((id) => refused.has(id)));
  for (let plan = await nextPlan(); plan.length > 0; plan = await nextPlan()) {
    for (const rowIds of plan) {
      if (isOver()) return;
      try {
        if (!(await retryOnConflict(() => writeOne(db, moveId, rowIds)))) return;
      } catch (error) {
        if (error instanceof OtherDay) return void (await endMoney(db, moveId, 'stopped'));
        if (isRetryable(error) || error instanceof RetryTransaction) throw error;
        await refuse(db, rowIds);
        for (const id of rowIds) refused.add(id);
      }
      await rest();
    }
  }
  await endMoney(db, moveId, refused.size > 0 ? 'stopped' : 'done');
}
