import {
  Ban,
  Banknote,
  CalendarClock,
  CircleCheck,
  HandHelping,
  Hourglass,
  Pencil,
  Printer,
  ReceiptText,
  ShoppingBasket,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { Timeline, type Happening } from '#src/components/record/timeline.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { shortMoment } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { orderEvents, type EventName } from './order-events.ts';

type Look = [icon: LucideIcon, tone?: Happening<'order'>['tone']];

const looks: Partial<Record<EventName, Look>> = {
  made: [ShoppingBasket],
  transferIn: [ShoppingBasket],
  takenOffline: [ShoppingBasket],
  held: [Hourglass, 'wait'],
  newHold: [Hourglass, 'wait'],
  prolong: [Hourglass, 'wait'],
  confirmed: [CircleCheck, 'good'],
  confirm: [CircleCheck, 'good'],
  void: [Ban, 'bad'],
  lapsed: [Ban, 'bad'],
  lapse: [Ban, 'bad'],
  moneyVoid: [Ban, 'bad'],
  planned: [CalendarClock],
  printed: [Printer],
  given: [HandHelping],
  cameBack: [Undo2],
  refundAsked: [Undo2, 'wait'],
  paid: [Banknote, 'good'],
  slipConfirmed: [Banknote, 'good'],
  slip: [ReceiptText, 'wait'],
  slipRejected: [ReceiptText, 'bad'],
};
const OTHER: Look = [Pencil];

/** The events of the order, newest first, each with its person. */
export function TimelinePanel({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const reasonText = useReasonText();
  const events = orderEvents(order, (line) => (language === 'lo' ? line.nameLo : line.nameEn));
  return (
    <Timeline
      tools={<AuditLink entity="orders" entityId={order._id} />}
      kinds={[]}
      happenings={events.map(({ key, at, by, what, of, reason }) => {
        const [icon, tone] = looks[what] ?? OTHER;
        return {
          id: key,
          kind: 'order',
          at,
          icon,
          tone,
          text: t(`timeline.${what}`, { of }),
          note: [shortMoment(at), by, reasonText(reason)].filter(Boolean).join(DOT),
        };
      })}
    />
  );
}
