import { and, eq, inArray, sql } from 'drizzle-orm';
import { priceOpenings } from '#server/academic/enrolments/added-enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movedMoneyTable,
  movingRowTable,
  moveTable,
  type StoredMoveState,
} from '#server/db/tables/desk/moving-in.table.ts';
import { beginPosting, flush, openBooks } from '#server/ledger/books/posting.ts';
import { isSamePayer, mergedPayers, type Payer } from '#server/ledger/orders/payer-account.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { retryOnConflict, RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { byPayer, readDueMoney, type DueMoney } from './due-money.ts';
import { checkingOf } from './move-state.ts';
import { postDue, takeOrderNumbers } from './post-money.ts';
import { mayGoOn, stopMove } from './right-of-move.ts';
import { FEWEST_ROWS, nextSliceSize, type Pace } from './slice-size.ts';
import { writerOfMove } from './write-slice.ts';
import { freeVoidedKeys } from './voided-money.ts';

/** The rows of one payer, as the plan has them. */
type PlannedPayer = { payer: Payer; rowIds: string[]; studentIds: string[] };
/** The same, read again behind the locks. */
type DuePayer = { payer: Payer; rows: DueMoney[] };

/** A payer was merged, or a student has another one, since the plan was made. */
class StalePlan extends Error {}

/** Locks the payers and students of a slice, and reads its rows behind the locks. */
async function lockSlice(
  tx: Tx,
  moveId: string,
  slice: readonly PlannedPayer[],
): Promise<DuePayer[]> {
  const locked = await mergedPayers(
    tx,
    slice.map(({ payer }) => payer),
  );
  await takeLocks(tx, {
    parents: locked.flatMap(({ payerParentId }) => payerParentId ?? []),
    students: [
      ...slice.flatMap(({ studentIds }) => studentIds),
      ...locked.flatMap(({ payerStudentId }) => payerStudentId ?? []),
    ],
  });
  const rowIds = slice.flatMap((planned) => planned.rowIds);
  const due = byPayer((await readDueMoney(tx, moveId, { only: rowIds })).due);
  const payers = await mergedPayers(
    tx,
    due.flatMap(([first]) => first?.payer ?? []),
  );
  return due.flatMap((rows, at) => {
    const payer = payers[at];
    if (!payer || !locked.some((one) => isSamePayer(one, payer))) throw new StalePlan();
    return { payer, rows };
  });
}

/** Writes all rows of some payers; the books of their branches have one moment for them. */
async function writePayers(
  { tx, user, actor }: Writer,
  moveId: string,
  payers: readonly DuePayer[],
): Promise<string> {
  const all = payers.flatMap(({ rows }) => rows);
  const books = await openBooks(
    tx,
    all.map(({ branchId }) => branchId),
  );
  const posting = beginPosting(books, user);
  const nextNumber = await takeOrderNumbers(posting, all);
  const written = payers.flatMap(({ payer, rows }) =>
    rows.map((due) => {
      const { rowId, key, money } = due;
      const ids = postDue(posting, due, { payer, nextNumber });
      return { key, moveId, rowId, money, day: books.day, ...ids };
    }),
  );
  await flush(posting);
  await priceOpenings(
    tx,
    all.flatMap(({ enrolmentId: placeId, money }) => {
      if (placeId === null || money.kind !== 'place') return [];
      const { price, currency } = money;
      return [{ placeId, price, currency }];
    }),
  );
  await freeVoidedKeys(
    tx,
    written.map(({ key }) => key),
  );
  // The key is unique: what a move has written is never written again.
  await tx.insert(movedMoneyTable).values(written);
  const balances = all.flatMap(({ rowId, money }) => (money.kind === 'place' ? [] : [rowId]));
  if (balances.length > 0)
    await tx
      .update(movingRowTable)
      .set({ state: 'in' })
      .where(inArray(movingRowTable._id, balances));
  const sums = new Map(all.map((row) => [row.rowId, row.sums]));
  await recordAudits(
    tx,
    actor,
    written.map(({ key, rowId, ...after }) => ({
      action: 'import',
      entity: 'orders',
      entityId: after.orderId ?? after.paymentId ?? rowId,
      after: { ...after, ...sums.get(rowId) },
    })),
  );
  return books.day;
}

/** Ends the writing of money: done, or stopped with what is left to another day. */
const endMoney = (tx: Db, moveId: string, state: StoredMoveState) =>
  tx
    .update(moveTable)
    .set({ state, endedAt: sql`now()` })
    .where(and(eq(moveTable._id, moveId), eq(moveTable.state, 'running')));

