import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transfer } from '#contract/classes/transfers.ts';
import { Panel, PanelList } from '#src/components/kit/panel.tsx';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';

/** The current checks: the seat, the objections, and the family's debt. */
export function ChecksPanel({ row: { seats, findings, debtLAK, holdUntil } }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  const findingText = useFindingText();
  return (
    <Panel id="transfer-checks" title={t('checks.title')}>
      <PanelList>
        <li>
          {t('checks.seat', {
            until: formatDateTime(holdUntil),
            n: Math.max(0, seats.capacity - seats.seatsTaken),
          })}
        </li>
        {findings.length === 0 && <li>{t('checks.nothing')}</li>}
        {findings.map((finding) => (
          <li key={finding.check} className={styles.finding} data-weight={finding.weight}>
            <TriangleAlert aria-hidden size={14} />
            {findingText(finding)}
          </li>
        ))}
        {debtLAK > 0 && <li>{t('checks.debt', { sum: formatNumber(debtLAK) })}</li>}
      </PanelList>
    </Panel>
  );
}
