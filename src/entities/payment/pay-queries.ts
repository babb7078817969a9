import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeskRules } from '#contract/desk.ts';
import { drawers, type Drawer } from '#contract/drawers.ts';
import type { ExchangeRate } from '#contract/exchange-rates.ts';
import { exchangeRates } from '#contract/lists/exchange-rates.ts';
import type { VisitRates } from '#contract/visit-prices.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { DRAWER_KEY } from '#src/lib/browser/storage-keys.ts';
import { api } from '#src/lib/request/api.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';

/** What money is taken by in a branch; the desk keeps it under the same key. */
export const usePayRules = (branchId: string) => useQuery({ queryKey: ['desk', 'rules', branchId], queryFn: ({ signal }) => api.get<DeskRules>('/desk/rules', { query: { branchId }, signal, quiet: true }) });

/** The open drawer of this device, else any that is open in the branch. */
export function useOpenShift(branchId: string): string | null | undefined {
  const { data } = useQuery({ queryKey: [drawers.name, branchId], queryFn: ({ signal }) => api.get<Drawer[]>(drawers.path, { query: { branchId }, signal, quiet: true }) });
  const open = data?.filter(({ active, shift }) => active && shift !== null);
  const own = open?.find(({ _id }) => _id === forgivingStorage.getItem(DRAWER_KEY)) ?? open?.[0];
  return open && (own?.shift?._id ?? null);
}

/** The newest rates of baht and dollar. */
export function usePayRates(): VisitRates {
  const { data } = useQuery(listQuery<ExchangeRate>(exchangeRates, { quiet: true }));
  return useMemo(() => {
    const used = (data?.rows ?? []).filter(({ currency }) => currency === 'THB' || currency === 'USD');
    return Object.fromEntries(used.map(({ currency, _id, rateToLAK }) => [currency, { rateId: _id, rate: rateToLAK }])) as VisitRates;
  }, [data]);
}
