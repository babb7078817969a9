import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  pending,
  type PendingHold,
  type PendingLapse,
  type PendingRenewal,
  type PendingUnpaid,
  type PendingView,
  type PendingWait,
} from '#contract/classes/pending.ts';
import { asList, type List } from '#src/offline/lists/cached-list.ts';
import { recordCopy, recordQuery } from '#src/offline/lists/cached-record.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';

/** No event announces that a day ends, or that an order changes without its seats. */
const ASK_EVERY_MS = 60_000;

export type PendingRowOf = {
  holds: PendingHold;
  waiting: PendingWait;
  lapsed: PendingLapse;
  renew: PendingRenewal;
  unpaid: PendingUnpaid;
};

/** The rows of one tab, also without network; refetched whenever a seat changes anywhere. */
export function usePending<View extends PendingView>(view: View): List<PendingRowOf[View]> {
  const branchId = useSelectedBranchId();
  const copy = useMemo(() => {
    const query = branchId === undefined ? '' : `?branchId=${branchId}`;
    return {
      ...recordCopy(
        `${pending.name}-${view}/${branchId ?? 'all'}`,
        `${pending.path}/${view}${query}`,
      ),
      mostKept: 1,
    };
  }, [view, branchId]);
  const query = useQuery({
    ...recordQuery<PendingRowOf[View][]>(copy),
    meta: { persist: false, seatsOf: EVERY_CLASS },
    refetchInterval: ASK_EVERY_MS,
  });
  const rows = query.data?.rows[0];
  return asList(query, rows, rows?.length);
}

/** Call it after an action: refetches every tab and the counts. */
export function usePendingChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [name] }) =>
          typeof name === 'string' && name.startsWith(pending.name),
      }),
    [client],
  );
}
