import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import {
  dueInSafe,
  MAX_SAFE_MOVEMENTS,
  type SafeCountInput,
  type SafeMovementInput,
  type SafeRecord,
} from '#contract/money/safe.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { chosenBranch } from '#server/lib/chosen-branch.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { openBooks, type OpenBooks } from '#server/ledger/books/posting.ts';
import { requireInSafe, takeFromSafe } from '#server/ledger/drawers/from-safe.ts';
import { listDrawers } from '#server/ledger/drawers/drawers.service.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { lockShift } from '#server/ledger/drawers/shifts.service.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { safeBalance } from '#server/ledger/drawers/safe-sums.ts';
import { requireShown } from '#server/ledger/drawers/shown-sums.ts';
import { safeMovementTable as table } from '#server/db/tables/ledger/safe.table.ts';
import { openingCashOfSafe } from '#server/ledger/drawers/opening-cash.ts';
import { addSafeMovements } from '#server/ledger/drawers/safe-movements.ts';

type Asked = { branchId?: string | undefined; before?: string | undefined };

/** GET `/safe`. */
export async function readSafe(
  db: Db | Tx,
  user: SignedInUser,
  { branchId: asked, before }: Asked,
): Promise<SafeRecord> {
  const branchId = chosenBranch(user, asked);
  const { _id, kind, currency, amount, counted, reason, receivedBy, at } = table;
  const movements = await db
    .select({
      _id,
      kind,
      currency,
      amount,
      counted,
      reason,
      receivedBy,
      at,
      by: nameOfUser(table.byId),
      drawerName: drawerTable.name,
      shiftId: drawerMovementTable.shiftId,
      bank: sql<string | null>`${bankAccountTable.bank} || ' ' || ${bankAccountTable.accountNo}`,
    })
    .from(table)
    .leftJoin(drawerMovementTable, eq(drawerMovementTable._id, table.drawerMovementId))
    .leftJoin(shiftTable, eq(shiftTable._id, drawerMovementTable.shiftId))
    .leftJoin(drawerTable, eq(drawerTable._id, shiftTable.drawerId))
    .leftJoin(bankAccountTable, eq(bankAccountTable._id, table.bankAccountId))
    .where(
      and(
        eq(table.branchId, branchId),
        before === undefined
          ? undefined
          : lt(sql`(${at}, ${_id})`, sql`(select at, id from ${table} where id = ${before})`),
      ),
    )
    .orderBy(desc(at), desc(_id))
    .limit(MAX_SAFE_MOVEMENTS);
  const { bank, accountNo, active } = bankAccountTable;
  const banks = await db
    .select({ _id: bankAccountTable._id, bank, accountNo, currency: bankAccountTable.currency })
    .from(bankAccountTable)
    .where(and(eq(bankAccountTable.branchId, branchId), active))
    .orderBy(bank, accountNo);
  const opening = await openingCashOfSafe(db, branchId);
  return { branchId, balance: await safeBalance(db, branchId), opening, movements, banks };
}

/** Locks today's open drawer that receives money, its shift and the book. */
async function intoDrawer(
  writer: Writer,
  branchId: string,
  drawerId: string,
): Promise<{ shiftId: string; books: OpenBooks }> {
  const [drawer] = await listDrawers(writer.tx, writer.user, { branchId, _id: drawerId });
  if (!drawer) throw fieldsInvalid({ drawerId: 'invalid' });
  if (!drawer.shift) throw new ApiError('otherDrawerClosed');
  const { books } = await lockShift(writer, drawer.shift._id, { ofToday: true });
  return { shiftId: drawer.shift._id, books };
}

async function toDrawer(
  writer: Writer,
  input: SafeMovementInput & { drawerId: string },
): Promise<void> {
  const { branchId, drawerId, currency, amount, reason, receivedBy } = input;
  const { shiftId, books } = await intoDrawer(writer, branchId, drawerId);
  await takeFromSafe(writer, { branchId, shiftId, at: books.at }, [
    { currency, amount, reason, receivedBy },
  ]);
}

async function toBank(
  writer: Writer,
  input: SafeMovementInput & { bankAccountId: string },
): Promise<void> {
  const { branchId, bankAccountId, currency, amount, reason, receivedBy } = input;
  const { tx } = writer;
  const [account] = await tx
    .select()
    .from(bankAccountTable)
    .where(and(eq(bankAccountTable._id, bankAccountId), eq(bankAccountTable.branchId, branchId)));
  if (!account || account.currency !== currency) throw fieldsInvalid({ bankAccountId: 'invalid' });
  const { at } = await openBooks(tx, [branchId]);
  await requireInSafe(tx, branchId, [input]);
  await addSafeMovements(writer, at, [
    {
      branchId,
      kind: 'toBank',
      currency,
      amount: -amount,
      bankAccountId,
      reason,
      receivedBy,
    },
  ]);
}

/** POST `/safe/movements`; money for a drawer enters it in the same write. */
export async function moveFromSafe(
  writer: Writer,
  input: SafeMovementInput,
): Promise<WriteResult<SafeRecord>> {
  const { tx, user } = writer;
  const branchId = chosenBranch(user, input.branchId);
  if (input.drawerId !== null) await toDrawer(writer, { ...input, drawerId: input.drawerId });
  else if (input.bankAccountId !== null)
    await toBank(writer, { ...input, bankAccountId: input.bankAccountId });
  return {
    answer: await readSafe(tx, user, { branchId }),
    audit: {
      action: input.kind,
      entity: 'safe',
      entityId: branchId,
      branchId,
      after: input,
      reason: input.reason,
    },
  };
}

/** The reason of a first count that finds what the old book says. */
const CAME_SO = 'ຍ້າຍຂໍ້ມູນເຂົ້າ / moved in';

/** POST `/safe/counts`: stores the counted sums beside the expected ones. */
export async function countSafe(
  writer: Writer,
  { branchId: asked, counted, expected, reason }: SafeCountInput,
): Promise<WriteResult<SafeRecord>> {
  const { tx, user } = writer;
  const branchId = chosenBranch(user, asked);
  const { at } = await openBooks(tx, [branchId]);
  const balance = await safeBalance(tx, branchId);
  const opening = await openingCashOfSafe(tx, branchId);
  const due = dueInSafe({ balance, opening });
  requireShown(expected, due);
  if (reason === '' && priceCurrencies.some((currency) => counted[currency] !== due[currency]))
    throw fieldsInvalid({ reason: 'reasonNeeded' });
  for (const currency of priceCurrencies) {
    await addSafeMovements(writer, at, [
      {
        branchId,
        kind: 'counted',
        currency,
        amount: counted[currency] - balance[currency],
        counted: counted[currency],
        reason: reason === '' && opening ? CAME_SO : reason,
      },
    ]);
  }
  return {
    answer: await readSafe(tx, user, { branchId }),
    audit: {
      action: 'count',
      entity: 'safe',
      entityId: branchId,
      branchId,
      before: balance,
      after: counted,
      reason,
    },
  };
}
