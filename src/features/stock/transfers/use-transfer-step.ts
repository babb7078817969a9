import { useQueryClient } from '@tanstack/react-query';
import { stockTransfersList } from '#contract/stock/stock-transfers-list.ts';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { useStockMoved } from '#src/features/stock/stock-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { recordKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';

export type TransferStep = 'send' | 'cancel' | 'call-back' | 'receive';

/** Moves a transfer one step on, and updates every place that shows it. */
export function useTransferStep({ _id, version }: StockTransfer) {
  const client = useQueryClient();
  const moved = useStockMoved();
  return {
    take: (step: TransferStep, body: object, key: string) =>
      api.post<StockTransfer>(
        `${stockTransfersList.path}/${_id}/${step}`,
        { version, ...body },
        { ...withIdempotency(key), quiet: true },
      ),
    taken: (saved: StockTransfer) => {
      client.setQueryData(recordKey(stockTransfersList, _id), saved);
      moved();
    },
  };
}
