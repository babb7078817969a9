import { useTranslation } from 'react-i18next';
import { weekdayOf } from '#contract/dates.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatTime } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** The name of a course in the language of the interface. */
export function useCourseName(): (row: { courseEn: string; courseLo: string }) => string {
  const isLao = useLanguage() === 'lo';
  return ({ courseEn, courseLo }) => (isLao ? courseLo || courseEn : courseEn || courseLo);
}

/** A day as `Tue 24/11`. */
export function useDayInWords(): (day: string) => string {
  const { t } = useTranslation();
  return (day) => `${t(`weekdays.${weekdayOf(day) as 1}`)} ${showDay(day).slice(0, 5)}`;
}

/** The first lesson that has not begun, by the clock of Vientiane. */
export function nextLesson<Lesson extends { date: string; start: string; status: string }>(
  lessons: readonly Lesson[] | undefined,
  now: { day: string; time: string },
): Lesson | undefined {
  return lessons
    ?.filter(
      ({ date, start, status }) =>
        status === 'scheduled' && (date > now.day || (date === now.day && start > now.time)),
    )
    .toSorted((a, b) => `${a.date} ${a.start}`.localeCompare(`${b.date} ${b.start}`))[0];
}

/** The day and the time of Vientiane. */
export const vientianeNow = () => ({
  day: today(),
  time: formatTime(new Date().toISOString()),
});
