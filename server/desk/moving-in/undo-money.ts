import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { unpriceOpenings } from '#server/academic/enrolments/added-enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { CAME_SO } from '#server/desk/moving-in/kinds/enrolments.kind.ts';
import { beginPosting, openBooks } from '#server/ledger/books/posting.ts';
import { usedOpenings, voidOpenings } from '#server/ledger/orders/void-openings.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { UndoneSlice } from './undo-kind.ts';

/** The reason on every row; the screens have a word for it. */
const UNDONE = 'undone';

/** What a move has written for one row, whose it is, and where. */
type Written = {
  key: string;
  rowId: string;
  kind: MovingSheetKind;
  name: string;
  orderIds: string[];
  paymentIds: string[];
  branchIds: string[];
  family: string;
  parentIds: string[];
  studentIds: string[];
};

const present = <Value>(...values: (Value | null | undefined)[]): Value[] =>
  values.filter((value): value is Value => value !== null && value !== undefined);

/** The payer of an order or a payment, as one text by which families are put in order. */
const familyOf = sql<string>`concat(
  coalesce(${orderTable.payerParentId}, ${paymentTable.payerParentId}), ' ',
  coalesce(${orderTable.payerStudentId}, ${paymentTable.payerStudentId}))`;

/** What a move has written, or what some of its rows have, with the family of each. */
async function readWritten(
  tx: Db | Tx,
  moveId: string,
  rowIds?: readonly string[],
): Promise<Written[]> {
  const rows = await tx
    .select({
      money: movedMoneyTable,
      kind: movingSheetTable.kind,
      name: movingRowTable.name,
      orderBranch: orderTable.branchId,
      paymentBranch: paymentTable.branchId,
      family: familyOf,
      parentId: sql<
        string | null
      >`coalesce(${orderTable.payerParentId}, ${paymentTable.payerParentId})`,
      studentId: sql<
        string | null
      >`coalesce(${orderTable.payerStudentId}, ${paymentTable.payerStudentId})`,
    })
    .from(movedMoneyTable)
    .innerJoin(movingRowTable, eq(movingRowTable._id, movedMoneyTable.rowId))
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .leftJoin(orderTable, eq(orderTable._id, movedMoneyTable.orderId))
    .leftJoin(paymentTable, eq(paymentTable._id, movedMoneyTable.paymentId))
    .where(
      rowIds ? inArray(movedMoneyTable.rowId, [...rowIds]) : eq(movedMoneyTable.moveId, moveId),
    )
    .orderBy(movingRowTable.position);
  return rows.map(
    ({ money, kind, name, family, parentId, studentId, orderBranch, paymentBranch }) => ({
      key: money.key,
      rowId: money.rowId,
      kind: kind ?? 'balances',
      name,
      family,
      orderIds: present(money.orderId, money.arrearsOrderId),
      paymentIds: present(money.paymentId),
      branchIds: present(orderBranch, paymentBranch),
      parentIds: present(parentId),
      studentIds: present(studentId),
    }),
  );
}

/** Rows of money of a move with their families, in the order of these. */
const rowsOfFamilies = (tx: Tx, moveId: string, which: SQL) =>
  tx
    .select({ rowId: movedMoneyTable.rowId, family: familyOf })
    .from(movedMoneyTable)
    .leftJoin(orderTable, eq(orderTable._id, movedMoneyTable.orderId))
    .leftJoin(paymentTable, eq(paymentTable._id, movedMoneyTable.paymentId))
    .where(and(eq(movedMoneyTable.moveId, moveId), which))
    .orderBy(familyOf);

/** The rows of the next families after one; a family is never parted. */
async function nextFamilies(
  tx: Tx,
  { moveId, family, size }: { moveId: string; family: string; size: number },
): Promise<string[]> {
  // One row more says whether the last family goes on.
  const rows = await rowsOfFamilies(tx, moveId, sql`${familyOf} > ${family}`).limit(size + 1);
  const within = rows.slice(0, size);
  const last = within.at(-1)?.family;
  if (last === undefined) return [];
  const isParted = rows[size]?.family === last;
  const whole = isParted ? within.filter((row) => row.family !== last) : within;
  const some =
    isParted && whole.length === 0
      ? await rowsOfFamilies(tx, moveId, sql`${familyOf} = ${last}`)
      : whole;
  return some.map(({ rowId }) => rowId);
}

