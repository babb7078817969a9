import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { historyPath, historyViews, type HistoryView } from './history-path.ts';
import { views } from './history-views.tsx';

function ViewLinks({ current }: { current: HistoryView | 'payments' }) {
  const { t } = useTranslation('payment-history');
  const built = historyViews.filter((one) => views[one]);
  if (built.length === 0) return null;
  const tabs = [{ id: 'payments', label: t('views.payments'), to: historyPath() }, ...built.map((id) => ({ id, label: t(`views.${id}`), to: historyPath(id) }))];
  return <Tabs label={t('tabs')} tabs={tabs} current={current} />;
}

function Payments() {
  const { t } = useTranslation('shell');
  return <PageHeader title={t('nav.paymentHistory')} />;
}

/** Payment History: every payment, and by `?view=` drawers, safe, days, books, figures and journal. */
export function PaymentHistoryPage() {
  const [params] = useSearchParams();
  const asked = params.get('view');
  const current = historyViews.find((one) => one === asked && views[one]) ?? 'payments';
  const Shown = current === 'payments' ? Payments : (views[current] ?? Payments);
  return (
    <>
      {!params.has('id') && <ViewLinks current={current} />}
      <Suspense key={current} fallback={<TableSkeleton columns={6} />}>
        <Shown />
      </Suspense>
    </>
  );
}
