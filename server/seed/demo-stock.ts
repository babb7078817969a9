import { asc, eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { deliveries } from '#contract/stock/deliveries.ts';
import { stockCounts } from '#contract/stock/stock-counts.ts';
import { stockTransfers } from '#contract/stock/stock-transfers.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { deliveryLineTable, deliveryTable } from '#server/db/tables/ledger/deliveries.table.ts';
import {
  levelOf,
  lockStock,
  type LockedStock,
  moveStock,
  type StockMove,
} from '#server/ledger/stock/stock-levels.ts';
import { countLineTable, stockCountTable } from '#server/db/tables/ledger/stock-counts.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import {
  stockTransferTable,
  transferLineTable,
} from '#server/db/tables/ledger/stock-transfers.table.ts';
import { chanceFrom, type Chance } from './chance.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The desk did not exist yet, so these sales have no order. */
const BEFORE_THE_DESK = 'ຂາຍກ່ອນມີໜ້າຂາຍ · sold before the desk';
const OPENING_DAY = 70;
const DELIVERY_DAY = 40;
const SALE_DAYS = [60, 53, 46, 39, 32, 25, 18, 11, 4];
const LOSS_DAY = 15;
/** The initial stock of a product in each branch, the first branch with most. */
const STARTS = [40, 24, 16];
const REORDER_LEVEL = 5;
const LOW_SKU = 'BOOK-003';

type Product = typeof productTable.$inferSelect;
type Stage = {
  tx: Tx;
  user: SignedInUser;
  stock: LockedStock;
  now: number;
  chance: Chance;
  products: readonly Product[];
  branchIds: readonly string[];
};

const before = ({ now }: Stage, ms: number) => new Date(now - ms).toISOString();
const moveAt = ({ tx, user, stock }: Stage, at: string, moves: readonly StockMove[]) =>
  moveStock({ tx, user }, { ...stock, at }, moves);

async function addDelivery(stage: Stage, branchId: string): Promise<void> {
  const { tx, user, chance, products } = stage;
  const at = before(stage, DELIVERY_DAY * DAY_MS);
  const number = await nextBranchNumber(tx, 'delivery', branchId, at);
  const _id = uuidv7();
  const words = { number, supplier: 'ຮ້ານປຶ້ມ ດອກເກດ Dokked', supplierNote: 'INV-2210' };
  await tx.insert(deliveryTable).values({
    _id,
    branchId,
    ...words,
    receivedById: user._id,
    receivedAt: at,
    search: searchText(words, deliveries.search),
  });
  const lines = products
    .filter(({ sku }) => sku.startsWith('BOOK') || sku.startsWith('WORK'))
    .map(({ _id: productId, costAmount, costCurrency, costLAK }, position) => ({
      deliveryId: _id,
      position,
      productId,
      quantity: 8 + chance.below(13),
      costAmount,
      costCurrency,
      costLAK,
    }));
  await insertMany(tx, deliveryLineTable, lines);
  const paper = { paper: 'delivery', paperId: _id, paperNumber: number } as const;
  await moveAt(
    stage,
    at,
    lines.map(({ productId, quantity }): StockMove => ({
      productId,
      branchId,
      type: 'purchaseIn',
      qtyChange: quantity,
      ...paper,
    })),
  );
}

/** Sells a week's quantity of each product, and in the last week nearly all of the low one. */
async function addSales(stage: Stage, days: number): Promise<void> {
  const { stock, chance, products, branchIds } = stage;
  const isLast = days === SALE_DAYS.at(-1);
  const moves = products.flatMap(({ _id: productId, sku }) =>
    branchIds.map((branchId, at): StockMove => {
      const { onHand } = levelOf(stock, { productId, branchId });
      const sold =
        isLast && sku === LOW_SKU && at === 0
          ? onHand - REORDER_LEVEL + 2
          : Math.min(chance.below(at === 0 ? 5 : 3), onHand);
      return {
        productId,
        branchId,
        type: 'sale',
        qtyChange: -sold,
        paper: 'hand',
        reason: BEFORE_THE_DESK,
      };
    }),
  );
  await moveAt(
    stage,
    before(stage, days * DAY_MS),
    moves.filter(({ qtyChange }) => qtyChange < 0),
  );
}

