import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { productsList } from '#contract/stock/products-list.ts';
import type { Product } from '#contract/stock/products.ts';
import { useScan } from '#src/components/scan/use-scan.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { findByCode } from './find-product.ts';
import { useProducts } from './use-products.ts';

/**
 * Finds the product of a code among the wanted ones on this device. `take` returns whether there is
 * one, and `unknown` is the last code if no product has it. A code read before the products are
 * loaded waits for them.
 */
export function useProductCode(
  onFound: (product: Product) => void,
  isWanted: (product: Product) => boolean = () => true,
) {
  const client = useQueryClient();
  const { rows, isHere } = useProducts();
  const [unknown, setUnknown] = useState<string>();
  const look = (code: string, among: readonly Product[]) => {
    const product = findByCode(among.filter(isWanted), code);
    setUnknown(product ? undefined : code);
    if (product) onFound(product);
    return product !== undefined;
  };
  const lookLater = async (code: string) => {
    const fetched = await client
      .fetchQuery(listQuery<Product>(productsList, { quiet: true }))
      .catch(() => ({ rows: [] }));
    return look(code, fetched.rows);
  };
  const take = (code: string) => (isHere ? look(code, rows) : lookLater(code));
  return { take, unknown };
}

/** The same for every code that is scanned; `scan` takes codes from a camera. */
export function useProductScan(
  onFound: (product: Product) => void,
  isWanted?: (product: Product) => boolean,
) {
  const { take, unknown } = useProductCode(onFound, isWanted);
  const scan = async (code: string): Promise<void> => {
    await take(code);
  };
  useScan(scan);
  return { scan: (code: string) => void scan(code), unknown };
}
