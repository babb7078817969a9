import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawers } from '#contract/money/drawer-paths.ts';
import { balancesList } from '#contract/orders/balances-list.ts';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import type { OrderPaid, PaymentChange } from '#contract/orders/order-payments.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { LaterPayment, Payable } from './use-later-payment.ts';

/**
 * The queries that a payment changes: stock levels, the desk, the drawers, the balances and the
 * family accounts.
 */
const touched = [
  listKey(stockLevelsList),
  ['desk'],
  [drawers.name],
  listKey(balancesList),
  ['family-accounts'],
];

/** Refetches everything that a payment, or its undo, has changed. */
export function useRefetchPaid(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: [ordersList.name] });
    for (const queryKey of touched) void client.invalidateQueries({ queryKey });
  };
}

/** Announces a saved payment and refetches everything it changed. */
export function usePaid(): (number: string) => Promise<void> {
  const { t } = useTranslation('orders');
  const refetch = useRefetchPaid();
  return async (number) => {
    showToast('success', t('acts.done.pay', { number }));
    await refetch();
  };
}

/**
 * Sends the payment once. If a balance or a rate has changed meanwhile, fetches the new ones and
 * tells the person.
 */
export function usePay(order: Payable, { onPaid }: { onPaid: (paid: OrderPaid) => void }) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const [failure, setFailure] = useState<readonly string[]>([]);
  /** The server's objections, by field. */
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const words = ({ debts, others }: LaterPayment, change: PaymentChange): string[] => {
    if (change.changed === 'rate') return [];
    const number =
      [...debts, ...others].find(({ orderId }) => orderId === change.orderId)?.number ?? '';
    return [
      t('pay.changedBalance', {
        number,
        before: formatNumber(change.before),
        after: formatNumber(change.after ?? 0),
      }),
    ];
  };
  const pay = async (payment: LaterPayment) => {
    setBusy(true);
    setFailure([]);
    setFields({});
    let changes: readonly PaymentChange[] = [];
    const result = await saveOnce((key) =>
      api
        .post<OrderPaid>(`${ordersList.path}/${order._id}/payments`, payment.body(), {
          ...withIdempotency(key),
          quiet: true,
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.body.code === 'totalChanged')
            changes = (error.body.rows ?? []) as unknown as PaymentChange[];
          throw error;
        }),
    );
    if (result.outcome === 'saved') return onPaid(result.row);
    if (changes.length > 0)
      await Promise.all([
        client.invalidateQueries({ queryKey: [ordersList.name] }),
        client.invalidateQueries({ queryKey: ['desk'] }),
        client.invalidateQueries({ queryKey: listKey(exchangeRatesList) }),
      ]);
    setFailure(
      changes.length > 0
        ? [t('pay.changed'), ...changes.flatMap((change) => words(payment, change))]
        : [failureText(result)],
    );
    if (result.outcome === 'invalid') setFields(result.fields);
    return setBusy(false);
  };
  return { pay, failure, fields, isBusy };
}
