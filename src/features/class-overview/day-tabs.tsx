import { useTranslation } from 'react-i18next';
import { showDay } from '#src/lib/text/day.ts';
import { weekdayName } from './meeting-words.ts';
import styles from './timetable.module.css';

/** `16` of `2026-11-16`. */
export const dayOfMonth = (date: string) => String(Number(date.slice(8)));

type DayTabsProps = {
  dates: readonly string[];
  day: string;
  today: string;
  onChoose: (date: string) => void;
};

/** The days of the week; the selected one is shown. All seven fit on a phone. */
export function DayTabs({ dates, day, today, onChoose }: DayTabsProps) {
  const { t } = useTranslation('class-overview');
  return (
    <div className={styles.days} role="group" aria-label={t('days')}>
      {dates.map((date) => (
        <button
          key={date}
          type="button"
          aria-label={`${weekdayName(date, { t })} ${showDay(date)}`}
          aria-pressed={date === day}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => onChoose(date)}
        >
          {weekdayName(date, { t })}
          <b>{dayOfMonth(date)}</b>
        </button>
      ))}
    </div>
  );
}
