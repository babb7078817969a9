import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { available } from '#contract/stock/stock-levels.ts';
import type { MovementType, StockMovement } from '#contract/stock/stock-movements.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { levelOf, type Level, type LevelKey, type LockedStock } from './lock-stock.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';

/**
 * A quantity of a product into a branch, or out of it (below 0), with the document that explains
 * it.
 */
export type Move = LevelKey &
  Pick<StockMovement, 'type' | 'qtyChange' | 'paper'> & {
    paperId?: string;
    paperNumber?: string;
    reason?: string;
    /** The order line that is handed over or comes back. */
    lineId?: string;
    /** Kip for one piece; the current cost of the product if left out. */
    unitCostLAK?: number | null;
  };

/** These types may use only stock that is not reserved; other types may use reserved stock. */
const keepsReserved: readonly MovementType[] = ['issueFree', 'transferOut'];

/**
 * Throws with the products that the branch does not have enough of, in the message and in the rows.
 */
function refuse(short: readonly { level: Level; wanted: number }[]): void {
  if (short.length === 0) return;
  const names = (field: 'nameEn' | 'nameLo') => short.map(({ level }) => level[field]).join(', ');
  const rows = short.map(({ level: { productId, branchId, onHand, reserved }, wanted }) => ({
    productId,
    branchId,
    onHand,
    reserved,
    wanted,
  }));
  throw new ApiError('notEnoughStock', { n: { en: names('nameEn'), lo: names('nameLo') }, rows });
}

/**
 * Refuses moves that take a level below zero, summed over the whole write; a level that is already
 * below zero may still grow.
 */
function requireEnough(moves: readonly Move[], stock: LockedStock): void {
  const changes = new Map<Level, { change: number; isFree: boolean }>();
  for (const move of moves) {
    const level = levelOf(stock, move);
    const { change, isFree } = changes.get(level) ?? { change: 0, isFree: false };
    changes.set(level, {
      change: change + move.qtyChange,
      isFree: isFree || keepsReserved.includes(move.type),
    });
  }
  const short = [...changes].filter(([level, { change, isFree }]) => {
    const left = (isFree ? available(level) : level.onHand) + change;
    return change < 0 && left < 0 && !level.allowNegativeStock;
  });
  refuse(short.map(([level, { change }]) => ({ level, wanted: -change })));
}

async function saveLevels(tx: Tx, at: string, changed: Iterable<Level>): Promise<void> {
  const rows = [...changed].map(({ _id, onHand, reserved, seq }) => ({
    id: _id,
    on_hand: onHand,
    reserved,
    seq,
  }));
  await tx.execute(sql`
    update ${stockLevelTable}
    set on_hand = changed.on_hand, reserved = changed.reserved, seq = changed.seq,
      updated_at = ${at}
    from json_to_recordset(${JSON.stringify(rows)}) as changed(id uuid, on_hand int, reserved int,
      seq int)
    where stock_levels.id = changed.id`);
}

/**
 * The only way in which stock on hand changes: adds the movements in this order and updates their
 * levels, which the caller has locked. Refuses to go below zero if the branch does not allow it
 * (409 `notEnoughStock`). It needs no open day, because goods are not money.
 */
export async function moveStock(
  { tx, user }: { tx: Tx; user?: SignedInUser },
  stock: LockedStock,
  moves: readonly Move[],
): Promise<(typeof stockMovementTable.$inferInsert)[]> {
  requireEnough(moves, stock);
  const changed = new Set<Level>();
  const rows = moves.map(
    ({ paperId = null, paperNumber = '', reason = '', lineId = null, ...move }) => {
      const level = levelOf(stock, move);
      level.onHand += move.qtyChange;
      level.seq += 1;
      changed.add(level);
      const { productId, branchId, onHand: qtyAfter, seq, costLAK } = level;
      const unitCostLAK = move.unitCostLAK === undefined ? costLAK : move.unitCostLAK;
      return {
        ...move,
        _id: uuidv7(),
        productId,
        branchId,
        qtyAfter,
        seq,
        paperId,
        paperNumber,
        reason,
        lineId,
        unitCostLAK,
        byId: user?._id ?? null,
        at: stock.at,
      };
    },
  );
  await insertMany(tx, stockMovementTable, rows);
  await saveLevels(tx, stock.at, changed);
  return rows;
}

/**
 * Reserves a quantity of a product, or (below 0) releases it; the caller has locked the levels.
 * Refuses to reserve more than the unreserved stock on hand if the branch does not allow it.
 */
export async function reserveStock(
  tx: Tx,
  stock: LockedStock,
  promises: readonly (LevelKey & { qtyChange: number })[],
): Promise<void> {
  const before = new Map([...stock.levels.values()].map((level) => [level, level.reserved]));
  for (const promise of promises) levelOf(stock, promise).reserved += promise.qtyChange;
  const changed = [...before].filter(([level, reserved]) => level.reserved !== reserved);
  const short = changed.filter(
    ([level, reserved]) =>
      level.reserved > reserved && available(level) < 0 && !level.allowNegativeStock,
  );
  refuse(
    short.map(([level, reserved]) => ({
      level: { ...level, reserved },
      wanted: level.reserved - reserved,
    })),
  );
  await saveLevels(
    tx,
    stock.at,
    changed.map(([level]) => level),
  );
}
