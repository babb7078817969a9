import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Tabs } from '#src/components/page/tabs.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { paths } from '#src/lib/paths.ts';
import { views } from './history-views.tsx';

const parts = ['figures', 'journal'] as const;

/** The financial report of an admin: the figures, and by `?view=journal` the journal. */
export function FinancialReportPage() {
  const { t } = useTranslation(['payment-history', 'money-reports']);
  const [params] = useSearchParams();
  const current = params.get('view') === 'journal' ? 'journal' : 'figures';
  const Shown = views[current];
  const tabs = parts.map((id) => ({ id, label: t(`views.${id}`), to: id === 'figures' ? paths.financialReports : `${paths.financialReports}?view=${id}` }));
  return (
    <>
      <Tabs label={t('money-reports:report.tabs')} tabs={tabs} current={current} />
      <Suspense key={current} fallback={<TableSkeleton columns={4} />}>
        {Shown && <Shown />}
      </Suspense>
    </>
  );
}
