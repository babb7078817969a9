import { addDays, mondayOf } from '#contract/dates.ts';
import { useAddress } from '#src/components/list/use-address.ts';
import { today } from '#src/lib/text/today.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { useNow } from '#src/lib/browser/use-now.ts';

export const weekViews = ['week', 'rooms', 'list'] as const;
export type WeekView = (typeof weekViews)[number];

const MINUTE_MS = 60_000;
const DAY = /^20\d\d-\d\d-\d\d$/;
/** A narrower screen has room for a single day only. */
const NARROW = '(width < 768px)';

function dayIn(written: string | null): string | undefined {
  if (written === null || !DAY.test(written)) return undefined;
  const time = Date.parse(`${written}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : addDays(written, 0);
}

export type WeekAddress = ReturnType<typeof useWeekAddress>;

/** The address of the timetable: the week, its day, the view and the filters. */
export function useWeekAddress() {
  const { params, write } = useAddress(0);
  const isNarrow = useMedia(NARROW);
  const now = today(useNow(MINUTE_MS));
  const week = mondayOf(dayIn(params.get('week')) ?? now);
  const asked = dayIn(params.get('day'));
  const day = [asked, now].find((one) => one !== undefined && mondayOf(one) === week) ?? week;
  const chosen = weekViews.find((view) => view === params.get('by'));
  return {
    week,
    day,
    today: now,
    // A phone shows one day at a time, so its week is the list.
    view: isNarrow && chosen === 'list' ? ('week' as const) : (chosen ?? 'week'),
    isNarrow,
    room: params.get('room') ?? '',
    teacher: params.get('teacher') ?? '',
    /** True to show only meetings that clash. */
    clashing: params.get('only') === 'clashes',
    toWeek: (weeks: number) =>
      write({ week: addDays(week, 7 * weeks), day: '' }, { replace: false }),
    toToday: () => write({ week: '', day: '' }, { replace: false }),
    narrow: (changes: Partial<Record<'day' | 'by' | 'room' | 'teacher' | 'only', string>>) =>
      write(changes, { replace: true }),
  };
}
