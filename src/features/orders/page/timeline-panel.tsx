import { useTranslation } from 'react-i18next';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelList, Panel } from '#src/components/kit/panel.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { orderEvents } from './order-events.ts';
import { shortMoment } from '#src/lib/text/format.ts';

/** The events of the order, newest first, each with its person. */
export function TimelinePanel({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const events = orderEvents(order, (line) => (language === 'lo' ? line.nameLo : line.nameEn));
  return (
    <Panel
      id="order-timeline"
      title={t('timeline.title')}
      tools={<AuditLink entity="orders" entityId={order._id} />}
    >
      <PanelList isOrdered>
        {events.map(({ key, at, by, what, of, reason }) => (
          <li key={key}>
            {t(`timeline.${what}`, { of })}
            <small>
              {[shortMoment(at), by, reason === 'undone' ? t('page.undone') : reason]
                .filter(Boolean)
                .join(DOT)}
            </small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}
