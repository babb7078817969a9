import { useTranslation } from 'react-i18next';
import { formatTime } from '#src/lib/format.ts';
import { useSeatsAsOf } from '#src/offline/live-seats.ts';

/** When the seats beside it were true: now, as long as every desk's changes arrive, else the time of the last that did. */
export function SeatsAsOf({ fetchedAt, className }: { fetchedAt: number; className: string | undefined }) {
  const { t } = useTranslation();
  const asOf = useSeatsAsOf(fetchedAt);
  if (asOf === 0) return null;
  if (asOf === 'live') return <span className={className}>{t('list.asOfNow')}</span>;
  const stamp = new Date(asOf).toISOString();
  return (
    <time className={className} dateTime={stamp}>
      {t('list.asOf', { time: formatTime(stamp) })}
    </time>
  );
}
