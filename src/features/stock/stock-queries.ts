import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { deliveriesList } from '#contract/stock/deliveries-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import { stockMovementsList } from '#contract/stock/stock-movements-list.ts';
import { stockTransfersList } from '#contract/stock/stock-transfers-list.ts';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { listQuery, type Listed } from '#src/offline/lists/cached-list.ts';

const MOST_ON_THE_WAY = 200;

const sent = {
  name: `${stockTransfersList.name}|sent`,
  path: `${stockTransfersList.path}?status=sent&pageSize=${MOST_ON_THE_WAY}`,
  cache: 'all',
} satisfies Listed;

/** A quantity of a product on the way from one branch to another. */
export type OnTheWay = {
  transferId: string;
  fromBranchId: string;
  toBranchId: string;
  quantity: number;
};

/**
 * The goods on the way, by product. Cached offline too, because no branch's stock contains them.
 */
export function useOnTheWay(): ReadonlyMap<string, readonly OnTheWay[]> {
  const mayRead = useCan(stockTransfersList.read);
  const { data } = useQuery({
    ...listQuery<StockTransfer>(sent, { quiet: true }),
    enabled: mayRead,
  });
  return useMemo(() => {
    const byProduct = new Map<string, OnTheWay[]>();
    for (const { _id: transferId, fromBranchId, toBranchId, lines } of data?.rows ?? []) {
      for (const { productId, quantity } of lines)
        byProduct.set(productId, [
          ...(byProduct.get(productId) ?? []),
          { transferId, fromBranchId, toBranchId, quantity },
        ]);
    }
    return byProduct;
  }, [data]);
}

/** Call it after a paper has moved stock: refetches every list that shows stock. */
export function useStockMoved(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const list of [
      stockLevelsList,
      stockMovementsList,
      deliveriesList,
      stockCountsList,
      stockTransfersList,
      productsList,
      sent,
    ])
      void client.invalidateQueries({ queryKey: listKey(list) });
  }, [client]);
}
