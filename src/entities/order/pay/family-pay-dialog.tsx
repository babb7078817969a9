import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { api } from '#src/lib/request/api.ts';
import { recordKey } from '#src/lib/request/resource.ts';
import { PayDialog } from './pay-dialog.tsx';
import { WaitingDialog } from './waiting-dialog.tsx';

/** Takes a payment for everything that a family owes in a branch, the earliest due order first. */
export function FamilyPayDialog({
  orderId,
  name,
  onClose,
}: {
  orderId: string;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('orders');
  const order = useQuery({
    queryKey: recordKey(ordersList, orderId),
    queryFn: ({ signal }) =>
      api.get<OrderPage>(`${ordersList.path}/${orderId}`, { signal, quiet: true }),
  });
  if (!order.data)
    return (
      <WaitingDialog title={t('ask.payFamily', { name })} error={order.error} onClose={onClose} />
    );
  return <PayDialog order={order.data} isFamily onClose={onClose} />;
}
