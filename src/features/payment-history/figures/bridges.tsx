import { useTranslation } from 'react-i18next';
import { bridgesOf, type FiguresAnswer } from '#contract/figures.ts';
import styles from '#src/entities/report/report.module.css';
import { SumTable } from '#src/entities/report/sum-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';

/** From what was billed to what was received and earned, term by term; whatever a bridge left over would be said in red. */
export function Bridges({ answer }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('money-reports');
  const { billedLAK, receivedLAK, billedTuitionLAK, notYetEarnedLAK, terms, leftLAK } = bridgesOf(answer);
  const keys = (Object.keys(terms) as (keyof typeof terms)[]).filter((key) => terms[key] !== 0);
  const head = [t('what'), t('kip')];
  const change = (key: (typeof keys)[number]) => `${formatNumber(answer.before[key])} → ${formatNumber(answer.after[key])}`;
  return (
    <div className={styles.columns} style={{ marginBlockEnd: 'var(--space-4)' }}>
      <SumTable
        title={t('bridge.received')}
        head={head}
        rows={[{ key: 'billed', name: t('tile.billed'), sums: [billedLAK] }, ...keys.map((key) => ({ key, name: t(`bridge.${key}`), detail: change(key), sums: [terms[key]] }))]}
        total={{ key: 'total', name: t('tile.received'), sums: [receivedLAK] }}
        empty=""
        note={leftLAK === 0 ? undefined : <p role="alert" className={styles.note} data-bad>{t('bridge.left', { sum: formatNumber(leftLAK) })}</p>}
      />
      <SumTable
        title={t('bridge.earned')}
        head={head}
        rows={[
          { key: 'billed', name: t('bridge.billedTuition'), sums: [billedTuitionLAK] },
          { key: 'left', name: t('bridge.notYetEarned'), sums: [0 - notYetEarnedLAK] },
        ]}
        total={{ key: 'total', name: t('tile.earned'), sums: [billedTuitionLAK - notYetEarnedLAK] }}
        empty=""
      />
    </div>
  );
}