class OtherDay extends Error {}

/** Writes the rows of some payers that are still due; false when the move was stopped. */
async function writeSlice(
  db: Db,
  moveId: string,
  slice: readonly PlannedPayer[],
  onBegin: () => void,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    onBegin();
    const [move] = await tx.select().from(moveTable).where(eq(moveTable._id, moveId)).for('update');
    if (move?.state !== 'running' || move.moneyDay === null) return false;
    if (!(await mayGoOn(tx, move))) {
      await stopMove(tx, moveId);
      return false;
    }
    const payers = await lockSlice(tx, moveId, slice);
    if (payers.length === 0) return true;
    const day = await writePayers(await writerOfMove(tx, move.userId), moveId, payers);
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
 * Writes a slice. When one of its payers is refused by the database, the halves are tried apart,
 * until that payer is alone and its rows get their problem; `refused` keeps them.
 */
async function writeApart(
  db: Db,
  moveId: string,
  slice: readonly PlannedPayer[],
  { refused, onBegin }: { refused: Set<string>; onBegin: () => void },
): Promise<boolean> {
  try {
    return await retryOnConflict(() => writeSlice(db, moveId, slice, onBegin));
  } catch (error) {
    const mustEnd = [OtherDay, StalePlan, RetryTransaction].some((type) => error instanceof type);
    if (mustEnd || isRetryable(error)) throw error;
    const [only, another] = slice;
    if (only && !another) {
      await refuse(db, only.rowIds);
      for (const id of only.rowIds) refused.add(id);
      return true;
    }
    const half = Math.ceil(slice.length / 2);
    for (const part of [slice.slice(0, half), slice.slice(half)])
      if (!(await writeApart(db, moveId, part, { refused, onBegin }))) return false;
    return true;
  }
}

/** The payers whose rows are still due, without those that the database has refused. */
async function planOf(
  db: Db,
  moveId: string,
  refused: ReadonlySet<string>,
): Promise<PlannedPayer[]> {
  return byPayer((await readDueMoney(db, moveId)).due).flatMap((rows) => {
    const [first] = rows;
    const rowIds = rows.map(({ rowId }) => rowId);
    if (!first || rowIds.some((id) => refused.has(id))) return [];
    const studentIds = rows.flatMap(({ studentId }) => studentId ?? []);
    return [{ payer: first.payer, rowIds, studentIds }];
  });
}

/** The first payers of a plan, whole, with at most `size` rows; at least one payer. */
function firstPayers(plan: readonly PlannedPayer[], size: number): PlannedPayer[] {
  let rows = 0;
  const after = plan.findIndex(({ rowIds }, at) => (rows += rowIds.length) > size && at > 0);
  return plan.slice(0, after === -1 ? plan.length : after);
}

/** Writes the payers of a plan; false when the move was stopped or the server closes. */
async function writePlan(
  db: Db,
  moveId: string,
  plan: readonly PlannedPayer[],
  { isOver, rest, refused }: Pace & { refused: Set<string> },
): Promise<boolean> {
  let size = FEWEST_ROWS;
  for (let at = 0; at < plan.length;) {
    if (isOver()) return false;
    const slice = firstPayers(plan.slice(at, at + size), size);
    let began = performance.now();
    const onBegin = () => (began = performance.now());
    if (!(await writeApart(db, moveId, slice, { refused, onBegin }))) return false;
    size = nextSliceSize(size, performance.now() - began);
    at += slice.length;
    await rest();
  }
  return true;
}

/**
 * Writes the money of a move in slices of whole payers. It ends when all is written, when somebody
 * stops it, or with the day, because every sum is of the evening before its day. Between two slices
 * the desks have their turn.
 */
export async function writeMoney(db: Db, moveId: string, pace: Pace): Promise<void> {
  const refused = new Set<string>();
  try {
    for (
      let plan = await planOf(db, moveId, refused);
      plan.length > 0;
      plan = await planOf(db, moveId, refused)
    ) {
      try {
        if (!(await writePlan(db, moveId, plan, { ...pace, refused }))) return;
      } catch (error) {
        if (!(error instanceof StalePlan)) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof OtherDay)) throw error;
    return void (await endMoney(db, moveId, 'stopped'));
  }
  if (refused.size > 0) return void (await endMoney(db, moveId, 'stopped'));
  // Rows that still wait are checked again, so that each says what it waits for.
  const { waiting, toCheck } = await readDueMoney(db, moveId);
  await endMoney(db, moveId, waiting.length + toCheck > 0 ? checkingOf('done') : 'done');
}
