import { useCallback, useMemo } from 'react';
import { productsList } from '#contract/stock/products-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import type { Product } from '#contract/stock/products.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { noStock, stockByProduct, type StockAt } from './stock-at.ts';

const NONE: readonly Product[] = [];

/** The stock of a product in the selected branch, or in all; undefined while unknown. */
export type StockOf = (product: Pick<Product, '_id' | 'trackStock'>) => StockAt | undefined;

/** The stock levels on this device. Products that are not counted have none. */
export function useStock(): { stockOf: StockOf; fetchedAt: number } {
  const branchId = useSelectedBranchId();
  const { rows, fetchedAt } = useCachedList(stockLevelsList, { quiet: true });
  const byProduct = useMemo(() => rows && stockByProduct(rows, branchId), [rows, branchId]);
  const stockOf = useCallback<StockOf>(
    ({ _id, trackStock }) =>
      trackStock && byProduct ? (byProduct.get(_id) ?? noStock) : undefined,
    [byProduct],
  );
  return { stockOf, fetchedAt };
}

/**
 * All products on this device, ordered by SKU; `isHere` once the request has ended, successful or
 * not.
 */
export function useProducts() {
  const list = useCachedList(productsList, { sort: 'sku', quiet: true });
  const { rows = NONE } = list;
  const byId = useMemo(() => new Map(rows.map((product) => [product._id, product])), [rows]);
  return { rows, byId, isHere: list.rows !== undefined || list.failed };
}
