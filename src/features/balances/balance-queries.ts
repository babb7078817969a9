import { useQuery } from '@tanstack/react-query';
import type { BalanceSums } from '#contract/balances.ts';
import { balances } from '#contract/lists/balances.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';

type Query = Readonly<Record<string, string>>;

/** What the families owe by age, and what those of the list come to. */
export const useBalanceSums = (query: Query) =>
  useQuery({
    queryKey: [...listKey(balances), 'sums', query],
    queryFn: ({ signal }) =>
      api.get<BalanceSums>(`${balances.path}/sums`, { query, signal, quiet: true }),
    placeholderData: (before) => before,
  }).data;
