import { useTranslation } from 'react-i18next';
import { Tabs } from '#src/components/page/tabs.tsx';
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

/** The days of the week; the selected one is shown. */
export function DayTabs({ dates, day, today, onChoose }: DayTabsProps) {
  const { t } = useTranslation('class-overview');
  const tabs = dates.map((date) => ({
    id: date,
    name: `${weekdayName(date, { t })} ${showDay(date)}`,
    label: (
      <span className={styles.day} data-today={date === today || undefined}>
        {weekdayName(date, { t })}
        <b>{dayOfMonth(date)}</b>
      </span>
    ),
    onChoose: () => onChoose(date),
  }));
  return <Tabs label={t('days')} current={day} tabs={tabs} />;
}
