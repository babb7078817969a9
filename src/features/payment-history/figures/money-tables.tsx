import { useTranslation } from 'react-i18next';
import { reportFigures } from '#contract/reports/report-words.ts';
import { ReportView } from '#src/entities/report/report-view.tsx';

const narrowings = ['termId', 'courseId'] as const;

/**
 * The money of a range of days in any grouping, with the rows behind every sum and a comparison
 * with other days.
 */
export function MoneyTables() {
  const { t } = useTranslation('shell');
  return (
    <ReportView
      name="money"
      title={t('page.financialReports')}
      figures={reportFigures.money}
      narrowings={narrowings}
    />
  );
}
