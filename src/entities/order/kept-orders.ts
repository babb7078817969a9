import { useQuery } from '@tanstack/react-query';
import { ordersList } from '#contract/orders/orders-list.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { recordCopy } from '#src/offline/lists/cached-record.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/** The name of the copy. The device keeps one branch only; another branch replaces it. */
export const keptOrders = (branchId: string): string => `orders-lookup/${branchId}`;

const FETCHED_EVERY_MS = 5 * 60_000;

/**
 * Keeps the branch's orders on the device for the finder, in the background of pages that work with
 * orders.
 */
export function useKeptOrders(): void {
  const branchId = useNewRecordBranchId();
  const isAway = useServerUnreachable();
  const mayRead = useCan('orders:read');
  const list = {
    ...recordCopy(keptOrders(branchId), `${ordersList.path}/lookup?branchId=${branchId}`),
    mostKept: 1,
  };
  useQuery({
    ...listQuery(list, { quiet: true }),
    enabled: mayRead && !isAway && branchId !== '',
    staleTime: FETCHED_EVERY_MS,
    refetchInterval: FETCHED_EVERY_MS,
    refetchOnWindowFocus: false,
    notifyOnChangeProps: [],
  });
}
