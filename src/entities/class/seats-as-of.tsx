import { useTranslation } from 'react-i18next';
import { formatTime } from '#src/lib/text/format.ts';
import { useSeatsAsOf } from '#src/offline/live/live-seats.ts';

/**
 * The time of the seats beside it: live while changes of other desks arrive, else the time of the
 * last one.
 */
export function SeatsAsOf({
  fetchedAt,
  className,
}: {
  fetchedAt: number;
  className: string | undefined;
}) {
  const { t } = useTranslation();
  const asOf = useSeatsAsOf(fetchedAt);
  // The space is reserved, so that nothing below moves when the words appear.
  if (asOf === 0) return <span className={className} />;
  if (asOf === 'live') return <span className={className}>{t('list.asOfNow')}</span>;
  const timestamp = new Date(asOf).toISOString();
  return (
    <time className={className} dateTime={timestamp}>
      {t('list.asOf', { time: formatTime(timestamp) })}
    </time>
  );
}
