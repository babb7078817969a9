import { useTranslation } from 'react-i18next';
import type { EnrolmentWeek } from '#contract/reports/overview.ts';
import { ColumnChart } from '#src/components/chart/column-chart.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { OverviewPanel, WithAnswer } from './panel.tsx';

/** Day and month of a date. */
const SHORT = 5;

/** The number of enrolments that began in each week; the last week is not over yet. */
export function WeeksPanel({ weeks }: { weeks: Part<EnrolmentWeek[]> }) {
  const { t } = useTranslation('overview');
  return (
    <OverviewPanel title={t('placesPerWeek')}>
      <WithAnswer
        part={weeks}
        isEmpty={(answer) => answer.every(({ places }) => places === 0)}
        empty={t('noPlaces')}
      >
        {(answer) => {
          // A young centre has nothing to compare with.
          const isCompared = answer.some(({ lastYear }) => lastYear > 0);
          return (
            <ColumnChart
              label={t('placesPerWeek')}
              head={[t('weekFrom'), t('places'), isCompared ? t('lastYear') : undefined]}
              columns={answer.map(({ monday, places, lastYear }, at) => ({
                key: monday,
                name: showDay(monday).slice(0, SHORT),
                value: places,
                ...(isCompared && { before: lastYear }),
                isNow: at === answer.length - 1,
              }))}
              show={formatNumber}
            />
          );
        }}
      </WithAnswer>
    </OverviewPanel>
  );
}