/** Locks everything that the money of a move names. */
async function lockWritten(tx: Tx, written: readonly Written[]): Promise<void> {
  const orders = written.flatMap(({ orderIds }) => orderIds);
  const { studentId, orderId } = orderLineTable;
  const children = await tx
    .selectDistinct({ studentId })
    .from(orderLineTable)
    .where(inArray(orderId, orders));
  await takeLocks(tx, {
    parents: written.flatMap(({ parentIds }) => parentIds),
    students: [
      ...written.flatMap(({ studentIds }) => studentIds),
      ...children.flatMap((child) => child.studentId ?? []),
    ],
    orders,
    payments: written.flatMap(({ paymentIds }) => paymentIds),
  });
}

/** Places of these orders have no price again, as before the money came. */
async function unpricePlaces(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const { enrolmentId, orderId } = orderLineTable;
  const places = await tx
    .selectDistinct({ enrolmentId })
    .from(orderLineTable)
    .where(inArray(orderId, [...orderIds]));
  await unpriceOpenings(
    tx,
    places.flatMap((place) => place.enrolmentId ?? []),
    CAME_SO,
  );
}

const idsOf = (rows: readonly Written[]) => ({
  orderIds: rows.flatMap(({ orderIds }) => orderIds),
  paymentIds: rows.flatMap(({ paymentIds }) => paymentIds),
});

/** The rows of families one of whose orders or payments a later act names. */
async function usedIn(tx: Db | Tx, written: readonly Written[]): Promise<Written[]> {
  const used = await usedOpenings(tx, idsOf(written));
  const isUsed = ({ orderIds, paymentIds }: Written) =>
    [...orderIds, ...paymentIds].some((id) => used.has(id));
  const families = new Set(written.filter(isUsed).map(({ family }) => family));
  return written.filter(({ family }) => families.has(family));
}

/** Rows of a move whose money would stay, and the branches in which the rest would be posted. */
export async function readUsedMoney(db: Db | Tx, moveId: string) {
  const written = await readWritten(db, moveId);
  const used = await usedIn(db, written);
  return {
    kept: used.map(({ kind, name }) => ({ kind, name })),
    branchIds: [...new Set(written.flatMap(({ branchIds }) => branchIds))],
  };
}

/** Voids the money of rows by opposite rows of today; their keys are free for a later file. */
async function takeBack(writer: Writer, rows: readonly Written[]): Promise<void> {
  const { tx, user, actor } = writer;
  const branchIds = rows.flatMap((row) => row.branchIds);
  const [branchId] = branchIds;
  if (branchId === undefined) return;
  const openings = idsOf(rows);
  const posting = beginPosting(await openBooks(tx, branchIds), user);
  await voidOpenings(writer, posting, openings, { reason: UNDONE, branchId });
  await unpricePlaces(tx, openings.orderIds);
  await tx.delete(movedMoneyTable).where(
    inArray(
      movedMoneyTable.key,
      rows.map(({ key }) => key),
    ),
  );
  await recordAudits(
    tx,
    actor,
    rows.map(({ orderIds, paymentIds, rowId, branchIds: [own = branchId] }) => ({
      action: 'void',
      entity: 'orders',
      entityId: orderIds[0] ?? paymentIds[0] ?? rowId,
      branchId: own,
      before: { orderId: orderIds[0] ?? null, paymentId: paymentIds[0] ?? null },
      after: { state: 'void' },
      reason: UNDONE,
    })),
  );
}

/**
 * Takes back the money of the next families: of one whose orders or payments a later act names, all
 * of it stays, and so do its rows.
 */
export async function undoMoney(
  writer: Writer,
  of: { moveId: string; family: string; size: number },
): Promise<UndoneSlice | undefined> {
  const { tx } = writer;
  const rowIds = await nextFamilies(tx, of);
  if (rowIds.length === 0) return undefined;
  const written = await readWritten(tx, of.moveId, rowIds);
  await lockWritten(tx, written);
  const stays = await usedIn(tx, written);
  await takeBack(
    writer,
    written.filter((row) => !stays.includes(row)),
  );
  const families = written.map(({ family }) => family).toSorted();
  return {
    rows: written.length,
    removed: 0,
    archived: 0,
    kept: stays.map(({ kind, name }) => ({ kind, name })),
    family: families.at(-1) ?? of.family,
  };
}
