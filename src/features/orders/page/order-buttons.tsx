import { Ban, Banknote, CalendarClock, CircleCheck, HandHelping, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dayInLaos } from '#contract/dates.ts';
import { why } from '#contract/roles.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { Button } from '#src/components/kit/button.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import type { OrderAct } from '#src/entities/order/order-path.ts';
import { RefusedButton } from '#src/entities/right/refused-button.tsx';
import { useRightWords } from '#src/entities/right/right-words.ts';
import { useMayAct } from '#src/features/orders/use-may-act.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';

const inMenu = {
  handOver: HandHelping,
  plan: CalendarClock,
  prolong: Hourglass,
  confirm: CircleCheck,
  void: Ban,
} as const;

/**
 * The reason why a person who may void orders may not void this one, because it is somebody else's
 * or of another day; undefined otherwise.
 */
function useRefusedVoid(order: OrderPage): string[] | undefined {
  const words = useRightWords();
  const grant = useGrant();
  const userId = useStore(({ user }) => user.userData?._id);
  const isOpen = order.state === 'confirmed' || order.state === 'held';
  if (!isOpen || order.paidLAK + order.pendingLAK > 0) return undefined;
  const answer = why(grant, 'orders:void', {
    isOwn: order.byId === userId,
    isToday: dayInLaos(Date.parse(order.at)) === dayInLaos(),
  });
  const isOfThis = ['notOwn', 'notToday'].includes(answer.because.code);
  return isOfThis ? words(grant, 'orders:void', answer) : undefined;
}

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
  const refused = useRefusedVoid(order);
  const items = (Object.keys(inMenu) as (keyof typeof inMenu)[]).filter((act) => may[act]);
  const actions = (): RowAction[] =>
    items.map((act) => ({ label: t(`acts.${act}`), icon: inMenu[act], run: () => onAct(act) }));
  return (
    <>
      {may.pay && (
        <BarPrimary>
          <Button icon={Banknote} look="solid" onClick={() => onAct('pay')}>
            {t('acts.pay')}
          </Button>
        </BarPrimary>
      )}
      {refused && (
        <RefusedButton icon={Ban} reasons={refused}>
          {t('acts.void')}
        </RefusedButton>
      )}
      {items.length > 0 && (
        <RowMenu label={t('page.more', { number: order.number })} items={actions} />
      )}
    </>
  );
}
