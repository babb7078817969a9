import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dayInLaos } from '#contract/dates.ts';
import { formatDateTime, formatTime } from '#src/lib/text/format.ts';
import { usedRatesAsOf, type RateMoments, type Wallet } from './tenders.ts';
import styles from './payment.module.css';

/** The age of the rates of foreign money and prices; nothing while all is in kip. */
export function RatesAsOf({ moments, wallet }: { moments: RateMoments; wallet: Wallet }) {
  const { t } = useTranslation('payment');
  const at = usedRatesAsOf(moments, wallet);
  if (at === undefined) return null;
  const isOfToday = dayInLaos(Date.parse(at)) === dayInLaos();
  return (
    <span className={styles.asOf}>
      <Clock aria-hidden size={14} />
      {t('rate.asOf', { time: isOfToday ? formatTime(at) : formatDateTime(at) })}
    </span>
  );
}
