import { Ban, Banknote, CalendarClock, CircleCheck, HandHelping, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { Button } from '#src/components/kit/button.tsx';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import type { OrderAct } from '#src/entities/order/order-path.ts';
import { useMayAct } from '#src/features/orders/use-may-act.ts';

const inMenu = {
  handOver: HandHelping,
  plan: CalendarClock,
  prolong: Hourglass,
  confirm: CircleCheck,
  void: Ban,
} as const;

/** The actions on the order: paying first, the rest in a menu. */
export function OrderButtons({
  order,
  onAct,
}: {
  order: OrderPage;
  onAct: (act: OrderAct) => void;
}) {
  const { t } = useTranslation('orders');
  const may = useMayAct(order);
  const items = (Object.keys(inMenu) as (keyof typeof inMenu)[]).filter((act) => may[act]);
  const actions = (): RowAction[] =>
    items.map((act) => ({ label: t(`acts.${act}`), icon: inMenu[act], run: () => onAct(act) }));
  return (
    <>
      {may.pay && (
        <Button icon={Banknote} look="solid" onClick={() => onAct('pay')}>
          {t('acts.pay')}
        </Button>
      )}
      {items.length > 0 && (
        <RowMenu label={t('page.more', { number: order.number })} items={actions} />
      )}
    </>
  );
}
