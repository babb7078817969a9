import { and, eq, getTableColumns, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { VisitInput } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { orderTable, refundRequestTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
/** The payer as rows of money store it; a walk-in has neither id. */
export type Payer = { payerParentId: string | null; payerStudentId: string | null };

export const isSamePayer = (a: Payer, b: Payer) =>
  a.payerParentId === b.payerParentId && a.payerStudentId === b.payerStudentId;

/** The records that replaced some records of a table, by the id of each that is there. */
async function mergedIn(
  db: Db | Tx,
  table: typeof parentTable | typeof studentTable,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== null);
  if (asked.length === 0) return new Map();
  const { _id, mergedIntoId } = table;
  const rows = await db.select({ _id, mergedIntoId }).from(table).where(inArray(_id, asked));
  return new Map(rows.map((row) => [row._id, row.mergedIntoId ?? row._id]));
}

/** The record that replaced each merged payer, or the payer itself, in the order of the payers. */
export async function mergedPayers(db: Db | Tx, payers: readonly Payer[]): Promise<Payer[]> {
  const parents = await mergedIn(
    db,
    parentTable,
    payers.map(({ payerParentId }) => payerParentId),
  );
  const ofStudents = payers.filter(({ payerParentId }) => payerParentId === null);
  const students = await mergedIn(
    db,
    studentTable,
    ofStudents.map(({ payerStudentId }) => payerStudentId),
  );
  return payers.map(({ payerParentId, payerStudentId }) => {
    if (payerParentId === null && payerStudentId === null) return { payerParentId, payerStudentId };
    const now =
      payerParentId === null ? students.get(payerStudentId ?? '') : parents.get(payerParentId);
    if (now === undefined) throw new ApiError('notFound');
    return payerParentId === null
      ? { payerParentId, payerStudentId: now }
      : { payerParentId: now, payerStudentId: null };
  });
}

/** The record that replaced a merged payer, or the payer itself. */
export async function mergedPayer(db: Db | Tx, payer: Payer): Promise<Payer> {
  const [now = payer] = await mergedPayers(db, [payer]);
  return now;
}

/** True for rows with the id of this payer or of a record that was merged into it. */
export function paidBy(
  table: typeof orderTable | typeof paymentTable,
  { payerParentId, payerStudentId }: Payer,
): SQL {
  const [column, people, id] =
    payerParentId === null
      ? ([table.payerStudentId, studentTable, payerStudentId] as const)
      : ([table.payerParentId, parentTable, payerParentId] as const);
  return sql`${column} = any(array(
    select id from ${people}
    where id = ${id} or merged_into_id = ${id}))`;
}

export type FreePayment = Pick<typeof paymentTable.$inferSelect, '_id' | 'freeLAK'>;

/**
 * Confirmed money of a payer that is not allocated, oldest first; it may be used in every branch.
 */
export async function freeMoneyOf(db: Db | Tx, payer: Payer): Promise<FreePayment[]> {
  if (payer.payerParentId === null && payer.payerStudentId === null) return [];
  const { _id, freeLAK, state, amountLAK, at } = paymentTable;
  const where = and(
    paidBy(paymentTable, payer),
    eq(state, 'confirmed'),
    gt(amountLAK, 0),
    gt(freeLAK, 0),
  );
  return db.select({ _id, freeLAK }).from(paymentTable).where(where).orderBy(at, _id);
}

/** Credit of a payer that was used by the writes of these moments and was not taken back since. */
export async function creditUsedAt(
  tx: Tx,
  payer: Payer,
  times: readonly string[],
): Promise<(typeof allocationTable.$inferSelect)[]> {
  if (payer.payerParentId === null && payer.payerStudentId === null) return [];
  const isReversed = sql`exists (
    select from ${allocationTable} reversal
    where reversal.reverses_id = allocations.id)`;
  const where = and(
    paidBy(paymentTable, payer),
    eq(allocationTable.asCredit, true),
    inArray(allocationTable.at, [...times]),
    isNull(allocationTable.reversesId),
    sql`not ${isReversed}`,
  );
  return tx
    .select(getTableColumns(allocationTable))
    .from(allocationTable)
    .innerJoin(paymentTable, eq(paymentTable._id, allocationTable.paymentId))
    .where(where)
    .orderBy(allocationTable._id);
}

export type PayerOrder = Pick<
  typeof orderTable.$inferSelect,
  '_id' | 'number' | 'branchId' | 'state' | 'holdUntil' | 'totalLAK' | 'paidLAK' | 'pendingLAK'
>;

export const openBalance = ({
  totalLAK,
  paidLAK,
  pendingLAK,
}: Pick<PayerOrder, 'totalLAK' | 'paidLAK' | 'pendingLAK'>) => totalLAK - paidLAK - pendingLAK;

/** The running orders of a payer. */
export async function ordersOfPayer(db: Db | Tx, payer: Payer): Promise<PayerOrder[]> {
  if (payer.payerParentId === null && payer.payerStudentId === null) return [];
  const { _id, number, branchId, state, holdUntil, totalLAK, paidLAK, pendingLAK } = orderTable;
  const where = and(paidBy(orderTable, payer), inArray(state, ['held', 'confirmed']));
  return db
    .select({ _id, number, branchId, state, holdUntil, totalLAK, paidLAK, pendingLAK })
    .from(orderTable)
    .where(where)
    .orderBy(orderTable.at, _id);
}

/** The sum of a payer's debts in all branches. */
export async function debtOf(db: Db | Tx, payer: Payer): Promise<number> {
  const orders = await ordersOfPayer(db, payer);
  return orders
    .filter(({ state }) => state === 'confirmed')
    .reduce((sum, order) => sum + openBalance(order), 0);
}

/**
 * The sum of a payer's open refund requests. They reserve nothing, so the sum is at most the money
 * that is free.
 */
export async function askedBackOf(db: Db | Tx, payer: Payer, freeLAK: number): Promise<number> {
  if (freeLAK === 0) return 0;
  const { amountLAK, orderId, state } = refundRequestTable;
  const rows = await db
    .select({ amountLAK })
    .from(refundRequestTable)
    .innerJoin(orderTable, eq(orderTable._id, orderId))
    .where(and(paidBy(orderTable, payer), eq(state, 'open')));
  return Math.min(
    freeLAK,
    rows.reduce((sum, row) => sum + row.amountLAK, 0),
  );
}

/** The payer of a visit, after its new people were added. */
export function payerOf(
  { payer }: Pick<VisitInput, 'payer'>,
  idOf: (key: string) => string,
): Payer {
  if (payer.kind === 'parent')
    return { payerParentId: idOf(payer.parentKey), payerStudentId: null };
  return {
    payerParentId: null,
    payerStudentId: payer.kind === 'student' ? idOf(payer.studentKey) : null,
  };
}

/** Changes the free money of payments, by one statement. */
export async function changeFree(
  { tx }: Posting,
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  if (changes.size === 0) return;
  const rows = JSON.stringify([...changes].map(([id, change]) => ({ id, change })));
  await tx.execute(
    sql`
      update ${paymentTable} set free_lak = free_lak + changed.change
      from json_to_recordset(${rows}) as changed(id uuid, change bigint)
      where payments.id = changed.id`,
  );
}
