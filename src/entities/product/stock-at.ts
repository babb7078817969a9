import { isLow, type StockLevel } from '#contract/stock/stock-levels.ts';

/** The stock of a product in one branch, or in all of them together. */
export type StockAt = {
  onHand: number;
  /** Sold, but not yet handed over. */
  reserved: number;
  /** Only in a single branch. */
  reorderLevel: number | null;
  /** The number of branches in which it is low, and of those in which it is below zero. */
  lowIn: number;
  belowZeroIn: number;
};

export const noStock: StockAt = {
  onHand: 0,
  reserved: 0,
  reorderLevel: null,
  lowIn: 0,
  belowZeroIn: 0,
};

/** The stock of each product, in one branch or in all. */
export function stockByProduct(
  levels: readonly StockLevel[],
  branchId: string | undefined,
): Map<string, StockAt> {
  const stock = new Map<string, StockAt>();
  for (const level of levels) {
    if (branchId !== undefined && level.branchId !== branchId) continue;
    const before = stock.get(level.productId) ?? noStock;
    stock.set(level.productId, {
      onHand: before.onHand + level.onHand,
      reserved: before.reserved + level.reserved,
      reorderLevel: branchId === undefined ? null : level.reorderLevel,
      lowIn: before.lowIn + Number(isLow(level)),
      belowZeroIn: before.belowZeroIn + Number(level.onHand < 0),
    });
  }
  return stock;
}
