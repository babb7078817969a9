import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { daysOf, type Missing, type Timetable, type TimetableDay } from '#contract/class-overview.ts';
import { api } from '#src/lib/api.ts';
import { listQuery, type List } from '#src/offline/cached-list.ts';
import { EVERY_CLASS } from '#src/offline/seats-live.ts';

/** As many weeks as somebody looks at in a day. */
const WEEKS_KEPT = 8;

/**
 * The whole answer is one row, and as it came: to copy a thousand small ones to the device, or to compare them with the
 * last answer, would take the page longer than to draw them.
 */
async function fetchWeek(path: string, options: { signal: AbortSignal; quiet: boolean }) {
  return { rows: [await api.text(path, options)], total: 1 };
}

/** The week from this Monday on; `branchId` is none where the whole centre is shown. The copy on the device comes first. */
export function useTimetable(monday: string, branchId: string | undefined): List<TimetableDay> {
  const of = branchId === undefined ? '' : `&branchId=${branchId}`;
  const list = { name: `timetable/${monday}/${branchId ?? 'all'}`, path: `/timetable?from=${monday}${of}`, cache: 'all', mostKept: WEEKS_KEPT } as const;
  // Whoever comes back from a class wants to see what they have changed there.
  const query = useQuery({ ...listQuery<string>(list, { quiet: true, fetchRows: fetchWeek }), staleTime: 0 });
  const answer = query.data?.rows[0];
  // A week of thousands is taken apart and put on the page between frames, not in the one in which it comes.
  const shown = useDeferredValue(useMemo(() => ({ name: list.name, answer }), [list.name, answer]));
  const days = useMemo(() => (shown.answer === undefined ? undefined : daysOf(JSON.parse(shown.answer) as Timetable)), [shown]);
  const rows = answer !== undefined && shown.name === list.name ? days : undefined;
  return {
    rows,
    total: rows?.length,
    fetchedAt: query.dataUpdatedAt,
    failed: query.isError,
    refreshing: query.isFetching,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

/** What the classes lack, and how full they are. */
export function useMissing(branchId: string | undefined) {
  return useQuery({
    queryKey: ['class-overview', 'missing', branchId ?? 'all'],
    queryFn: ({ signal }) => api.get<Missing>('/class-overview/missing', { query: { branchId }, signal, quiet: true }),
    staleTime: 0,
    meta: { seatsOf: EVERY_CLASS },
  });
}
