import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassPlan } from '#contract/classes/class-changes.ts';
import type { Slot } from '#contract/classes/timetable.ts';
import { showDay } from '#src/lib/text/day.ts';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Weekdays that share one time. */
export type TimeGroup = { weekdays: number[]; start: string; end: string };

/** Weekly times grouped by time of day, in the order of the week. */
export function timeGroups(slots: readonly Slot[]): TimeGroup[] {
  const groups: TimeGroup[] = [];
  for (const { weekday, start, end } of slots) {
    const same = groups.find((group) => group.start === start && group.end === end);
    if (same) same.weekdays.push(weekday);
    else groups.push({ weekdays: [weekday], start, end });
  }
  return groups.map((group) => ({ ...group, weekdays: group.weekdays.toSorted((a, b) => a - b) }));
}

/** The reverse: one weekly time for each weekday. */
export const slotsOf = (groups: readonly TimeGroup[]): Slot[] =>
  groups.flatMap(({ weekdays, start, end }) =>
    weekdays.map((weekday) => ({ weekday, start, end })),
  );

/** So many weekdays stand in one piece with their time; more would not fit beside a name. */
const MOST_WHOLE = 3;
const NBSP = '\u00a0';

/** The weekdays of a group, with the space after them. */
function daysOf({ weekdays }: TimeGroup, nameOf: (weekday: number) => string): string {
  return weekdays.map(nameOf).join(weekdays.length > MOST_WHOLE ? ' ' : NBSP) + NBSP;
}

/** When a class meets, in short: "Mon Wed 17:00". */
export function useStartsInWords(): (slots: readonly Slot[]) => string {
  const { t } = useTranslation();
  return useCallback(
    (slots) =>
      timeGroups(slots)
        .map((group) => daysOf(group, (day) => t(`weekdays.${day as 1}`)) + group.start)
        .join(', '),
    [t],
  );
}

/** Weekly times in words: "Mon Wed Fri 17:00–18:30"; the last day stays beside the time. */
export function useTimesInWords(): (slots: readonly Slot[]) => string {
  const { t } = useTranslation();
  return useCallback(
    (slots) =>
      timeGroups(slots)
        .map((group) => {
          const days = daysOf(group, (day) => t(`weekdays.${day as 1}`));
          return `${days}${group.start}–${group.end}`;
        })
        .join(', '),
    [t],
  );
}

/**
 * Names the first class that occupies a person or a room at that time; undefined if they are free.
 */
export function useTaken(
  plan: ClassPlan | undefined,
): (whoId: string | null) => string | undefined {
  const { t } = useTranslation('classes');
  return (whoId) => {
    const [first, ...others] = plan?.clashes.filter((clash) => clash.whoId === whoId) ?? [];
    if (!first) return undefined;
    const { classCode, date, start, end } = first;
    const words = t('taken', { classCode, day: showDay(date), start, end });
    return others.length === 0 ? words : `${words} ${t('plan.more', { count: others.length })}`;
  };
}
