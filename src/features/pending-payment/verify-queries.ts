import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { orders } from '#contract/orders/orders-list.ts';
import { verification } from '#contract/orders/due-payments.ts';
import type { Slip, VerificationCounts } from '#contract/money/verify.ts';
import { api } from '#src/lib/request/api.ts';
import { asList, type List } from '#src/offline/lists/cached-list.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

/** The interval of refetching without a live connection. */
const ASK_EVERY_MS = 60_000;

/**
 * The rows of a tab of Pending Payment; refetched whenever somebody in the branch decides or
 * records something.
 */
export function useWork<Row>(part: string): List<Row> {
  const branchId = useSelectedBranchId();
  const query = useQuery({
    queryKey: [verification.name, part, branchId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<Row[]>(`${verification.path}/${part}`, { query: { branchId }, signal, quiet: true }),
    meta: { persist: false, ofWork: true },
    refetchInterval: ASK_EVERY_MS,
  });
  return asList(query, query.data, query.data?.length);
}

export const useSlips = (): List<Slip> => useWork<Slip>('slips');

/** The number of rows in each tab; undefined if the server does not answer. */
export function useVerificationCounts(): VerificationCounts | undefined {
  const branchId = useSelectedBranchId();
  return useQuery({
    queryKey: [verification.name, 'counts', branchId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<VerificationCounts>(`${verification.path}/counts`, {
        query: { branchId },
        signal,
        quiet: true,
      }),
    meta: { persist: false, ofWork: true },
    retry: false,
    refetchInterval: ASK_EVERY_MS,
  }).data;
}

/** Call it after a decision: refetches all tabs, and the orders in question. */
export function useVerificationChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: [orders.name] });
    await client.invalidateQueries({ queryKey: [verification.name] });
  }, [client]);
}
