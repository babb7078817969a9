import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeskClasses, DeskFamily, DeskPerson, DeskRules } from '#contract/desk.ts';
import { drawers, type Drawer } from '#contract/drawers.ts';
import type { ExchangeRate } from '#contract/exchange-rates.ts';
import { exchangeRates } from '#contract/lists/exchange-rates.ts';
import type { VisitRates } from '#contract/visit-prices.ts';
import { api } from '#src/lib/request/api.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';
import type { DraftPlace } from './visit-draft.ts';
import type { Child } from './visit-people.ts';

/** Everything that the desk reads begins with this. */
export const DESK = 'desk';

/** People whom the text may mean; nobody for an empty text. */
export const usePeople = (search: string, branchId: string) =>
  useQuery({
    queryKey: [DESK, 'people', branchId, search],
    queryFn: ({ signal }) => api.get<DeskPerson[]>('/desk/people', { query: { search, branchId }, signal, quiet: true }),
    enabled: search !== '' && branchId !== '',
    placeholderData: (before) => (search === '' ? undefined : before),
  });

export const fetchFamily = (who: { studentId?: string; parentId?: string }, branchId: string) => api.get<DeskFamily>('/desk/families', { query: { ...who, branchId } });

/** The classes that this child may join, with what each costs today and what stands in the way; asked again whenever a seat is taken anywhere. */
export const useClasses = (branchId: string, child: Child | undefined) =>
  useQuery({
    queryKey: [DESK, 'classes', branchId, child?.known?._id ?? ''],
    queryFn: ({ signal }) => api.get<DeskClasses>('/desk/classes', { query: { branchId, studentId: child?.known?._id }, signal, quiet: true }),
    enabled: child !== undefined && branchId !== '',
    meta: { seatsOf: EVERY_CLASS },
  });

type AskedPlace = Pick<DraftPlace, 'classId' | 'basis' | 'units' | 'startDate'>;

/** One class as it is offered now, for a place that begins and is charged like this. */
export async function fetchClass(branchId: string, child: Child | undefined, { classId, basis, units, startDate }: AskedPlace) {
  const query = { branchId, classId, studentId: child?.known?._id, basis, units, startDate: startDate ?? undefined };
  const { classes } = await api.get<DeskClasses>('/desk/classes', { query, quiet: true });
  return classes.find((one) => one.classId === classId);
}

export const useRules = (branchId: string) =>
  useQuery({ queryKey: [DESK, 'rules', branchId], queryFn: ({ signal }) => api.get<DeskRules>('/desk/rules', { query: { branchId }, signal, quiet: true }), enabled: branchId !== '' });

export const drawersKey = (branchId: string) => [drawers.name, branchId] as const;

export const useDrawers = (branchId: string) =>
  useQuery({ queryKey: drawersKey(branchId), queryFn: ({ signal }) => api.get<Drawer[]>(drawers.path, { query: { branchId }, signal, quiet: true }), enabled: branchId !== '' });

/** The newest rates of baht and dollar, and when the older of them was entered. */
export function useRates(): { rates: VisitRates; asOf: string | undefined } {
  const { data } = useQuery(listQuery<ExchangeRate>(exchangeRates, { quiet: true }));
  return useMemo(() => {
    const used = (data?.rows ?? []).filter(({ currency }) => currency === 'THB' || currency === 'USD');
    const rates = Object.fromEntries(used.map(({ currency, _id, rateToLAK }) => [currency, { rateId: _id, rate: rateToLAK }])) as VisitRates;
    return { rates, asOf: used.map(({ createdAt }) => createdAt).toSorted()[0] };
  }, [data]);
}
