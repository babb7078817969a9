import { eq, inArray, sql } from 'drizzle-orm';
import type { MoveUndone, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { unpriceOpenings } from '#server/academic/enrolments/added-enrolments.ts';
import type { Tx } from '#server/db/client.ts';
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

async function readWritten(tx: Tx, moveId: string): Promise<Written[]> {
  const rows = await tx
    .select({
      ...{ money: movedMoneyTable, kind: movingSheetTable.kind, name: movingRowTable.name },
      ...{ orderBranch: orderTable.branchId, paymentBranch: paymentTable.branchId },
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
    .where(eq(movedMoneyTable.moveId, moveId))
    .orderBy(movingRowTable.position);
  return rows.map(({ money, kind, name, parentId, studentId, orderBranch, paymentBranch }) => ({
    ...{ key: money.key, rowId: money.rowId, kind: kind ?? 'balances', name },
    orderIds: present(money.orderId, money.arrearsOrderId),
    paymentIds: present(money.paymentId),
    branchIds: present(orderBranch, paymentBranch),
    family: `${parentId ?? ''} ${studentId ?? ''}`,
    ...{ parentIds: present(parentId), studentIds: present(studentId) },
  }));
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

/**
 * Takes back the money of a move, family by family: of one whose orders or payments a later act
 * names, all of it stays. The keys of the rest are free, so a later file writes it again. Gives the
 * rows that stay.
 */
export async function undoMoney(
  writer: Writer,
  moveId: string,
): Promise<{ kept: MoveUndone['kept']; held: ReadonlySet<string> }> {
  const { tx, user, actor } = writer;
  const written = await readWritten(tx, moveId);
  if (written.length === 0) return { kept: [], held: new Set() };
  await lockWritten(tx, written);
  const idsOf = (rows: readonly Written[]) => ({
    orderIds: rows.flatMap(({ orderIds }) => orderIds),
    paymentIds: rows.flatMap(({ paymentIds }) => paymentIds),
  });
  const used = await usedOpenings(tx, idsOf(written));
  const families = new Set(
    written.flatMap(({ orderIds, paymentIds, family }) =>
      [...orderIds, ...paymentIds].some((id) => used.has(id)) ? [family] : [],
    ),
  );
  const stays = written.filter(({ family }) => families.has(family));
  const goes = written.filter(({ family }) => !families.has(family));
  const branchIds = goes.flatMap((row) => row.branchIds);
  const [branchId] = branchIds;
  if (branchId !== undefined) {
    const openings = idsOf(goes);
    const posting = beginPosting(await openBooks(tx, branchIds), user);
    await voidOpenings(writer, posting, openings, { reason: UNDONE, branchId });
    await unpricePlaces(tx, openings.orderIds);
    await tx.delete(movedMoneyTable).where(
      inArray(
        movedMoneyTable.key,
        goes.map(({ key }) => key),
      ),
    );
    await recordAudits(
      tx,
      actor,
      goes.map(({ orderIds, paymentIds, rowId, branchIds: [own = branchId] }) => ({
        ...{ action: 'void', entity: 'orders', entityId: orderIds[0] ?? paymentIds[0] ?? rowId },
        branchId: own,
        before: { orderId: orderIds[0] ?? null, paymentId: paymentIds[0] ?? null },
        after: { state: 'void' },
        reason: UNDONE,
      })),
    );
  }
  return {
    kept: stays.map(({ kind, name }) => ({ kind, name })),
    held: new Set(stays.map(({ rowId }) => rowId)),
  };
}
