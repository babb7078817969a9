import { useTranslation } from 'react-i18next';
import { weekdayOf } from '#contract/dates.ts';
import { showDay } from '#src/lib/text/day.ts';

type Meeting = { date: string; start: string; end: string };

/** The usual words for a meeting: `Mon 16/11/2026, 17:00–18:30`. */
export function useSessionWords() {
  const { t } = useTranslation();
  const weekday = (day: number) => t(`weekdays.${day as 1}`);
  return {
    weekday,
    day: ({ date }: Meeting) => `${weekday(weekdayOf(date))}\u00a0${showDay(date)}`,
    times: ({ start, end }: Meeting) => `${start}–${end}`,
  };
}
