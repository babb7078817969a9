import { useCallback, useMemo } from 'react';
import { products } from '#contract/lists/products.ts';
import { stockLevels } from '#contract/lists/stock-levels.ts';
import type { Product } from '#contract/products.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { noStock, stockByProduct, type StockAt } from './stock-at.ts';

const NONE: readonly Product[] = [];

/**
 * What is on hand of a product in the selected branch, or in all; undefined while that is not
 * known.
 */
export type StockOf = (product: Pick<Product, '_id' | 'trackStock'>) => StockAt | undefined;

/** The levels on this device. A product that nobody counts has none. */
export function useStock(): { stockOf: StockOf; fetchedAt: number } {
  const branchId = useSelectedBranchId();
  const { rows, fetchedAt } = useCachedList(stockLevels, { quiet: true });
  const byProduct = useMemo(() => rows && stockByProduct(rows, branchId), [rows, branchId]);
  const stockOf = useCallback<StockOf>(
    ({ _id, trackStock }) =>
      trackStock && byProduct ? (byProduct.get(_id) ?? noStock) : undefined,
    [byProduct],
  );
  return { stockOf, fetchedAt };
}

/**
 * Every product on this device, in the order of the SKUs; `isHere` once they were asked for,
 * whether they came or not.
 */
export function useProducts() {
  const list = useCachedList(products, { sort: 'sku', quiet: true });
  const { rows = NONE } = list;
  const byId = useMemo(() => new Map(rows.map((product) => [product._id, product])), [rows]);
  return { rows, byId, isHere: list.rows !== undefined || list.failed };
}
