import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reports, type FigureKey, type ReportName } from '#contract/reports/report-words.ts';
import type { ReportTable as Table } from '#contract/reports/reports.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { later } from '#src/lib/browser/later.ts';
import { earlier } from '#src/lib/request/as-of.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { NarrowBar } from './narrow-bar.tsx';
import { RangeChip, rangeText } from './range-bar.tsx';
import { useReportAddress, type Narrowing, type ReportAddress } from './report-address.ts';
import { ReportCrumbs, useReportsHome } from './report-crumbs.tsx';
import { ReportLoading } from './report-loading.tsx';
import { comparedRange } from './compared-range.ts';
import { useReport } from './use-report.ts';

// Lazy, because none is needed before the heading of the page is drawn.
const RowsPanel = lazy(async () => ({ default: (await import('./rows-panel.tsx')).RowsPanel }));
const SavedViews = later(async () => (await import('./saved-views.tsx')).SavedViews);
const ReportTables = lazy(async () => ({
  default: (await import('./report-tables.tsx')).ReportTables,
}));

type ReportViewProps = {
  name: ReportName;
  title: string;
  figures: readonly FigureKey[];
  narrowings: readonly Narrowing[];
  /** The tabs of the report, between the heading and the range. */
  tabs?: ReactNode;
};

function Tables({
  report,
  then,
  address,
}: {
  report: ReturnType<typeof useReport>;
  then: readonly Table[] | undefined;
  address: ReportAddress;
}) {
  const { t } = useTranslation('reports');
  if (!report.tables)
    return report.error && !report.isLoading ? (
      <LoadFailed error={report.error} failed={t('failed')} onRetry={report.refetch} />
    ) : (
      <ReportLoading
        run={report}
        progress={
          report.progress && t('progress', { ...report.progress, count: report.progress.total })
        }
      />
    );
  return (
    <Suspense fallback={<TableSkeleton columns={4} />}>
      <ReportTables
        tables={report.tables}
        then={then}
        address={address}
        isBusy={report.isLoading}
      />
    </Suspense>
  );
}

/**
 * A report: its range and filters, its figures, a table for each of them, and the rows behind any
 * sum.
 */
export function ReportView({ name, title, figures, narrowings, tabs }: ReportViewProps) {
  const address = useReportAddress();
  const branchId = useSelectedBranchId();
  const home = useReportsHome();
  const { range, narrowed, open } = address;
  const report = useReport({ name, figures, address, range });
  const then = useReport({ name, figures, address, range: comparedRange(range, address.compare) });
  return (
    <>
      <ReportCrumbs title={title} />
      <PageHeader title={title} back={home.path}>
        <ExportButton
          path={`${reports.path}/${name}`}
          query={{ ...range, ...narrowed, branchId }}
          name={`${name}-${range.from}-${range.to}`}
        />
        <PrintButton />
      </PageHeader>
      <PrintFrame isBuilt title={title} filters={[rangeText(range)]} />
      {tabs}
      <NarrowBar
        address={address}
        with={narrowings}
        days={<RangeChip range={range} setRange={address.setRange} />}
      >
        <Suspense fallback={null}>
          <SavedViews />
        </Suspense>
      </NarrowBar>
      <ReadAsOf at={earlier(report.asOf, then.asOf)} />
      {open && figures.includes(open.figure) && (
        <Suspense fallback={<TableSkeleton columns={4} />}>
          <RowsPanel name={name} address={address} open={open} />
        </Suspense>
      )}
      <Tables report={report} then={then.tables} address={address} />
    </>
  );
}
