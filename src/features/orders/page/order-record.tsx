import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { useSearchParams } from 'react-router-dom';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderRow } from '#contract/orders/order-rows.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import { orderBalance } from '#contract/orders/orders.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Stack, Columns } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { orderActs, type OrderAct } from '#src/entities/order/order-path.ts';
import { ActDialog } from '#src/features/orders/acts/act-dialog.tsx';
import { useOrder } from '#src/features/orders/orders-queries.ts';
import { useOrderStatus } from '#src/features/orders/order-words.ts';
import { paths } from '#src/lib/paths.ts';
import { OfflineError } from '#src/lib/request/api.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { BalancePanel } from './balance-panel.tsx';
import { LinesPanel } from './lines-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { DuePanel, PayerPanel, RefundsPanel } from './side-panels.tsx';
import { PapersPanel } from './papers-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

/** Total, paid, to verify and due: the balance is the total less the other two. */
function Ledger({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const slips = order.payments.filter(
    ({ state, onOrderLAK }) => state === 'pending' && onOrderLAK > 0,
  ).length;
  const due = order.totalLAK - order.paidLAK - order.pendingLAK;
  return (
    <FigureStrip label={t('page.sums')}>
      <Figure
        isLarge
        label={t('sums.totalLAK')}
        href="#lines"
        note={t('page.lineCount', { count: order.lines.length })}
      >
        <Money amount={order.totalLAK} currency="LAK" />
      </Figure>
      <Figure
        isLarge
        label={t('sums.paidLAK')}
        href="#payments"
        note={t('page.paymentCount', { count: order.payments.length })}
      >
        <Money isBare amount={order.paidLAK} currency="LAK" />
      </Figure>
      <Figure
        isLarge
        label={t('sums.pendingLAK')}
        href="#payments"
        tone={slips > 0 ? 'wait' : undefined}
        note={slips > 0 && t('page.slipCount', { count: slips })}
      >
        <Money isBare amount={order.pendingLAK} currency="LAK" />
      </Figure>
      <Figure
        isLarge
        label={t(order.state === 'held' ? 'page.toConfirm' : 'sums.balanceLAK')}
        href="#balance"
        note={t('page.why')}
      >
        <Money isBare amount={order.state === 'held' ? due : orderBalance(order)} currency="LAK" />
      </Figure>
    </FigureStrip>
  );
}

/**
 * The end of an order with person, time and reason; or the end of a hold, or of the wait for the
 * minimum.
 */
function StateNote({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const reasonText = useReasonText();
  if (order.state === 'void') {
    return (
      <Note tone="bad">
        {t('page.voidNote', {
          at: formatDateTime(order.voidedAt ?? order.at),
          by: order.voidedBy,
          reason: reasonText(order.voidReason),
        })}
      </Note>
    );
  }
  if (order.state === 'lapsed')
    return (
      <Note tone="bad">
        {t('page.lapsedNote', {
          at: formatDateTime(order.lapsedAt ?? order.holdUntil ?? order.at),
        })}
      </Note>
    );
  if (order.state === 'held')
    return (
      <Note tone="wait">
        {t('page.heldNote', { until: formatDateTime(order.holdUntil ?? order.at) })}
      </Note>
    );
  const missing = formatNumber(order.missingLAK);
  if (order.placesHoldUntil !== null)
    return (
      <Note tone="wait">
        {t('page.waitsNote', { missing, until: formatDateTime(order.placesHoldUntil) })}
      </Note>
    );
  if (order.missingLAK > 0)
    return <Note tone="wait">{t('page.belowMinimumNote', { missing })}</Note>;
  return null;
}

function Order({
  order,
  act,
  onAct,
}: {
  order: OrderPage;
  act: OrderAct | undefined;
  onAct: (act: OrderAct | undefined) => void;
}) {
  const { t } = useTranslation('orders');
  return (
    <>
      <Stack>
        <StateNote order={order} />
        <Ledger order={order} />
      </Stack>
      <Columns
        label={t('page.aside')}
        aside={
          <>
            <DuePanel order={order} onAct={onAct} />
            <PayerPanel order={order} />
            <PapersPanel order={order} />
            <RefundsPanel order={order} />
            <TimelinePanel order={order} />
          </>
        }
      >
        <NotesPanel order={order} />
        <LinesPanel order={order} onAct={onAct} />
        <PaymentsPanel order={order} />
        <BalancePanel order={order} />
      </Columns>
      {act !== undefined && <ActDialog act={act} order={order} onClose={() => onAct(undefined)} />}
    </>
  );
}

type HeadProps = {
  id: string;
  order: OrderPage | undefined;
  onAct: (act: OrderAct | undefined) => void;
};

/** The number, state and payer of an order, and what can be done with it. */
function Head({ id, order, onAct }: HeadProps) {
  const { t } = useTranslation('orders');
  const statusOf = useOrderStatus();
  const payerName = usePayerName();
  const { nameOf } = useBranchChoice();
  const tapped = useKnownRow<OrderRow>(ordersList, id);
  const known = order ?? tapped;
  const status = known && statusOf(known);
  const payer =
    order && payerName({ payerName: order.payer.name, payerNameEn: order.payer.nameEn });
  return (
    <RecordHead
      title={known?.number ?? t('order')}
      back={paths.orders}
      face={{ fileId: null, name: payer ?? '' }}
      mark={status && <Mark label={status.text} tone={status.tone} />}
      under={
        order && [
          payer,
          t('page.made', { at: formatDateTime(order.at), by: order.by }),
          nameOf?.(order.branchId),
          order.note,
        ]
      }
    >
      {order && <OrderButtons order={order} onAct={onAct} />}
    </RecordHead>
  );
}
/** One order: its lines, its money, its papers, and the rows behind every figure. */
export function OrderRecord({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const [params] = useSearchParams();
  const [act, setAct] = useState(() => orderActs.find((one) => one === params.get('do')));
  const record = useOrder(id);
  const shown = record.status === 'ready' ? record.row : undefined;
  // The device stores only the search line of an order, not its page.
  const isAway = record.status === 'failed' && record.error instanceof OfflineError;
  return (
    <>
      <Head id={id} order={shown} onAct={setAct} />
      <RecordStates
        record={record}
        failed={t(isAway ? 'page.needsNetwork' : 'failed')}
        back={paths.orders}
        skeleton={<RecordSkeleton hasTabs={false} />}
      >
        {(row) => row && <Order order={row} act={act} onAct={setAct} />}
      </RecordStates>
    </>
  );
}
