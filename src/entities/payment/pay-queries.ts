import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeskFamily, DeskRules } from '#contract/desk.ts';
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

/** What a payer owes and has free, with the orders behind it; the desk reads the same. */
export const usePayerAccount = (payer: { kind: 'parent' | 'student' | 'walkIn'; _id: string | null }, branchId: string) =>
  useQuery({
    queryKey: ['desk', 'families', payer._id, branchId],
    queryFn: ({ signal }) => api.get<DeskFamily>('/desk/families', { query: { [payer.kind === 'parent' ? 'parentId' : 'studentId']: payer._id ?? '', branchId }, signal, quiet: true }),
    enabled: payer.kind !== 'walkIn',
    gcTime: 0,
  });

/** The open drawer of this device, else any that is open in the branch. */
export function useOpenShift(branchId: string): string | null | undefined {
  const { data } = useQuery({ queryKey: [drawers.name, branchId], queryFn: ({ signal }) => api.get<Drawer[]>(drawers.path, { query: { branchId }, signal, quiet: true }) });
  const open = data?.filter(({ active, shift }) => active && shift !== null);
  const own = open?.find(({ _id }) => _id === forgivingStorage.getItem(DRAWER_KEY)) ?? open?.[0];
  return open && (own?.shift?._id ?? null);
}

/** The newest rates of baht and dollar, and when the older of them was entered. */
export function usePayRates(): { rates: VisitRates; asOf: string | undefined } {
  const { data } = useQuery(listQuery<ExchangeRate>(exchangeRates, { quiet: true }));
  return useMemo(() => {
    const used = (data?.rows ?? []).filter(({ currency }) => currency === 'THB' || currency === 'USD');
    const rates = Object.fromEntries(used.map(({ currency, _id, rateToLAK }) => [currency, { rateId: _id, rate: rateToLAK }])) as VisitRates;
    return { rates, asOf: used.map(({ createdAt }) => createdAt).toSorted()[0] };
  }, [data]);
}
