import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPagePayment } from '#contract/order-page.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';

/** What money was, in one line: `Cash THB 1,000.00 × 668.50`, `Bank QR 7H2K41 LAK 231,500`. */
export function usePaymentWords(): (payment: OrderPagePayment) => string {
  const { t } = useTranslation('orders');
  return useCallback(
    ({ method, reference, currency, tendered, rate }) => [t(`method.${method}`), reference, currency, showMoney(tendered, currency), ...(currency === 'LAK' ? [] : ['×', formatRate(rate)])].filter(Boolean).join(' '),
    [t],
  );
}
