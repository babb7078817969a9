import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { orders } from '#contract/orders/orders-list.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderCounts, OrderListSums, OrderRow } from '#contract/orders/order-rows.ts';
import type { ReceiptCheck } from '#contract/money/receipt-check.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { listKey, recordKey, type LoadedRecord } from '#src/lib/request/resource.ts';

type Loading<Row> = { data: Row | null | undefined; error: Error | null; refetch: () => unknown };

const orNull = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

function loaded<Row>({ data, error, refetch }: Loading<Row>): LoadedRecord<Row> {
  if (data === null) return { status: 'missing' };
  if (data !== undefined) return { status: 'ready', row: data };
  return error ? { status: 'failed', error, refetch: () => void refetch() } : { status: 'loading' };
}

/**
 * One order with all its parts. Nobody types into its page, so it is refetched whenever it may have
 * changed.
 */
export const useOrder = (id: string): LoadedRecord<OrderPage> =>
  loaded(
    useQuery({
      queryKey: recordKey(orders, id),
      queryFn: ({ signal }) =>
        api
          .get<OrderPage>(`${orders.path}/${encodeURIComponent(id)}`, { signal, quiet: true })
          .catch(orNull),
    }),
  );

export const useReceipt = (number: string, check: string): LoadedRecord<ReceiptCheck> =>
  loaded(
    useQuery({
      queryKey: [orders.name, 'receipt', number, check],
      queryFn: ({ signal }) =>
        api
          .get<ReceiptCheck>('/receipts', { query: { number, check }, signal, quiet: true })
          .catch(orNull),
    }),
  );

type Query = Readonly<Record<string, string>>;

/** The sums of all orders that match; undefined if the server does not answer. */
export const useOrderSums = (query: Query) =>
  useQuery({
    queryKey: [...listKey(orders), 'sums', query],
    queryFn: ({ signal }) =>
      api.get<OrderListSums>(`${orders.path}/sums`, { query, signal, quiet: true }),
  }).data;

/** The number of orders in each view. */
export const useOrderCounts = (query: Query) =>
  useQuery({
    queryKey: [...listKey(orders), 'counts', query],
    queryFn: ({ signal }) =>
      api.get<OrderCounts>(`${orders.path}/counts`, { query, signal, quiet: true }),
  }).data;

/** The order with exactly this number. */
export async function findOrder(number: string): Promise<OrderRow | undefined> {
  const { rows } = await api.list<OrderRow>(orders.path, {
    query: { search: number, pageSize: 2, count: 'false' },
  });
  return rows.find((row) => row.number === number);
}

/** Call it after an order has changed: refetches its page, the lists and the sums. */
export function useOrderChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await client.invalidateQueries({ queryKey: [orders.name] });
  }, [client]);
}
