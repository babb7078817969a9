import { lazy, Suspense, type ComponentType } from 'react';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderAct } from '#src/entities/order/order-path.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useMayAct } from '#src/features/orders/use-may-act.ts';

export type ActProps = { order: OrderPage; onClose: () => void };

const dialogs: Record<OrderAct, ComponentType<ActProps>> = {
  pay: lazy(async () => {
    const [{ PayDialog }] = await Promise.all([
      import('#src/entities/order/pay/pay-dialog.tsx'),
      loadWords('payment'),
    ]);
    return { default: PayDialog };
  }),
  handOver: lazy(async () => ({
    default: (await import('./hand-over-dialog.tsx')).HandOverDialog,
  })),
  exchange: lazy(async () => ({ default: (await import('./exchange-dialog.tsx')).ExchangeDialog })),
  adjust: lazy(async () => ({ default: (await import('./adjust-dialog.tsx')).AdjustDialog })),
  plan: lazy(async () => {
    const [{ PlanDialog }] = await Promise.all([import('./plan-dialog.tsx'), loadWords('payment')]);
    return { default: PlanDialog };
  }),
  prolong: lazy(async () => ({ default: (await import('./reason-dialogs.tsx')).ProlongDialog })),
  confirm: lazy(async () => ({
    default: (await import('./reason-dialogs.tsx')).ConfirmOrderDialog,
  })),
  void: lazy(async () => ({ default: (await import('./void-dialog.tsx')).VoidOrderDialog })),
};

/** The dialogs of an order over its page; each is fetched when it is opened. */
export function ActDialog({ act, order, onClose }: ActProps & { act: OrderAct }) {
  const may = useMayAct(order);
  const Dialog = dialogs[act];
  if (!may[act]) return null;
  return (
    <Suspense>
      <Dialog order={order} onClose={onClose} />
    </Suspense>
  );
}
