import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import {
  daysOf,
  type Missing,
  type Timetable,
  type TimetableDay,
} from '#contract/classes/class-overview.ts';
import { api } from '#src/lib/request/api.ts';
import { listQuery, type List } from '#src/offline/lists/cached-list.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';

/** The number of weeks that one person opens in a day. */
const WEEKS_KEPT = 8;

/**
 * The whole answer is stored as one row in its original form: storing or comparing a thousand small
 * rows would take longer than drawing them.
 */
async function fetchWeek(path: string, options: { signal: AbortSignal; quiet: boolean }) {
  return { rows: [await api.text(path, options)], total: 1 };
}

/**
 * The week from this Monday on; without `branchId` it is that of the whole centre. The copy on the
 * device is shown first.
 */
export function useTimetable(monday: string, branchId: string | undefined): List<TimetableDay> {
  const of = branchId === undefined ? '' : `&branchId=${branchId}`;
  const list = {
    name: `timetable/${monday}/${branchId ?? 'all'}`,
    path: `/timetable?from=${monday}${of}`,
    cache: 'all',
    mostKept: WEEKS_KEPT,
  } as const;
  // Refetched on return, because somebody who comes back from a class page wants to see their
  // changes.
  const query = useQuery({
    ...listQuery<string>(list, { quiet: true, fetchRows: fetchWeek }),
    staleTime: 0,
  });
  const answer = query.data?.rows[0];
  // A week of thousands is parsed and shown between frames, not in the frame of its arrival.
  const shown = useDeferredValue(useMemo(() => ({ name: list.name, answer }), [list.name, answer]));
  const days = useMemo(
    () => (shown.answer === undefined ? undefined : daysOf(JSON.parse(shown.answer) as Timetable)),
    [shown],
  );
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

/** The open tasks of the classes, and their fill. */
export function useMissing(branchId: string | undefined) {
  return useQuery({
    queryKey: ['class-overview', 'missing', branchId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<Missing>('/class-overview/missing', { query: { branchId }, signal, quiet: true }),
    staleTime: 0,
    meta: { seatsOf: EVERY_CLASS },
  });
}
