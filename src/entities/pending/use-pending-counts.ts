import { useQuery } from '@tanstack/react-query';
import { pending, type PendingCounts } from '#contract/classes/pending.ts';
import { api } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/** The maximum age of the counts on screens that do not follow live seats. */
const ASK_EVERY_MS = 60_000;

/**
 * The number of rows in each tab of Pending Enrollment, in one request for the sidebar and the
 * tabs. Undefined while the server does not answer.
 */
export function usePendingCounts(): PendingCounts | undefined {
  const branchId = useSelectedBranchId();
  const isReadable = useCan(pending.read);
  const isAway = useServerUnreachable();
  return useQuery({
    queryKey: [`${pending.name}-counts`, branchId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<PendingCounts>(`${pending.path}/counts`, {
        query: { branchId },
        signal,
        quiet: true,
      }),
    // No retries, because the next interval comes soon; no request without a network.
    enabled: isReadable && !isAway,
    retry: false,
    refetchInterval: ASK_EVERY_MS,
    staleTime: ASK_EVERY_MS / 2,
    meta: { seatsOf: EVERY_CLASS },
  }).data;
}
