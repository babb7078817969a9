import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '#contract/orders/payment-rows.ts';
import type { PaymentState } from '#contract/orders/payments.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { formatRate } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';

export const tones: Record<PaymentState, MarkTone> = {
  confirmed: 'on',
  pending: 'new',
  rejected: 'off',
  void: 'off',
};

/**
 * The sum that was received, and beside it the rate, the change and the reference, each unbroken.
 */
export function usePaymentRowWords() {
  const { t } = useTranslation('payment-history');
  return useCallback(
    ({ currency, tendered, rate, method, inDrawer, reference, amountLAK }: PaymentRow) => {
      const change =
        method === 'cash' && amountLAK > 0
          ? inDrawer
              .map((part) => ({
                ...part,
                amount: part.currency === currency ? tendered - part.amount : -part.amount,
              }))
              .filter(({ amount }) => amount > 0)
          : [];
      const aside = [
        currency === 'LAK' ? '' : `× ${formatRate(rate)}`,
        ...change.map((part) => t('change', { sum: showSum(part.amount, part.currency) })),
        reference,
      ].filter((text) => text !== '');
      return {
        sum: showSum(tendered, currency),
        aside: aside.map((text, at) => (at === 0 ? text : `·\u00A0${text}`)),
        how:
          amountLAK < 0 ? t('refundBy', { method: t(`method.${method}`) }) : t(`method.${method}`),
      };
    },
    [t],
  );
}
