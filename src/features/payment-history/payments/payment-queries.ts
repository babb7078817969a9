import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { drawers } from '#contract/money/drawer-paths.ts';
import { orders } from '#contract/orders/orders-list.ts';
import { payments } from '#contract/orders/payments-list.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import type { PaymentChoices, PaymentSums } from '#contract/orders/payment-rows.ts';
import { api } from '#src/lib/request/api.ts';
import {
  asLoaded,
  listKey,
  readOrNull,
  recordKey,
  recordPath,
  type LoadedRecord,
} from '#src/lib/request/resource.ts';

type Query = Readonly<Record<string, string>>;

/** The sums of all payments that match; undefined if the server does not answer. */
export const usePaymentSums = (query: Query) =>
  useQuery({
    queryKey: [...listKey(payments), 'sums', query],
    queryFn: ({ signal }) =>
      api.get<PaymentSums>(`${payments.path}/sums`, { query, signal, quiet: true }),
  }).data;

export const usePaymentChoices = (query: Query) =>
  useQuery({
    queryKey: [...listKey(payments), 'choices', query],
    queryFn: ({ signal }) =>
      api.get<PaymentChoices>(`${payments.path}/choices`, { query, signal, quiet: true }),
  }).data;

function useOne<Row>(queryKey: readonly unknown[], path: string): LoadedRecord<Row> {
  const one = useQuery({
    queryKey,
    queryFn: ({ signal }) => readOrNull<Row>(path, { signal, quiet: true }),
  });
  return asLoaded(one);
}

export const usePayment = (id: string) =>
  useOne<PaymentPage>(recordKey(payments, id), recordPath(payments, id));

/** The order whose lines are being refunded. */
export const useRefundedOrder = (id: string) =>
  useOne<OrderPage>(recordKey(orders, id), recordPath(orders, id));

/** Call it after money has gone back: refetches payments, orders and drawers. */
export function useMoneyChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [payments.name, orders.name, drawers.name, 'desk'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  }, [client]);
}
