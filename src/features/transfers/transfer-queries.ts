import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { enrolments, type EnrolmentRow } from '#contract/classes/enrolments.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import { transfersList } from '#contract/classes/transfers-list.ts';
import type { TransferPreview, TransferTargets } from '#contract/classes/transfer-preview.ts';
import type { TransferTab } from '#contract/classes/transfer-kinds.ts';
import type { Transfer } from '#contract/classes/transfers.ts';
import { api } from '#src/lib/request/api.ts';
import {
  asLoaded,
  listKey,
  readOrNull,
  recordKey,
  recordPath,
  useLoadedRecord,
  type LoadedRecord,
} from '#src/lib/request/resource.ts';

/** The values that determine the price in another class. */
export type Wish = { enrolmentId: string; effectiveDate: string; keepDiscounts: boolean };

const queryOf = ({ enrolmentId, effectiveDate, keepDiscounts }: Wish) => ({
  enrolmentId,
  effectiveDate,
  keepDiscounts: String(keepDiscounts),
});

/** The enrolment to transfer, with its student and its class. */
export const useTransferPlace = (enrolmentId: string): LoadedRecord<EnrolmentPage> =>
  useLoadedRecord(['enrolment-pages', enrolmentId], (signal) =>
    readOrNull<EnrolmentPage>(`${recordPath(enrolments, enrolmentId)}/page`, {
      signal,
      quiet: true,
    }),
  );

/** The possible classes of one branch, with their prices on the effective date. */
export const useTargets = (wish: Wish, branchId: string): UseQueryResult<TransferTargets> =>
  useQuery({
    queryKey: [transfersList.name, 'targets', wish, branchId],
    queryFn: ({ signal }) =>
      api.get<TransferTargets>(`${transfersList.path}/targets`, {
        query: { ...queryOf(wish), branchId },
        signal,
        quiet: true,
      }),
    enabled: branchId !== '' && wish.effectiveDate !== '',
    gcTime: 0,
  });

/** The effect of moving to this class; nothing is fetched before a class is chosen. */
export const useTransferPreview = (
  wish: Wish,
  toClassId: string,
): UseQueryResult<TransferPreview> =>
  useQuery({
    queryKey: [transfersList.name, 'preview', wish, toClassId],
    queryFn: ({ signal }) =>
      api.get<TransferPreview>(`${transfersList.path}/preview`, {
        query: { ...queryOf(wish), toClassId },
        signal,
        quiet: true,
      }),
    enabled: toClassId !== '' && wish.effectiveDate !== '',
    gcTime: 0,
  });

/** Enrolments of a student that can be transferred. */
export const usePlacesOf = (studentId: string): readonly EnrolmentRow[] | undefined =>
  useQuery({
    queryKey: [enrolments.name, 'list', { studentId, status: 'active,suspended' }],
    queryFn: ({ signal }) =>
      api.get<EnrolmentRow[]>(enrolments.path, {
        query: { studentId, status: 'active,suspended' },
        signal,
        quiet: true,
      }),
    enabled: studentId !== '',
  }).data;

/**
 * One request in its current state. Nobody types into its page, so it is refetched whenever it may
 * have changed.
 */
export function useTransfer(id: string): LoadedRecord<Transfer> {
  const one = useQuery({
    queryKey: recordKey(transfersList, id),
    queryFn: ({ signal }) =>
      readOrNull<Transfer>(recordPath(transfersList, id), { signal, quiet: true }),
  });
  return asLoaded(one);
}

/** The number of requests in each tab; undefined if the server does not answer. */
export const useTransferCounts = (
  query: Readonly<Record<string, string>>,
): Record<TransferTab, number> | undefined =>
  useQuery({
    queryKey: [...listKey(transfersList), 'counts', query],
    queryFn: ({ signal }) =>
      api.get<Record<TransferTab, number>>(`${transfersList.path}/counts`, {
        query,
        signal,
        quiet: true,
      }),
  }).data;

/**
 * Call it after a request was made, decided or cancelled: refetches everything that shows it, its
 * enrolments or its money.
 */
export function useTransferChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [transfersList.name, enrolments.name, 'enrolment-pages', ordersList.name].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  }, [client]);
}
