import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { useKeptDays } from '#src/entities/report/kept-days.ts';
import { lazyView } from '#src/entities/report/lazy-view.tsx';
import { historyPath, historyViews, type HistoryView } from './history-path.ts';
import { historyParts } from './history-views.tsx';
import { PageTabs } from '#src/components/page/page-header.tsx';

function ViewLinks({ current }: { current: HistoryView | 'payments' }) {
  const { t } = useTranslation('payment-history');
  const withDays = useKeptDays();
  const tabs = [
    { id: 'payments', label: t('views.payments'), to: withDays(historyPath()) },
    ...historyViews.map((id) => ({ id, label: t(`views.${id}`), to: withDays(historyPath(id)) })),
  ];
  return <Tabs label={t('tabs')} tabs={tabs} current={current} />;
}

/** A payment and its refund come later than the list, with their words. */
const PaymentList = lazy(async () => ({
  default: (await import('#src/features/payment-history/payments/payment-list.tsx')).PaymentList,
}));
const PaymentRecord = lazyView(
  'payment',
  async () =>
    (await import('#src/features/payment-history/record/payment-record.tsx')).PaymentRecord,
);
const RefundPage = lazyView(
  'payment',
  async () => (await import('#src/features/payment-history/record/refund-page.tsx')).RefundPage,
);

function Payments() {
  const [params] = useSearchParams();
  const [id, refund] = [params.get('id'), params.get('refund')];
  if (id === null) return <PaymentList />;
  return refund === null ? (
    <PaymentRecord key={id} id={id} />
  ) : (
    <RefundPage key={refund} paymentId={id} orderId={refund} />
  );
}

/**
 * Payment History: every payment, and with `?view=` drawers, safe, days, books, figures and
 * journal.
 */
export function PaymentHistoryPage() {
  const [params] = useSearchParams();
  const asked = params.get('view');
  const current = historyViews.find((one) => one === asked) ?? 'payments';
  const Shown = current === 'payments' ? Payments : historyParts[current];
  return (
    <PageTabs value={!params.has('id') && <ViewLinks current={current} />}>
      <Suspense key={current} fallback={<TableSkeleton columns={6} />}>
        <Shown />
      </Suspense>
    </PageTabs>
  );
}
