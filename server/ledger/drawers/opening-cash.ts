import { and, eq, inArray, isNull } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { CurrencySums } from '#contract/money/drawers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { openingCashTable as table } from '#server/db/tables/ledger/opening-cash.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { drawerSums } from './drawer-sums.ts';

/** Cash of the old book in a drawer by its name, or in the safe where there is none. */
export type OpeningCash = {
  branchId: string;
  drawer: string | null;
  sums: CurrencySums;
};

/** The opening cash of drawers, by the drawer. */
export async function openingCashOf(
  db: Db | Tx,
  drawerIds: readonly string[],
): Promise<Map<string, CurrencySums>> {
  if (drawerIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.drawerId, [...drawerIds]));
  return new Map(
    rows.flatMap(({ drawerId, sums }) => {
      const found = drawerSums(sums);
      return drawerId === null || found === null ? [] : [[drawerId, found]];
    }),
  );
}

const countsOf = (branchId: string) =>
  and(eq(safeMovementTable.branchId, branchId), eq(safeMovementTable.kind, 'counted'));

/** The cash of the old book in a safe that nobody has counted yet. */
export async function openingCashOfSafe(
  db: Db | Tx,
  branchId: string,
): Promise<CurrencySums | null> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.branchId, branchId), isNull(table.drawerId)));
  if (!row || (await db.$count(safeMovementTable, countsOf(branchId))) > 0) return null;
  return drawerSums(row.sums);
}

/** True once the opening cash is in the books, so that it can no longer change. */
async function isCounted(
  tx: Tx,
  { branchId, drawerId }: { branchId: string; drawerId: string | null },
) {
  const counted =
    drawerId === null
      ? await tx.$count(safeMovementTable, countsOf(branchId))
      : await tx.$count(shiftTable, eq(shiftTable.drawerId, drawerId));
  return counted > 0;
}

/** The drawer of this name, which is added if the branch has none; locked against its opening. */
async function drawerNamed(tx: Tx, { branchId, drawer: name }: OpeningCash) {
  if (name === null) return { drawerId: null, isNew: false };
  const [found] = await tx
    .select({ _id: drawerTable._id })
    .from(drawerTable)
    .where(and(eq(drawerTable.branchId, branchId), eq(drawerTable.name, name)))
    .for('no key update');
  if (found) return { drawerId: found._id, isNew: false };
  const _id = uuidv7();
  await tx.insert(drawerTable).values({ _id, branchId, name });
  return { drawerId: _id, isNew: true };
}

/** Adds opening cash with the drawers that are missing; gives the added drawers by their row. */
export async function addOpeningCash(
  { tx, user }: Pick<Writer, 'tx' | 'user'>,
  rows: readonly (OpeningCash & { _id: string })[],
): Promise<Map<string, string[]>> {
  const added = new Map<string, string[]>();
  for (const row of rows) {
    const { _id, branchId, sums } = row;
    const { drawerId, isNew } = await drawerNamed(tx, row);
    if (await isCounted(tx, { branchId, drawerId })) throw new ApiError('importChanged');
    await tx.insert(table).values({ _id, branchId, drawerId, sums, byId: user._id });
    if (isNew && drawerId !== null) added.set(_id, [drawerId]);
  }
  return added;
}

/** Changes opening cash that is not counted yet. */
export async function changeOpeningCash(tx: Tx, _id: string, sums: CurrencySums): Promise<void> {
  const [row] = await tx.select().from(table).where(eq(table._id, _id)).for('update');
  if (!row || (await isCounted(tx, row))) throw new ApiError('importInUse');
  await tx.update(table).set({ sums }).where(eq(table._id, _id));
}

/** Removes opening cash; throws once a drawer was opened or a safe counted with it. */
export async function removeOpeningCash(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select()
    .from(table)
    .where(inArray(table._id, [...ids]))
    .for('update');
  for (const row of rows) if (await isCounted(tx, row)) throw new ApiError('importInUse');
  await tx.delete(table).where(inArray(table._id, [...ids]));
}

/** Removes drawers that nobody has opened. */
export async function removeDrawers(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(drawerTable).where(inArray(drawerTable._id, [...ids]));
}
