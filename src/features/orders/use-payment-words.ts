import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPagePayment } from '#contract/orders/order-page.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';

/** A payment in one line: `Cash 1,000.00 THB × 668.50`, `Bank QR 7H2K41 231,500 LAK`. */
export function useOrderPaymentWords(): (payment: OrderPagePayment) => string {
  const { t } = useTranslation('orders');
  return useCallback(
    ({ method, reference, currency, tendered, rate }) =>
      [
        t(`method.${method}`),
        reference,
        showSum(tendered, currency),
        ...(currency === 'LAK' ? [] : ['×', formatRate(rate)]),
      ]
        .filter(Boolean)
        .join(' '),
    [t],
  );
}
