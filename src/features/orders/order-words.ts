import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderState } from '#contract/orders/orders.ts';
import type { PaymentState } from '#contract/orders/payments.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { shortMoment } from '#src/lib/text/format.ts';

type Sums = {
  state: OrderState;
  holdUntil: string | null;
  totalLAK: number;
  paidLAK: number;
  pendingLAK: number;
  missingLAK: number;
  placesHoldUntil: string | null;
};
type Words = { text: string; tone: MarkTone };

/** The status of an order; whether it is paid follows from its sums. */
export function useOrderStatus(): (order: Sums) => Words {
  const { t } = useTranslation('orders');
  return useCallback(
    ({ state, holdUntil, totalLAK, paidLAK, pendingLAK, missingLAK, placesHoldUntil }) => {
      if (state === 'void') return { text: t('status.void'), tone: 'off' };
      if (state === 'lapsed') return { text: t('status.lapsed'), tone: 'off' };
      if (state === 'held')
        return {
          text: t('status.held', { until: holdUntil === null ? '' : shortMoment(holdUntil) }),
          tone: 'new',
        };
      if (placesHoldUntil !== null)
        return { text: t('status.waits', { until: shortMoment(placesHoldUntil) }), tone: 'new' };
      if (missingLAK > 0) return { text: t('status.belowMinimum'), tone: 'off' };
      if (paidLAK >= totalLAK) return { text: t('status.paid'), tone: 'on' };
      if (paidLAK + pendingLAK >= totalLAK) return { text: t('status.toVerify'), tone: 'new' };
      return paidLAK + pendingLAK > 0
        ? { text: t('status.partPaid'), tone: 'new' }
        : { text: t('status.unpaid'), tone: 'off' };
    },
    [t],
  );
}

export const paymentTones: Record<PaymentState, MarkTone> = {
  confirmed: 'on',
  pending: 'new',
  rejected: 'off',
  void: 'off',
};
