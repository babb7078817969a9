import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ReportCrumbs, useReportsHome } from '#src/entities/report/report-crumbs.tsx';
import { paths } from '#src/lib/paths.ts';

/**
 * True on the financial report of an admin; finance reads the same views in the payment history.
 */
export const useIsFinancialReport = () => useLocation().pathname === paths.financialReports;

/** The heading of a view of money, with the way back on the financial report. */
export function MoneyHeader({ title, children }: { title: string; children?: ReactNode }) {
  const isReport = useIsFinancialReport();
  const home = useReportsHome();
  return (
    <>
      {isReport && <ReportCrumbs title={title} />}
      <PageHeader title={title} {...(isReport && { back: home.path })}>
        {children}
      </PageHeader>
    </>
  );
}
