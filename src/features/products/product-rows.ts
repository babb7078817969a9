import { useMemo } from 'react';
import type { SortOf } from '#contract/list-of.ts';
import { productsList } from '#contract/stock/products-list.ts';
import type { Product } from '#contract/stock/products.ts';
import type { ListView } from '#src/components/list/use-list-view.ts';
import type { StockAt } from '#src/entities/product/stock-at.ts';
import { useStock } from '#src/entities/product/use-products.ts';
import { useCachedList, type List } from '#src/offline/lists/cached-list.ts';

/** A product with the selected branch's stock. */
export type ProductRow = Product & { stock: StockAt | undefined; reserved: number };

/** The tabs of the list: active products, those of them that run out, and inactive ones. */
export const shownParts = ['', 'low', 'inactive'] as const;
type Part = (typeof shownParts)[number];

const needsMore = ({ stock }: ProductRow) =>
  stock !== undefined && stock.lowIn + stock.belowZeroIn > 0;

function isShown(row: ProductRow, part: Part): boolean {
  if (part === 'inactive') return !row.active;
  return row.active && (part === '' || needsMore(row));
}

/**
 * The products on this device with their stock. Until somebody sorts them, those that run out come
 * first.
 */
export function useProductRows(view: ListView<SortOf<typeof productsList>>) {
  const list = useCachedList(productsList, view);
  const { stockOf, fetchedAt } = useStock();
  const all = useMemo(
    () =>
      list.rows?.map((product): ProductRow => {
        const stock = stockOf(product);
        return { ...product, stock, reserved: stock?.reserved ?? 0 };
      }),
    [list.rows, stockOf],
  );
  const part = (view.filters['show'] ?? '') as Part;
  const isSorted = view.sort !== undefined;
  const rows = useMemo(() => {
    const shown = all?.filter((row) => isShown(row, part));
    if (isSorted) return shown;
    const rank = (row: ProductRow) => (needsMore(row) ? 0 : 1);
    return shown?.toSorted(
      (a, b) => rank(a) - rank(b) || a.sku.localeCompare(b.sku, 'en', { numeric: true }),
    );
  }, [all, part, isSorted]);
  const joined: List<ProductRow> = {
    ...list,
    rows,
    fetchedAt: fetchedAt === 0 ? list.fetchedAt : Math.min(list.fetchedAt, fetchedAt),
  };
  return joined;
}
