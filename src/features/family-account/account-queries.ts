import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import { familyAccountOf } from '#src/entities/order/family-owes.tsx';
import { asLoaded, type LoadedRecord } from '#src/lib/request/resource.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

/**
 * The account of a payer as of a day. Nobody types into it, so it is refetched whenever it may have
 * changed.
 */
export function useFamilyAccount(id: string, asOf: string): LoadedRecord<FamilyAccount> {
  const branchId = useSelectedBranchId();
  const query = { ...(branchId !== undefined && { branchId }), ...(asOf !== '' && { asOf }) };
  const account = useQuery({
    ...familyAccountOf(id, query),
    placeholderData: keepPreviousData,
  });
  return asLoaded(account);
}
