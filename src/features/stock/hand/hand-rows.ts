import { available, isLow, type StockLevel } from '#contract/stock/stock-levels.ts';
import type { Product } from '#contract/stock/products.ts';
import type { StockGoods } from '#src/features/stock/use-goods.ts';
import type { OnTheWay } from '#src/features/stock/stock-queries.ts';

/** The field of a row that holds a branch's stock. */
export const atBranch = (branchId: string) => `at-${branchId}` as const;

/** One product with the stock of the shown branches. */
export type HandRow = {
  /** The product's id. */
  _id: string;
  name: string;
  product: Product;
  levels: readonly StockLevel[];
  way: readonly OnTheWay[];
  onHand: number;
  reserved: number;
  available: number;
  onTheWay: number;
  /** In stock and on the way. */
  all: number;
  reorderLevel: number | null;
  /** In kip; null for people who may not see costs. */
  value: number | null;
  [at: ReturnType<typeof atBranch>]: number;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Stock below zero is most urgent, then low stock. */
export function urgencyOf({ levels }: Pick<HandRow, 'levels'>): number {
  if (levels.some(({ onHand }) => onHand < 0)) return 0;
  return levels.some(isLow) ? 1 : 2;
}

type Stock = {
  goods: StockGoods;
  levelOf: (productId: string, branchId: string) => StockLevel | undefined;
  way: ReadonlyMap<string, readonly OnTheWay[]>;
  /** The shown branches. */
  branchIds: readonly string[];
};

const concerns = (branchIds: readonly string[]) => (one: OnTheWay) =>
  branchIds.includes(one.fromBranchId) || branchIds.includes(one.toBranchId);

function rowOf(product: Product, { goods, levelOf, way, branchIds }: Stock): HandRow {
  const levels = branchIds.flatMap((branchId) => levelOf(product._id, branchId) ?? []);
  const moving = (way.get(product._id) ?? []).filter(concerns(branchIds));
  const onHand = sum(levels.map((level) => level.onHand));
  const onTheWay = sum(moving.map(({ quantity }) => quantity));
  // Goods on the way belong to no branch, so they count only if several branches are shown.
  const worth = branchIds.length > 1 ? onHand + onTheWay : onHand;
  return {
    _id: product._id,
    name: goods.nameIn(product),
    product,
    levels,
    way: moving,
    onHand,
    onTheWay,
    reserved: sum(levels.map(({ reserved }) => reserved)),
    available: sum(levels.map(available)),
    all: onHand + onTheWay,
    reorderLevel: levels[0]?.reorderLevel ?? null,
    value: product.costLAK === undefined ? null : worth * (product.costLAK ?? 0),
    ...Object.fromEntries(
      branchIds.map((branchId) => [
        atBranch(branchId),
        levelOf(product._id, branchId)?.onHand ?? 0,
      ]),
    ),
  };
}

/** A row for each product with stock control; an inactive one stays while there is any of it. */
export function handRows(shown: readonly Product[], stock: Stock): HandRow[] {
  const tracked = shown.filter(({ trackStock }) => trackStock);
  return tracked
    .map((product) => rowOf(product, stock))
    .filter(({ product, all, reserved }) => product.active || all !== 0 || reserved !== 0);
}

/** The most urgent rows first, otherwise in the order of the shelf. */
export const lowFirst = (rows: readonly HandRow[]): HandRow[] =>
  rows.toSorted((a, b) => urgencyOf(a) - urgencyOf(b) || (a.product.sku < b.product.sku ? -1 : 1));