/** Adds a box that left yesterday and has not been received yet. */
async function addTransfer(stage: Stage, skus: readonly string[]): Promise<void> {
  const {
    tx,
    user,
    products,
    branchIds: [from = '', to = ''],
  } = stage;
  const at = before(stage, DAY_MS);
  const number = await nextBranchNumber(tx, 'transfer', from, at);
  const _id = uuidv7();
  const paper = { paper: 'transfer', paperId: _id, paperNumber: number } as const;
  await tx.insert(stockTransferTable).values({
    _id,
    number,
    fromBranchId: from,
    toBranchId: to,
    note: 'ສົ່ງກັບລົດເມ · by bus',
    status: 'sent',
    version: 2,
    createdAt: at,
    updatedAt: at,
    createdById: user._id,
    sentById: user._id,
    sentAt: at,
    search: searchText({ number }, stockTransfers.search),
  });
  const lines = products
    .filter(({ sku }) => skus.includes(sku))
    .map(({ _id: productId }, position) => ({ transferId: _id, productId, position, quantity: 5 }));
  await insertMany(tx, transferLineTable, lines);
  await moveAt(
    stage,
    at,
    lines.map(({ productId, quantity }): StockMove => ({
      productId,
      branchId: from,
      type: 'transferOut',
      qtyChange: -quantity,
      ...paper,
    })),
  );
}

/** Starts a count of the uniforms: some lines are counted, one of which differs. */
async function addOpenCount(stage: Stage): Promise<void> {
  const {
    tx,
    user,
    stock,
    products,
    branchIds: [branchId = ''],
  } = stage;
  const openedAt = before(stage, HOUR_MS);
  const number = await nextBranchNumber(tx, 'count', branchId, openedAt);
  const uniforms = products.filter(({ sku }) => sku.startsWith('UNI'));
  const _id = uuidv7();
  const categoryId = uniforms[0]?.categoryId ?? null;
  await tx.insert(stockCountTable).values({
    _id,
    number,
    branchId,
    categoryId,
    blind: false,
    openedById: user._id,
    openedAt,
    search: searchText({ number }, stockCounts.search),
  });
  const lines = uniforms.map(({ _id: productId }, at) => {
    const line = { countId: _id, productId, openInBranchId: branchId };
    if (at > 2)
      return {
        ...line,
        counted: null,
        expected: null,
        seq: null,
        countedById: null,
        countedAt: null,
      };
    const { onHand, seq } = levelOf(stock, { productId, branchId });
    return {
      ...line,
      counted: at === 1 ? Math.max(onHand - 1, 0) : onHand,
      expected: onHand,
      seq,
      countedById: user._id,
      countedAt: before(stage, HOUR_MS / 2),
    };
  });
  await insertMany(tx, countLineTable, lines);
}

/**
 * Adds the stock of a running term in all branches: opening stock, a delivery each, sales, a loss,
 * a box on its way and an open count.
 */
export async function addDemoStock(tx: Tx, user: SignedInUser): Promise<void> {
  const products = await tx
    .select()
    .from(productTable)
    .where(eq(productTable.trackStock, true))
    .orderBy(asc(productTable.sku));
  const codes = ['VTE', 'LPB', 'PKS'];
  const branches = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .where(inArray(branchTable.code, codes));
  const branchIds = branches
    .toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))
    .map(({ _id }) => _id);
  const keys = products.flatMap(({ _id: productId }) =>
    branchIds.map((branchId) => ({ productId, branchId })),
  );
  const stock = await lockStock(tx, keys);
  const stage: Stage = {
    tx,
    user,
    stock,
    products,
    branchIds,
    now: Date.parse(await transactionNow(tx)),
    chance: chanceFrom(23),
  };
  const opening = branchIds.flatMap((branchId, at) =>
    products.map(({ _id: productId }): StockMove => ({
      productId,
      branchId,
      type: 'opening',
      qtyChange: (STARTS[at] ?? 10) + stage.chance.below(10),
      paper: 'hand',
      reason: 'ຍອດເລີ່ມຕົ້ນ · opening count',
    })),
  );
  await moveAt(stage, before(stage, OPENING_DAY * DAY_MS), opening);
  for (const days of SALE_DAYS.filter((day) => day > DELIVERY_DAY)) await addSales(stage, days);
  for (const branchId of branchIds) await addDelivery(stage, branchId);
  for (const days of SALE_DAYS.filter((day) => day < DELIVERY_DAY && day > LOSS_DAY))
    await addSales(stage, days);
  const [productId = '', branchId = ''] = [products.at(-1)?._id, branchIds[0]];
  await moveAt(stage, before(stage, LOSS_DAY * DAY_MS), [
    {
      productId,
      branchId,
      type: 'loss',
      qtyChange: -2,
      paper: 'hand',
      reason: 'ປຽກນ້ຳຝົນ · wet from the rain',
    },
  ]);
  for (const days of SALE_DAYS.filter((day) => day < LOSS_DAY)) await addSales(stage, days);
  await addTransfer(stage, ['BOOK-001', 'WORK-001', 'UNI-001']);
  await addOpenCount(stage);
  await tx
    .update(stockLevelTable)
    .set({ reorderLevel: REORDER_LEVEL })
    .where(inArray(stockLevelTable.branchId, branchIds));
}
