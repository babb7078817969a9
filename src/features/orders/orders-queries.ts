import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderCounts, OrderListSums, OrderRow } from '#contract/orders/order-rows.ts';
import type { ReceiptCheck } from '#contract/money/receipt-check.ts';
import { api } from '#src/lib/request/api.ts';
import {
  asLoaded,
  listKey,
  readOrNull,
  recordKey,
  recordPath,
  type LoadedRecord,
} from '#src/lib/request/resource.ts';

/**
 * One order with all its parts. Nobody types into its page, so it is refetched whenever it may have
 * changed.
 */
export const useOrder = (id: string): LoadedRecord<OrderPage> =>
  asLoaded(
    useQuery({
      queryKey: recordKey(ordersList, id),
      queryFn: ({ signal }) =>
        readOrNull<OrderPage>(recordPath(ordersList, id), { signal, quiet: true }),
    }),
  );

export const useReceipt = (number: string, check: string): LoadedRecord<ReceiptCheck> =>
  asLoaded(
    useQuery({
      queryKey: [ordersList.name, 'receipt', number, check],
      queryFn: ({ signal }) =>
        readOrNull<ReceiptCheck>('/receipts', { query: { number, check }, signal, quiet: true }),
    }),
  );

type Query = Readonly<Record<string, string>>;

/** The sums of all orders that match; undefined if the server does not answer. */
export const useOrderSums = (query: Query) =>
  useQuery({
    queryKey: [...listKey(ordersList), 'sums', query],
    queryFn: ({ signal }) =>
      api.get<OrderListSums>(`${ordersList.path}/sums`, { query, signal, quiet: true }),
  }).data;

/** The number of orders in each view. */
export const useOrderCounts = (query: Query) =>
  useQuery({
    queryKey: [...listKey(ordersList), 'counts', query],
    queryFn: ({ signal }) =>
      api.get<OrderCounts>(`${ordersList.path}/counts`, { query, signal, quiet: true }),
  }).data;

/** The order with exactly this number. */
export async function findOrder(number: string): Promise<OrderRow | undefined> {
  const { rows } = await api.list<OrderRow>(ordersList.path, {
    query: { search: number, pageSize: 2, count: 'false' },
  });
  return rows.find((row) => row.number === number);
}

/** Call it after an order has changed: refetches its page, the lists and the sums. */
export function useOrderChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await client.invalidateQueries({ queryKey: [ordersList.name] });
  }, [client]);
}
