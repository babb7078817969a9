import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import type { LoadedRecord } from '#src/lib/request/resource.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

const orNull = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/**
 * The account of a payer as of a day. Nobody types into it, so it is refetched whenever it may have
 * changed.
 */
export function useFamilyAccount(id: string, asOf: string): LoadedRecord<FamilyAccount> {
  const branchId = useSelectedBranchId();
  const query = { ...(branchId !== undefined && { branchId }), ...(asOf !== '' && { asOf }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['family-accounts', id, query],
    queryFn: ({ signal }) =>
      api
        .get<FamilyAccount>(`/family-accounts/${encodeURIComponent(id)}`, {
          query,
          signal,
          quiet: true,
        })
        .catch(orNull),
    placeholderData: keepPreviousData,
  });
  if (data === null) return { status: 'missing' };
  if (data !== undefined) return { status: 'ready', row: data };
  return error ? { status: 'failed', error, refetch: () => void refetch() } : { status: 'loading' };
}
