import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { paths } from '#src/lib/paths.ts';
import { useKeptDays } from '#src/entities/report/kept-days.ts';
import { lazyView } from '#src/entities/report/lazy-view.tsx';
import { historyParts } from './history-views.tsx';
import { PageTabs } from '#src/components/page/page-header.tsx';

const MoneyTables = lazyView(
  ['reports', 'report'],
  async () => (await import('#src/features/payment-history/figures/money-tables.tsx')).MoneyTables,
);

const parts = ['figures', 'tables', 'journal'] as const;
type Part = (typeof parts)[number];

/**
 * An admin's financial report: the figures, with `?view=tables` their groups, and with
 * `?view=journal` the journal. A `figure` in the address opens its rows.
 */
export function FinancialReportPage() {
  const { t } = useTranslation(['payment-history', 'money-reports']);
  const [params] = useSearchParams();
  const withDays = useKeptDays();
  const asked = parts.find((one) => one === params.get('view'));
  const current: Part = asked ?? (params.has('figure') ? 'tables' : 'figures');
  const Shown = current === 'tables' ? MoneyTables : historyParts[current];
  const tabs = parts.map((id) => ({
    id,
    label: id === 'tables' ? t('money-reports:report.tables') : t(`views.${id}`),
    to: withDays(
      id === 'figures' ? paths.financialReports : `${paths.financialReports}?view=${id}`,
    ),
  }));
  return (
    <PageTabs value={<Tabs label={t('money-reports:report.tabs')} tabs={tabs} current={current} />}>
      <Suspense key={current} fallback={<TableSkeleton columns={4} />}>
        {Shown && <Shown />}
      </Suspense>
    </PageTabs>
  );
}
