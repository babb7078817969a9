import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { drawers } from '#contract/money/drawer-paths.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import { paymentsList } from '#contract/orders/payments-list.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import {
  asLoaded,
  readOrNull,
  recordKey,
  recordPath,
  type LoadedRecord,
} from '#src/lib/request/resource.ts';

function useOne<Row>(queryKey: readonly unknown[], path: string): LoadedRecord<Row> {
  const one = useQuery({
    queryKey,
    queryFn: ({ signal }) => readOrNull<Row>(path, { signal, quiet: true }),
  });
  return asLoaded(one);
}

export const usePayment = (id: string) =>
  useOne<PaymentPage>(recordKey(paymentsList, id), recordPath(paymentsList, id));

/** The order whose lines are being refunded. */
export const useRefundedOrder = (id: string) =>
  useOne<OrderPage>(recordKey(ordersList, id), recordPath(ordersList, id));

/** Call it after money has gone back: refetches payments, orders and drawers. */
export function useMoneyChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [paymentsList.name, ordersList.name, drawers.name, 'desk'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  }, [client]);
}
