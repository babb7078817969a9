import { useQuery } from '@tanstack/react-query';
import { coursesList } from '#contract/courses/courses-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import { useKeptOrders } from '#src/entities/order/kept-orders.ts';
import { listQuery, type Listed } from '#src/offline/lists/cached-list.ts';
import { recordQuery } from '#src/offline/lists/cached-record.ts';
import { classesCopy, peopleCopy } from './copies.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const MINUTE_MS = 60_000;
/** The copy has thousands of rows, so it is not refetched for every visit. */
const PEOPLE_EVERY_MS = 30 * MINUTE_MS;
const SEATS_EVERY_MS = 5 * MINUTE_MS;

/** The result is never rendered; the query only keeps the copy fresh. */
const quietly = (every: number, isAway: boolean) => ({
  enabled: !isAway,
  staleTime: every,
  refetchInterval: every,
  refetchOnWindowFocus: false,
  notifyOnChangeProps: [],
});

function useKept(list: Listed, every: number): void {
  useQuery({ ...listQuery(list, { quiet: true }), ...quietly(every, useServerUnreachable()) });
}

/**
 * Fetches everything that this desk needs without the server, in the background of the visit;
 * rates, rules and products come with the desk itself.
 */
export function KeepCopies({ branchId }: { branchId: string }): null {
  useKept(peopleCopy(branchId), PEOPLE_EVERY_MS);
  useKeptOrders();
  useKept(coursesList, PEOPLE_EVERY_MS);
  useKept(stockLevelsList, SEATS_EVERY_MS);
  useQuery({
    ...recordQuery(classesCopy(branchId)),
    ...quietly(SEATS_EVERY_MS, useServerUnreachable()),
  });
  return null;
}
