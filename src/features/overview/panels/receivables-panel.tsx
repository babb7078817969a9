import { useTranslation } from 'react-i18next';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import type { ReceivablesNow } from '#contract/reports/overview.ts';
import { Link } from 'react-router-dom';
import { BarList } from '#src/components/chart/bar-list.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';
import { formatNumber } from '#src/lib/text/format.ts';
import { OverviewPanel, WithAnswer } from './panel.tsx';
import { figurePath } from '#src/entities/report/report-paths.ts';

/** The current receivables (docs/figures.md, "Figure 19: receivables by age"). */
export function ReceivablesPanel({ owed }: { owed: Part<ReceivablesNow> }) {
  const { t } = useTranslation('overview');
  const seeRows = (
    <Link className={styles.link} to={figurePath('owed')}>
      {t('seeRows')}
    </Link>
  );
  return (
    <OverviewPanel title={t('owedByAge')} aside={seeRows}>
      <WithAnswer part={owed} isEmpty={({ owedLAK }) => owedLAK === 0} empty={t('nothingOwed')}>
        {({ ages }) => (
          <BarList
            label={t('owedByAge')}
            head={[t('age'), t('kip')]}
            rows={balanceAges.map((age) => ({
              key: age,
              name: t(`ages.${age}`),
              value: ages[age],
              detail: 'LAK',
            }))}
            show={formatNumber}
          />
        )}
      </WithAnswer>
    </OverviewPanel>
  );
}
