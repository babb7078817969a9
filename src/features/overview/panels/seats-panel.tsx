import { useTranslation } from 'react-i18next';
import type { CourseSeats } from '#contract/reports/overview.ts';
import { BarList } from '#src/components/chart/bar-list.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showPercent } from './key-figures.tsx';
import { OverviewPanel, WithAnswer } from './panel.tsx';

/** The seats by course (docs/figures.md, "Figure 6: seats"). */
export function SeatsPanel({ seats }: { seats: Part<CourseSeats[]> }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  return (
    <OverviewPanel title={t('seatsByCourse')}>
      <WithAnswer part={seats} isEmpty={(answer) => answer.length === 0} empty={t('noClasses')}>
        {(answer) => (
          <BarList
            label={t('seatsByCourse')}
            head={[t('course'), t('taken'), t('held')]}
            rows={answer.map(({ courseId, nameEn, nameLo, taken, held, capacity }) => ({
              key: courseId,
              name: language === 'lo' ? nameLo || nameEn : nameEn,
              value: taken,
              more: held,
              of: capacity,
              detail: `${formatNumber(taken)}/${formatNumber(capacity)}`,
            }))}
            show={(value, { of = 0 }) => showPercent(value, of)}
          />
        )}
      </WithAnswer>
    </OverviewPanel>
  );
}
