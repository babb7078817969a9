import { and, gt, inArray, or, ne, sql } from 'drizzle-orm';
import { stockMovements } from '#contract/stock/stock-movements.ts';
import type { Tx } from '#server/db/client.ts';
import {
  stockLevelTable as level,
  stockMovementTable as movement,
} from '#server/db/tables/ledger/stock.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { levelOf, lockStock, moveStock, type LevelKey } from './stock-levels.ts';

/** What a branch had on hand before BranchDesk. */
export type OpeningStock = LevelKey & { quantity: number };

const CAME_SO = 'ຍ້າຍຂໍ້ມູນເຂົ້າ / moved in';

/** Writes opening stock with the cost of the product; throws where a movement is there already. */
export async function openStock(
  { tx, user, actor }: Writer,
  rows: readonly OpeningStock[],
): Promise<void> {
  if (rows.length === 0) return;
  const stock = await lockStock(tx, rows);
  if (rows.some((row) => levelOf(stock, row).seq > 0)) throw new ApiError('importChanged');
  const moved = await moveStock(
    { tx, user },
    stock,
    rows.map(({ quantity, ...key }) => ({
      ...key,
      type: 'opening' as const,
      qtyChange: quantity,
      paper: 'hand' as const,
      reason: CAME_SO,
    })),
  );
  await recordAudits(
    tx,
    actor,
    moved.map((after) => ({
      action: 'create',
      entity: stockMovements.name,
      entityId: String(after._id),
      after,
    })),
  );
}

/**
 * Removes the opening stock of these levels, or of all levels of products; throws if anything came
 * or went since, or is reserved.
 */
export async function removeOpeningStock(
  tx: Tx,
  productIds: readonly string[],
  branchIds?: readonly string[],
): Promise<void> {
  const of = and(
    inArray(level.productId, [...productIds]),
    branchIds && inArray(level.branchId, [...branchIds]),
  );
  await tx.select({ _id: level._id }).from(level).where(of).for('update');
  if ((await tx.$count(level, and(of, or(gt(level.seq, 1), ne(level.reserved, 0))))) > 0)
    throw new ApiError('importInUse');
  await tx.execute(sql`select set_config('branchdesk.undoing_move', 'on', true)`);
  await tx
    .delete(movement)
    .where(
      and(
        inArray(movement.productId, [...productIds]),
        branchIds && inArray(movement.branchId, [...branchIds]),
      ),
    );
  await tx.execute(sql`select set_config('branchdesk.undoing_move', '', true)`);
  await tx.delete(level).where(of);
}
