import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { products } from '#contract/lists/products.ts';
import type { Product } from '#contract/products.ts';
import { useScan } from '#src/components/scan/use-scan.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { findByCode } from './find-product.ts';
import { useProducts } from './use-products.ts';

/**
 * Finds the product of every scanned code among the wanted ones on this device; `scan` takes codes
 * from a camera. `unknown` is the last code if no product has it. A code read before the products
 * are loaded waits for them.
 */
export function useProductScan(
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
  };
  const lookLater = async (code: string) => {
    const fetched = await client
      .fetchQuery(listQuery<Product>(products, { quiet: true }))
      .catch(() => ({ rows: [] }));
    look(code, fetched.rows);
  };
  const scan = (code: string) => {
    if (isHere) look(code, rows);
    else void lookLater(code);
  };
  useScan(scan);
  return { scan, unknown, forget: () => setUnknown(undefined) };
}
