import { useTranslation } from 'react-i18next';
import { figuresOf } from '#contract/report-words.ts';
import { ReportView } from '#src/entities/report/report-view.tsx';

const narrowings = ['termId', 'courseId'] as const;

/**
 * The money of a range of days by whatever it can be grouped by, with the rows of every sum and the
 * days to compare with.
 */
export function MoneyTables() {
  const { t } = useTranslation('reports');
  return (
    <ReportView
      name="money"
      title={t('financialReport')}
      figures={figuresOf.money}
      narrowings={narrowings}
    />
  );
}
