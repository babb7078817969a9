import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTime } from '#src/lib/text/format.ts';
import { isOldRate } from './tenders.ts';
import styles from './payment.module.css';

/** The age of the rates used for foreign money and prices. */
export function RatesAsOf({ at }: { at: string }) {
  const { t } = useTranslation('payment');
  return (
    <span className={styles.asOf}>
      <Clock aria-hidden size={14} />
      {t('rate.asOf', { time: isOldRate(at) ? formatDateTime(at) : formatTime(at) })}
    </span>
  );
}
