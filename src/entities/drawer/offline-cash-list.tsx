import { useTranslation } from 'react-i18next';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { CountedBefore } from './counted-before.tsx';
import { sumsInWords } from './drawer-sums.ts';
import styles from './drawer-parts.module.css';

/**
 * Offline cash that is expected in this open drawer, although it is said to be in an earlier count;
 * each with the act by which a second person signs for it.
 */
export function OfflineCashList({ shift }: { shift: ShiftRecord }) {
  const { t } = useTranslation('drawer');
  if (shift.offlineCash.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="drawer-offline-cash">
      <header>
        <h2 id="drawer-offline-cash">{t('offlineCash.title')}</h2>
      </header>
      <p className={styles.inside}>{t('offlineCash.means')}</p>
      <ul className={styles.cashList}>
        {shift.offlineCash.map(({ _id, receiptNumber, takenAt, countedAt, sums, by, isOwn }) => (
          <li key={_id}>
            <p>
              <b>{sumsInWords(sums)}</b>{' '}
              {t('offlineCash.row', {
                number: receiptNumber,
                taken: formatDateTime(takenAt),
                counted: formatDateTime(countedAt),
                name: by,
              })}
            </p>
            <CountedBefore
              branchId={shift.branchId}
              shiftId={shift._id}
              offlineCashId={_id}
              sums={sums}
              isOwn={isOwn}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
