import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeRates } from '#contract/lists/exchange-rates.ts';
import type { OrderPage } from '#contract/order-page.ts';
import type { OrderPaid, PaymentChange } from '#contract/order-payments.ts';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
import { ApiError } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { LaterPayment } from './use-later-payment.ts';
import { useOrderAct } from './use-order-act.ts';

/** Sends the payment once. Where a balance or a rate is another one meanwhile, the new ones are fetched and said. */
export function usePay(order: OrderPage, { onPaid, onClose }: { onPaid: (paid: OrderPaid) => void; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const changed = useOrderChanged();
  const { send } = useOrderAct('pay', order, onClose);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const words = ({ debts, others }: LaterPayment, change: PaymentChange): string[] => {
    if (change.changed === 'rate') return [];
    const number = [...debts, ...others].find(({ orderId }) => orderId === change.orderId)?.number ?? '';
    return [t('pay.changedBalance', { number, before: formatNumber(change.before), after: formatNumber(change.after ?? 0) })];
  };
  const pay = async (payment: LaterPayment) => {
    setBusy(true);
    setFailure([]);
    let changes: readonly PaymentChange[] = [];
    const result = await saveOnce((key) =>
      send<OrderPaid>(payment.body(), key).catch((error: unknown) => {
        if (error instanceof ApiError && error.body.code === 'totalChanged') changes = (error.body.rows ?? []) as unknown as PaymentChange[];
        throw error;
      }),
    );
    if (result.outcome === 'saved') return onPaid(result.row);
    if (changes.length > 0) await Promise.all([changed(), client.invalidateQueries({ queryKey: ['desk'] }), client.invalidateQueries({ queryKey: listKey(exchangeRates) })]);
    setFailure(changes.length > 0 ? [t('pay.changed'), ...changes.flatMap((one) => words(payment, one))] : [failureText(result)]);
    return setBusy(false);
  };
  return { pay, failure, isBusy };
}
