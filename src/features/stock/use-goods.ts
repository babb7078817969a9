import { useMemo } from 'react';
import { branchNamesList } from '#contract/centre/branch-names-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import type { Product } from '#contract/stock/products.ts';
import type { StockLevel } from '#contract/stock/stock-levels.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The products by id, with their names in the interface language. */
export function useGoods() {
  const language = useLanguage();
  const { rows } = useCachedList(productsList, { sort: 'sku', quiet: true });
  return useMemo(() => {
    const byId = new Map(rows?.map((one) => [one._id, one]));
    const nameIn = ({ nameEn, nameLo }: Product) => (language === 'lo' ? nameLo : nameEn);
    const nameOf = (id: string) => {
      const product = byId.get(id);
      return product ? nameIn(product) : '…';
    };
    return { rows, byId, nameIn, nameOf, skuOf: (id: string) => byId.get(id)?.sku ?? '' };
  }, [rows, language]);
}

export type StockGoods = ReturnType<typeof useGoods>;

/** The stock of a product in a branch, from the copy on the device. */
export function useLevels(): (productId: string, branchId: string) => StockLevel | undefined {
  const { rows } = useCachedList(stockLevelsList, { quiet: true });
  return useMemo(() => {
    const levels = new Map(rows?.map((level) => [`${level.productId} ${level.branchId}`, level]));
    return (productId, branchId) => levels.get(`${productId} ${branchId}`);
  }, [rows]);
}

/** All branches by id, for everybody, because a transfer names other branches. */
export function useBranches() {
  const language = useLanguage();
  const { rows } = useCachedList(branchNamesList, { sort: 'branchName', quiet: true });
  return useMemo(() => {
    const byId = new Map(rows?.map((one) => [one._id, one]));
    return {
      rows,
      codeOf: (id: string) => byId.get(id)?.code ?? '…',
      nameOf: (id: string) => {
        const branch = byId.get(id);
        return branch ? branchNameIn(branch, language) : '…';
      },
    };
  }, [rows, language]);
}
