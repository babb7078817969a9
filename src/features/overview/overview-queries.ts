import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { overviewParts, type OverviewPart } from '#contract/reports/overview-parts.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import { recordCopy, recordQuery } from '#src/offline/lists/cached-record.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';

/** No event announces that a hold nears its end, or that a day begins. */
const ASK_EVERY_MS = 60_000;

/**
 * One part of the overview, in the shape of a list with one row, which its freshness mark needs.
 */
export type Part<Answer> = List<Answer> & { answer: Answer | undefined };

/**
 * A part from the server or its last copy. It is refetched whenever a seat or money changes
 * anywhere, if there is a live connection.
 */
export function useOverviewPart<Answer>(part: OverviewPart): Part<Answer> {
  const branchId = useSelectedBranchId();
  const copy = useMemo(() => {
    const query = branchId === undefined ? '' : `?branchId=${branchId}`;
    return {
      ...recordCopy(`overview-${part}/${branchId ?? 'all'}`, `${overviewParts[part]}${query}`),
      mostKept: 1,
    };
  }, [part, branchId]);
  const query = useQuery({
    ...recordQuery<Answer>(copy),
    meta: { persist: false, seatsOf: EVERY_CLASS, ofWork: true },
    refetchInterval: ASK_EVERY_MS,
  });
  const { data, dataUpdatedAt: fetchedAt, isError: failed, isFetching: refreshing, error } = query;
  return {
    rows: data?.rows,
    answer: data?.rows[0],
    total: data?.total,
    fetchedAt,
    failed,
    refreshing,
    error,
    refetch: () => void query.refetch(),
  };
}
