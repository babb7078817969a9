import { useQuery } from '@tanstack/react-query';
import type { Missing, TimetableDay } from '#contract/class-overview.ts';
import { api } from '#src/lib/api.ts';
import { listQuery, type List } from '#src/offline/cached-list.ts';

/** As many weeks as somebody looks at in a day. */
const WEEKS_KEPT = 8;

/** The week from this Monday on; `branchId` is none where the whole centre is shown. The copy on the device comes first. */
export function useTimetable(monday: string, branchId: string | undefined): List<TimetableDay> {
  const of = branchId === undefined ? '' : `&branchId=${branchId}`;
  const list = { name: `timetable/${monday}/${branchId ?? 'all'}`, path: `/timetable?from=${monday}${of}`, cache: 'all', mostKept: WEEKS_KEPT } as const;
  // Whoever comes back from a class wants to see what they have changed there.
  const query = useQuery({ ...listQuery<TimetableDay>(list, { quiet: true }), staleTime: 0 });
  return {
    rows: query.data?.rows,
    total: query.data?.total,
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
  });
}
