import { asc, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { productCategories } from '#contract/stock/product-categories.ts';
import { products } from '#contract/stock/products.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { searchText } from '#server/db/search-text.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { chanceFrom, type Chance } from './chance.ts';

export type StockCounts = { products: number; movements: number };
export const FULL_STOCK: StockCounts = { products: 2000, movements: 1_000_000 };

const CATEGORIES = 20;
/** Movements per transaction. */
const BATCH = 20_000;
const YEARS_MS = 3 * 365 * 24 * 3_600_000;
/** The quantity of a purchase; more than a few sales in a row take. */
const PURCHASE = 40;

async function addProducts(tx: Tx, count: number, series: string): Promise<string[]> {
  const categories = Array.from({ length: Math.min(CATEGORIES, count) }, (_, at) => {
    const row = {
      code: `${series}-${at + 1}`,
      nameEn: `Range ${series} ${at + 1}`,
      nameLo: `ໝວດ ${series} ${at + 1}`,
      active: true,
    };
    return { ...row, _id: uuidv7(), search: searchText(row, productCategories.search) };
  });
  await insertMany(tx, productCategoryTable, categories);
  const rows = Array.from({ length: count }, (_, at) => {
    const row = {
      sku: `${series}-${String(at + 1).padStart(5, '0')}`,
      barcode: '',
      nameEn: `Book ${series} ${at + 1}`,
      nameLo: `ປຶ້ມ ${series} ${at + 1}`,
    };
    const money = {
      price: 50_000 + (at % 50) * 1000,
      currency: 'LAK' as const,
      costAmount: 30_000 + (at % 50) * 1000,
      costCurrency: 'LAK' as const,
      costLAK: 30_000 + (at % 50) * 1000,
    };
    const category = categories[at % categories.length];
    return {
      ...row,
      ...money,
      _id: uuidv7(),
      categoryId: category?._id ?? '',
      unit: 'ຫົວ',
      trackStock: true,
      active: true,
      search: searchText(row, products.search),
    };
  });
  await insertMany(tx, productTable, rows);
  return rows.map(({ _id }) => _id);
}

type Level = {
  _id: string;
  productId: string;
  branchId: string;
  onHand: number;
  reserved: number;
  seq: number;
  reorderLevel: number;
};

/** Mostly sells single pieces; buys more before there are too few. */
function nextMove(level: Level, at: string, chance: Chance) {
  const isIn = level.onHand < 5 || chance.percent(2);
  const qtyChange = isIn ? PURCHASE : -(1 + chance.below(3));
  level.onHand += qtyChange;
  level.seq += 1;
  const { productId, branchId, onHand: qtyAfter, seq } = level;
  return {
    _id: uuidv7(),
    productId,
    branchId,
    type: isIn ? ('purchaseIn' as const) : ('sale' as const),
    qtyChange,
    qtyAfter,
    seq,
    paper: 'hand' as const,
    reason: 'scale',
    unitCostLAK: 30_000,
    at,
  };
}

/**
 * Adds products with levels in all branches and the wanted number of movements over three years,
 * whose sum is the stock on hand; the first branches and some products have more than others. A
 * further run adds further products.
 */
export async function seedScaleStock(
  db: Db,
  wanted: StockCounts,
  progress: (movements: number) => void = () => {},
): Promise<StockCounts> {
  const branches = await db
    .select({ _id: branchTable._id })
    .from(branchTable)
    .orderBy(asc(branchTable.code));
  const series = `S${(await db.$count(productTable)) + 1}`;
  const chance = chanceFrom(wanted.products);
  const productIds = await db.transaction((tx) => addProducts(tx, wanted.products, series));
  const levels = productIds.flatMap((productId) =>
    branches.map(({ _id: branchId }): Level => ({
      _id: uuidv7(),
      productId,
      branchId,
      onHand: 0,
      reserved: 0,
      seq: 0,
      reorderLevel: 5,
    })),
  );
  const begin = Date.parse(await transactionNow(db)) - YEARS_MS;
  // Takes the lower of two draws, so that the first products move more.
  const pick = () =>
    levels[Math.min(chance.below(levels.length), chance.below(levels.length))] as Level;
  for (let done = 0; done < wanted.movements; done += BATCH) {
    const count = Math.min(BATCH, wanted.movements - done);
    const moment = (at: number) =>
      new Date(begin + Math.floor(((done + at) / wanted.movements) * YEARS_MS)).toISOString();
    const rows = Array.from({ length: count }, (_, at) => nextMove(pick(), moment(at), chance));
    await db.transaction((tx) => insertMany(tx, stockMovementTable, rows));
    progress(done + count);
  }
  await db.transaction((tx) => insertMany(tx, stockLevelTable, levels));
  await db.execute(sql`analyze ${productTable}, ${stockLevelTable}, ${stockMovementTable}`);
  return wanted;
}
