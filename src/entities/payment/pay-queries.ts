import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeskFamily, DeskRules } from '#contract/desk/desk.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { api } from '#src/lib/request/api.ts';
import type { RateMoments } from './tenders.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';

/** The payment rules of a branch, under the same query key as the desk's. */
export const usePayRules = (branchId: string) =>
  useQuery({
    queryKey: ['desk', 'rules', branchId],
    queryFn: ({ signal }) =>
      api.get<DeskRules>('/desk/rules', { query: { branchId }, signal, quiet: true }),
  });

/** A payer's debts and credit, with the orders behind them; the desk uses the same query. */
export const usePayerAccount = (
  payer: { kind: 'parent' | 'student' | 'walkIn'; _id: string | null },
  branchId: string,
) =>
  useQuery({
    queryKey: ['desk', 'families', payer._id, branchId],
    queryFn: ({ signal }) =>
      api.get<DeskFamily>('/desk/families', {
        query: { [payer.kind === 'parent' ? 'parentId' : 'studentId']: payer._id ?? '', branchId },
        signal,
        quiet: true,
      }),
    enabled: payer.kind !== 'walkIn',
    gcTime: 0,
  });

/** The newest rates of baht and dollar, and the moment of each. */
export function usePayRates(): { rates: VisitRates; asOf: RateMoments } {
  const { data } = useQuery(listQuery<ExchangeRate>(exchangeRatesList, { quiet: true }));
  return useMemo(() => {
    const used = (data?.rows ?? []).filter(
      ({ currency }) => currency === 'THB' || currency === 'USD',
    );
    const rates = Object.fromEntries(
      used.map(({ currency, _id, rateToLAK }) => [currency, { rateId: _id, rate: rateToLAK }]),
    ) as VisitRates;
    const asOf: RateMoments = Object.fromEntries(
      used.map(({ currency, createdAt }) => [currency, createdAt]),
    );
    return { rates, asOf };
  }, [data]);
}
