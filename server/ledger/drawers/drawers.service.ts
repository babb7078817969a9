import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  MAX_LAST_RECEIPTS,
  type CurrencySums,
  type Drawer,
  type DrawerMovement,
  type DrawerReceipt,
  type Shift,
  type ShiftClosing,
  type ShiftRecord,
} from '#contract/money/drawers.ts';
import { can } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { printTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { headOf } from '#server/centre/school-info/paper-head.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  closingTable,
  drawerMovementTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { expectedOf, openingDifferencesOf, perCurrency, drawerSums } from './drawer-sums.ts';
import { openingCashOf } from './opening-cash.ts';
import { openOfflineCash } from './open-offline-cash.ts';
import { drawerTable, shiftTable as table } from '#server/db/tables/ledger/drawers.table.ts';
import { latinNameOf, nameOfPayer } from '#server/people/students/payer-name.ts';

/** The stored content of a closing, beside its author and time. */
export type ClosingContent = { expected: CurrencySums; counted: CurrencySums; left: CurrencySums };

const opener = alias(userTable, 'opener');

const closer = alias(userTable, 'closer');

const fullName = (who: typeof opener | typeof closer) =>
  sql<string>`coalesce(${who.firstName} || ' ' || ${who.lastName}, '')`;

const lastClosings = (db: Db | Tx, shiftIds: string[]) =>
  db
    .selectDistinctOn([closingTable.shiftId], {
      shiftId: closingTable.shiftId,
      content: closingTable.content,
    })
    .from(closingTable)
    .where(and(inArray(closingTable.shiftId, shiftIds), eq(closingTable.act, 'closed')))
    .orderBy(closingTable.shiftId, desc(closingTable.at));

/** Shifts as `user` may see them: in a blind count, no sum is shown before the count. */
export async function readShifts(
  db: Db | Tx,
  user: SignedInUser,
  where: SQL | undefined,
): Promise<Shift[]> {
  const rows = await db
    .select({
      shift: table,
      drawerName: drawerTable.name,
      isBlind: branchTable.blindCount,
      openedBy: fullName(opener),
      closedBy: fullName(closer),
    })
    .from(table)
    .innerJoin(drawerTable, eq(drawerTable._id, table.drawerId))
    .innerJoin(branchTable, eq(branchTable._id, table.branchId))
    .leftJoin(opener, eq(opener._id, table.openedById))
    .leftJoin(closer, eq(closer._id, table.closedById))
    .where(and(where, ownBranchOnly(user, table.branchId)))
    .orderBy(desc(table.openedAt));
  const ids = rows.map(({ shift }) => shift._id);
  const expected = await expectedOf(db, ids);
  const opening = await openingDifferencesOf(db, ids);
  const closings = new Map(
    (ids.length === 0 ? [] : await lastClosings(db, ids)).map(({ shiftId, content }) => [
      shiftId,
      content as ClosingContent,
    ]),
  );
  return rows.map(({ shift, drawerName, isBlind, openedBy, closedBy }) => {
    const { _id, drawerId, branchId, day, openedAt, closedAt, counts, toBeAccepted } = shift;
    const closing = closedAt === null ? undefined : closings.get(_id);
    const isHidden = isBlind && closedAt === null && !can(user, 'drawers:accept');
    return {
      _id,
      drawerId,
      drawerName,
      branchId,
      day,
      openedBy,
      openedAt,
      closedBy: closedAt === null ? null : closedBy,
      closedAt,
      toBeAccepted,
      expected: isHidden ? null : (closing?.expected ?? expected.get(_id) ?? null),
      openingDifference: opening.get(_id) ?? null,
      counts: drawerSums(counts),
      difference: closing
        ? perCurrency((currency) => closing.counted[currency] - closing.expected[currency])
        : null,
    };
  });
}

export async function readShift(db: Db | Tx, user: SignedInUser, _id: string): Promise<Shift> {
  const [shift] = await readShifts(db, user, eq(table._id, _id));
  if (!shift) throw new ApiError('notFound');
  return shift;
}

function movementsOf(db: Db, shiftId: string): Promise<DrawerMovement[]> {
  const { _id, currency, amount, kind, paidOutKind, paymentId, reason, receivedBy, at } =
    drawerMovementTable;
  return db
    .select({
      _id,
      currency,
      amount,
      kind,
      paidOutKind,
      paymentId,
      receiptNumber: receiptTable.number,
      reason,
      receivedBy,
      by: nameOfUser(drawerMovementTable.byId),
      at,
    })
    .from(drawerMovementTable)
    .leftJoin(paymentTable, eq(paymentTable._id, paymentId))
    .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .where(eq(drawerMovementTable.shiftId, shiftId))
    .orderBy(desc(at), desc(_id));
}

/** The last cash receipts of a shift. One receipt may have taken several currencies. */
function lastReceiptsOf(db: Db, shiftId: string): Promise<DrawerReceipt[]> {
  const { number, at } = receiptTable;
  return db
    .select({
      number,
      at,
      payerName: sql<string>`max(${nameOfPayer})`,
      payerNameEn: sql<string>`max(${latinNameOf(paymentTable.payerStudentId)})`,
      isVoid: sql<boolean>`bool_and(${paymentTable.state} = 'void')`,
    })
    .from(paymentTable)
    .innerJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .where(eq(paymentTable.shiftId, shiftId))
    .groupBy(receiptTable._id)
    .orderBy(desc(at), desc(receiptTable.chainNo))
    .limit(MAX_LAST_RECEIPTS);
}

/** The last closing of a shift; a reopened shift has none that counts. */
async function closingOf(
  db: Db,
  { _id, closedAt }: Shift,
  movements: readonly DrawerMovement[],
): Promise<Pick<ShiftRecord, 'closing' | 'paper'>> {
  if (closedAt === null) return { closing: null, paper: null };
  const { _id: closingId, act, content, reason, at } = closingTable;
  const rows = await db
    .select({ closingId, act, content, reason, at, by: nameOfUser(closingTable.byId) })
    .from(closingTable)
    .where(eq(closingTable.shiftId, _id))
    .orderBy(desc(at));
  const closed = rows.find((row) => row.act === 'closed');
  const accepted = rows.find(
    (row) => row.act === 'accepted' && closed !== undefined && row.at >= closed.at,
  );
  const safe = movements.find((one) => one.at === closedAt && one.paidOutKind === 'safe');
  const closing: ShiftClosing = {
    left: (closed?.content as ClosingContent | undefined)?.left ?? perCurrency(() => 0),
    reason: closed?.reason ?? '',
    safeReceivedBy: safe?.receivedBy ?? '',
    acceptedBy: accepted?.by ?? null,
    acceptedAt: accepted?.at ?? null,
    acceptReason: accepted?.reason ?? '',
  };
  return {
    closing,
    paper: closed
      ? {
          closingId: closed.closingId,
          copies: await db.$count(
            printTable,
            and(eq(printTable.paper, 'closing'), eq(printTable.ofId, closed.closingId)),
          ),
        }
      : null,
  };
}

/**
 * GET `/shifts/{id}`. In a blind count an open drawer shows only its float and its receipts without
 * sums, because its movements would add up to the expected amount.
 */
export async function readShiftRecord(
  db: Db,
  user: SignedInUser,
  _id: string,
): Promise<ShiftRecord> {
  const shift = await readShift(db, user, _id);
  const movements = await movementsOf(db, _id);
  const float = perCurrency((currency) =>
    movements
      .filter((one) => one.kind === 'float' && one.currency === currency)
      .reduce((sum, { amount }) => sum + amount, 0),
  );
  const [branch] = await db
    .select({ differenceLimitLAK: branchTable.differenceLimitLAK })
    .from(branchTable)
    .where(eq(branchTable._id, shift.branchId));
  const { cashier: _cashier, ...head } = await headOf(db, { branchId: shift.branchId, byId: null });
  return {
    ...shift,
    ...head,
    float,
    differenceLimitLAK: branch?.differenceLimitLAK ?? 0,
    movements: shift.expected === null ? [] : movements,
    receipts: await lastReceiptsOf(db, _id),
    offlineCash: shift.closedAt === null ? await openOfflineCash(db, user, _id) : [],
    ...(await closingOf(db, shift, movements)),
  };
}

type LastClosing = { left: CurrencySums; lastShiftId: string };

/**
 * The money that the last closing left in each drawer; a later count of an older shift is ignored.
 */
export async function lastClosingsIn(
  db: Db | Tx,
  drawerIds: string[],
): Promise<Map<string, LastClosing>> {
  if (drawerIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([table.drawerId], {
      drawerId: table.drawerId,
      shiftId: table._id,
      content: closingTable.content,
    })
    .from(closingTable)
    .innerJoin(table, eq(table._id, closingTable.shiftId))
    .where(and(inArray(table.drawerId, drawerIds), eq(closingTable.act, 'closed')))
    .orderBy(table.drawerId, desc(table.openedAt), desc(closingTable.at));
  return new Map(
    rows.map(({ drawerId, shiftId, content }) => [
      drawerId,
      { left: (content as ClosingContent).left, lastShiftId: shiftId },
    ]),
  );
}

/** The drawers of a branch in the order of their names, each with its open shift. */
export async function listDrawers(
  db: Db | Tx,
  user: SignedInUser,
  { branchId, _id }: { branchId?: string | undefined; _id?: string },
): Promise<Drawer[]> {
  const where = and(
    branchId === undefined ? undefined : eq(drawerTable.branchId, branchId),
    _id === undefined ? undefined : eq(drawerTable._id, _id),
  );
  const rows = await db
    .select()
    .from(drawerTable)
    .where(and(where, ownBranchOnly(user, drawerTable.branchId)))
    .orderBy(drawerTable.branchId, drawerTable.name);
  const ids = rows.map((row) => row._id);
  const open =
    ids.length === 0
      ? []
      : await readShifts(db, user, and(inArray(table.drawerId, ids), isNull(table.closedAt)));
  const last = await lastClosingsIn(db, ids);
  // A drawer that nobody has closed yet has what the old book says.
  const opening = await openingCashOf(db, ids);
  return rows.map((row) => ({
    ...row,
    shift: open.find(({ drawerId }) => drawerId === row._id) ?? null,
    ...(last.get(row._id) ?? { left: opening.get(row._id) ?? null, lastShiftId: null }),
  }));
}
