import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/auth.ts';
import { available } from '#contract/stock-levels.ts';
import type { MovementType, StockMovement } from '#contract/stock-movements.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { levelOf, type Level, type LevelKey, type LockedStock } from './lock-stock.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';

/** So many of a product into a branch, or out of it (below 0), and the paper that says so. */
export type Move = LevelKey &
  Pick<StockMovement, 'type' | 'qtyChange' | 'paper'> & {
    paperId?: string;
    paperNumber?: string;
    reason?: string;
    /** The order line that is handed over or comes back. */
    lineId?: string;
    /** Kip for one piece; what the product costs now if it is left out. */
    unitCostLAK?: number | null;
  };

/**
 * Only what is not promised to somebody may go this way; whatever else goes, goes from the shelf.
 */
const keepsReserved: readonly MovementType[] = ['issueFree', 'transferOut'];

/**
 * The products that a branch does not have enough of, named in the words and in the rows of the
 * refusal.
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
 * Refuses what takes a level below zero, counted over the whole write: what is below zero already
 * may still grow.
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
    update ${stockLevelTable} set on_hand = changed.on_hand, reserved = changed.reserved, seq = changed.seq, updated_at = ${at}
    from json_to_recordset(${JSON.stringify(rows)}) as changed(id uuid, on_hand int, reserved int, seq int)
    where stock_levels.id = changed.id`);
}

/**
 * The one way in which on hand changes: adds the movements in this order and brings their levels,
 * which the caller has locked, up to date. Refuses to go below zero where the branch does not allow
 * it (409 `notEnoughStock`). It needs no open day, because goods are no money.
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
 * Promises so many of a product to somebody, or (below 0) gives them free; the caller has locked
 * the levels. Refuses to promise more than is on hand and not promised yet where the branch does
 * not allow it.
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
