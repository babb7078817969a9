import { useQuery } from '@tanstack/react-query';
import type { ClassPlan } from '#contract/classes/class-changes.ts';
import type { Clash } from '#contract/classes/class-clashes.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { date } from '#contract/fields.ts';
import { weekdayOf } from '#contract/dates.ts';
import { slot } from '#contract/classes/timetable.ts';
import { api } from '#src/lib/request/api.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';

type Wanted = {
  date: string | null;
  start: string;
  end: string;
  teacherIds: readonly string[];
  roomId: string | null;
};

const none: readonly Clash[] = [];

/**
 * Fetches the clashes of the typed time, once typing pauses; the server checks again when the
 * change is sent.
 */
export function useSessionClashes(
  { _id, termId }: SchoolClass,
  wanted: Wanted | undefined,
): readonly Clash[] {
  const day = date.safeParse(wanted?.date);
  const times = slot.safeParse({
    weekday: day.success ? weekdayOf(day.data) : 0,
    start: wanted?.start,
    end: wanted?.end,
  });
  const { teacherIds = [], roomId = null } = wanted ?? {};
  const isWorthAsking = times.success && day.success && (teacherIds.length > 0 || roomId !== null);
  const query = isWorthAsking && {
    termId,
    classId: _id,
    from: day.data,
    to: day.data,
    slots: `${times.data.weekday}/${times.data.start}/${times.data.end}`,
    teacherIds: teacherIds.join(','),
    roomId: roomId ?? undefined,
  };
  const typed = query ? JSON.stringify(query) : '';
  const asked = useSettled(typed);
  const plan = useQuery({
    queryKey: ['classes', 'plan', asked],
    queryFn: ({ signal }) =>
      api.get<ClassPlan>('/classes/plan', {
        query: JSON.parse(asked) as Record<string, string>,
        signal,
        quiet: true,
      }),
    enabled: asked !== '',
    gcTime: 0,
  });
  // The clashes of another time are none of this one.
  return asked === '' || asked !== typed ? none : (plan.data?.clashes ?? none);
}

/** Clashes of one kind as the message of a field: who is taken, by which class, and when. */
export const sessionClashText = (clashes: readonly Clash[], kind: Clash['kind']): string =>
  clashes
    .filter((one) => one.kind === kind)
    .map(({ who, classCode, start, end }) => `${who}: ${classCode} ${start}–${end}`)
    .join('; ');
