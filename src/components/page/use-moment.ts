import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#src/lib/text/age.ts';
import { formatDate, formatDateTime, formatTime } from '#src/lib/text/format.ts';

/**
 * A moment as people say it: only the time today, "yesterday" for the day before, then the date.
 */
export function useMoment(moment: number, now: number): string {
  const { t } = useTranslation();
  const timestamp = new Date(moment).toISOString();
  const isOn = (day: number) => formatDate(timestamp) === formatDate(new Date(day).toISOString());
  if (isOn(now)) return t('list.asOf', { time: formatTime(timestamp) });
  if (isOn(now - DAY_MS)) return t('list.asOfYesterday', { time: formatTime(timestamp) });
  return t('list.asOf', { time: formatDateTime(timestamp) });
}
