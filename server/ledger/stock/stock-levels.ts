import { eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { FieldError } from '#contract/field-errors.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { available } from '#contract/stock/stock-levels.ts';
import type { MovementType, StockMovement } from '#contract/stock/stock-movements.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid, ApiError } from '#server/lib/api-error.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import {
  stockLevelTable as table,
  stockLevelTable,
  stockMovementTable,
} from '#server/db/tables/ledger/stock.table.ts';
import { insertMany } from '#server/db/insert-many.ts';

/** A product in a branch. */
export type LevelKey = { productId: string; branchId: string };

export type Level = LevelKey &
  Pick<typeof table.$inferSelect, '_id' | 'onHand' | 'reserved' | 'seq'> &
  Pick<typeof productTable.$inferSelect, 'sku' | 'nameEn' | 'nameLo' | 'costLAK' | 'trackStock'> &
  Pick<typeof branchTable.$inferSelect, 'allowNegativeStock'>;

/** Levels that nobody else changes until the transaction ends. */
export type LockedStock = {
  /** The database's clock after the locks were taken; later than any movement of these levels. */
  at: string;
  levels: ReadonlyMap<string, Level>;
};

const nameOf = ({ productId, branchId }: LevelKey) => `${productId}:${branchId}`.toLowerCase();

/** The pairs as rows with the columns `product_id` and `branch_id`. */
const wanted = (keys: readonly LevelKey[]) => {
  const rows = JSON.stringify(
    keys.map(({ productId, branchId }) => ({ product_id: productId, branch_id: branchId })),
  );
  return sql`json_to_recordset(${rows}) as wanted(product_id uuid, branch_id uuid)`;
};

async function lockLevels(tx: Tx, keys: readonly LevelKey[]) {
  const isWanted = sql`(${table.productId}, ${table.branchId}) in (
    select product_id, branch_id from ${wanted(keys)})`;
  const locked = tx
    .$with('locked')
    .as(
      tx
        .select()
        .from(table)
        .where(isWanted)
        .orderBy(table.productId, table.branchId)
        .for('no key update'),
    );
  const at =
    sql<string>`greatest(clock_timestamp(), ${locked.updatedAt} + interval '1 ms')`.mapWith(
      table.updatedAt,
    );
  return tx
    .with(locked)
    .select({
      _id: locked._id,
      productId: locked.productId,
      branchId: locked.branchId,
      onHand: locked.onHand,
      reserved: locked.reserved,
      seq: locked.seq,
      at,
      sku: productTable.sku,
      nameEn: productTable.nameEn,
      nameLo: productTable.nameLo,
      costLAK: productTable.costLAK,
      trackStock: productTable.trackStock,
      allowNegativeStock: branchTable.allowNegativeStock,
    })
    .from(locked)
    .innerJoin(productTable, eq(productTable._id, locked.productId))
    .innerJoin(branchTable, eq(branchTable._id, locked.branchId));
}

/**
 * Adds rows for pairs without one, in the order of the locks. Products without tracked stock get
 * none.
 */
async function addLevels(tx: Tx, keys: readonly LevelKey[]): Promise<void> {
  const ids = JSON.stringify(
    keys.map(({ productId, branchId }) => ({
      id: uuidv7(),
      product_id: productId,
      branch_id: branchId,
    })),
  );
  await tx.execute(sql`
    insert into ${table} (id, product_id, branch_id)
    select wanted.id, wanted.product_id, wanted.branch_id
    from json_to_recordset(${ids}) as wanted(id uuid, product_id uuid, branch_id uuid)
    join ${productTable} product on product.id = wanted.product_id and product.track_stock
    order by wanted.product_id, wanted.branch_id
    on conflict do nothing`);
}

/**
 * Locks the levels of these products, always in the same order and after everything that
 * `takeLocks` names before them; adds missing rows. A caller that knows all levels of a write locks
 * them by one call.
 */
export async function lockStock(tx: Tx, keys: readonly LevelKey[]): Promise<LockedStock> {
  const names = new Map(keys.map((key) => [nameOf(key), key]));
  const pairs = [...names.values()];
  let rows = await lockLevels(tx, pairs);
  if (rows.length < pairs.length) {
    await addLevels(tx, pairs);
    rows = await lockLevels(tx, pairs);
  }
  const at =
    rows
      .map((row) => row.at)
      .sort()
      .at(-1) ?? '';
  return { at, levels: new Map(rows.map(({ at: _at, ...level }) => [nameOf(level), level])) };
}

/** A level that `lockStock` has locked. */
export function levelOf(stock: LockedStock, key: LevelKey): Level {
  const level = stock.levels.get(nameOf(key));
  if (!level) throw new Error(`The stock of ${nameOf(key)} is not locked`);
  return level;
}

/**
 * Throws `fieldsInvalid` for each line with a product that does not exist or whose stock is not
 * tracked. Levels that are locked already are used instead of a query.
 */
export async function requireCounted(
  tx: Tx,
  lines: readonly Pick<LevelKey, 'productId'>[],
  fieldOf: (index: number) => string,
  stock?: LockedStock,
): Promise<void> {
  const counted = new Map(
    [...(stock?.levels.values() ?? [])].map(({ productId, trackStock }) => [productId, trackStock]),
  );
  const idOf = (line: Pick<LevelKey, 'productId'>) => line.productId.toLowerCase();
  const asked = lines.map(idOf).filter((productId) => !counted.has(productId));
  const found =
    asked.length === 0
      ? []
      : await tx
          .select({ _id: productTable._id, trackStock: productTable.trackStock })
          .from(productTable)
          .where(inArray(productTable._id, asked));
  for (const { _id, trackStock } of found) counted.set(_id, trackStock);
  const wrong = lines.flatMap((line, index): [string, FieldError][] => {
    const isCounted = counted.get(idOf(line));
    return isCounted === true
      ? []
      : [[fieldOf(index), isCounted === undefined ? 'productUnknown' : 'notCounted']];
  });
  if (wrong.length > 0) throw fieldsInvalid(Object.fromEntries(wrong));
}

/**
 * A quantity of a product into a branch, or out of it (below 0), with the document that explains
 * it.
 */
export type StockMove = LevelKey &
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
function requireEnough(moves: readonly StockMove[], stock: LockedStock): void {
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
  moves: readonly StockMove[],
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
