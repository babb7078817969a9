import { useQuery } from '@tanstack/react-query';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import {
  permissionSets,
  type AccountRight,
  type PermissionSet,
} from '#contract/rights/permission-sets.ts';
import { api } from '#src/lib/request/api.ts';

/** Rights are always read anew: an old copy of them would be wrong where it matters. */
const meta = { persist: false };

export const usePermissionSets = () =>
  useQuery({
    queryKey: [permissionSets.name],
    queryFn: ({ signal }) => api.get<PermissionSet[]>(permissionSets.path, { signal, quiet: true }),
    meta,
  });

export const useAllAccounts = (isNeeded: boolean) =>
  useQuery({
    queryKey: [permissionSets.name, 'accounts'],
    queryFn: ({ signal }) =>
      api.get<StaffAccount[]>(staffAccountsList.path, {
        query: { sort: 'firstName' },
        signal,
        quiet: true,
      }),
    enabled: isNeeded,
    meta,
  });

export const useAccountRights = (id: string | null) =>
  useQuery({
    queryKey: [permissionSets.name, 'rights', id],
    queryFn: ({ signal }) =>
      api.get<AccountRight[]>(`${staffAccountsList.path}/${id}/rights`, { signal, quiet: true }),
    enabled: id !== null,
    meta,
  });
