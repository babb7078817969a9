import { useTranslation } from 'react-i18next';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { OrderAct } from '#src/entities/order/order-path.ts';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';

const parts: Record<OrderAct, string> = {
  pay: 'payments',
  handOver: 'hand-over',
  exchange: 'exchange',
  adjust: 'adjustments',
  plan: 'plan',
  prolong: 'prolong',
  confirm: 'confirm',
  void: 'void',
};

/** Refusals because the order is not as the page shows it. */
const hasChanged = ['approvalEnded', 'balanceChanged', 'totalChanged'];
/** The lists by which new goods are priced. */
const pricedBy = [exchangeRatesList, productsList].map(listKey);

/** Sends one action on an order, and updates every place that shows the order. */
export function useOrderAct(act: OrderAct, { _id, number, payer }: OrderPage, onClose: () => void) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const changed = useOrderChanged();
  return {
    send: async <Answer>(body: object, key: string) => {
      try {
        return await api.post<Answer>(`${ordersList.path}/${_id}/${parts[act]}`, body, {
          ...withIdempotency(key),
          quiet: true,
        });
      } catch (error) {
        // The next try, and its signature, need the sums of now.
        if (error instanceof ApiError && hasChanged.includes(error.body.code ?? '')) {
          void changed();
          if (error.body.code === 'totalChanged')
            for (const queryKey of pricedBy) void client.invalidateQueries({ queryKey });
        }
        throw error;
      }
    },
    saved: async (answer?: Partial<OrderChanged>) => {
      const done = t(`acts.done.${act}`, { number });
      const pendingLAK = answer?.freedPendingLAK ?? 0;
      const confirmedLAK = (answer?.freedLAK ?? 0) - pendingLAK;
      const [sum, pending] = [formatNumber(confirmedLAK), formatNumber(pendingLAK)];
      const text =
        pendingLAK > 0
          ? confirmedLAK > 0
            ? t('acts.toCreditBoth', { done, sum, pending })
            : t('acts.toCreditLater', { done, pending })
          : confirmedLAK > 0
            ? t(payer.kind === 'walkIn' ? 'acts.paidOut' : 'acts.toCredit', { done, sum })
            : done;
      showToast('success', text);
      await changed();
      // The money also appears in the desk's data about the payer, and in the drawer.
      for (const queryKey of [listKey(stockLevelsList), ['desk'], [drawers.name]])
        void client.invalidateQueries({ queryKey });
      onClose();
    },
  };
}
