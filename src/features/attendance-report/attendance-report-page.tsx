import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { reportFigures } from '#contract/reports/report-words.ts';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { useKeptDays } from '#src/entities/report/kept-days.ts';
import { ReportView } from '#src/entities/report/report-view.tsx';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';

const PaySheetView = lazy(async () => ({
  default: (await import('./pay-sheet-view.tsx')).PaySheetView,
}));

const narrowings = ['termId', 'courseId', 'teacherId'] as const;

/**
 * The Attendance report: presence, students at risk, hours taught, and unmarked sessions; admins
 * also get the pay sheet.
 */
export function AttendanceReportPage() {
  const { t } = useTranslation(['reports', 'shell']);
  const title = t('shell:page.attendanceReports');
  const [params] = useSearchParams();
  const withDays = useKeptDays();
  const seesPay = useCan('teacher-pay:read');
  const isPay = seesPay && params.get('view') === 'pay';
  const tabs = seesPay && (
    <Tabs
      label={t('tabs')}
      tabs={[
        { id: 'attendance', label: title, to: withDays(paths.attendanceReports) },
        {
          id: 'pay',
          label: t('paySheet.title'),
          to: withDays(`${paths.attendanceReports}?view=pay`),
        },
      ]}
      current={isPay ? 'pay' : 'attendance'}
    />
  );
  if (isPay)
    return (
      <Suspense fallback={<TableSkeleton columns={5} />}>
        <PaySheetView tabs={tabs} />
      </Suspense>
    );
  return (
    <ReportView
      name="attendance"
      title={title}
      figures={reportFigures.attendance}
      narrowings={narrowings}
      tabs={tabs}
    />
  );
}
