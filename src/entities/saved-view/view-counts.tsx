import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListOf } from '#contract/list-of.ts';
import { useBranchFilters } from '#src/offline/branch-choice.ts';
import { totalQuery } from '#src/offline/lists/paged-list.ts';
import type { BuiltInView } from './view-tabs.tsx';

const NO_FILTERS = {};
const COUNTED_EVERY_MS = 60_000;

/** The numbers of some views in their order; undefined until one is known. */
export type Counts = readonly (number | undefined)[];

const numbersOf = (results: readonly UseQueryResult<number>[]): Counts =>
  results.map(({ data }) => data);

type ViewCountsProps = {
  resource: ListOf;
  views: readonly BuiltInView[];
  /** False while the server does not answer. */
  isOnline: boolean;
  onCounted: (counts: Counts) => void;
};

/** Counts the rows of the views and shows nothing itself; a tab without a number works too. */
export function ViewCounts({ resource, views, isOnline, onCounted }: ViewCountsProps) {
  const branch = useBranchFilters(NO_FILTERS);
  const counts = useQueries({
    queries: views.map(({ search, isUncounted = false }) => {
      const filters = { ...branch, ...Object.fromEntries(new URLSearchParams(search)) };
      return {
        ...totalQuery(resource, { asked: '', filters }),
        enabled: isOnline && !isUncounted,
        staleTime: COUNTED_EVERY_MS,
        refetchOnWindowFocus: false,
      };
    }),
    combine: numbersOf,
  });
  useEffect(() => onCounted(counts), [counts, onCounted]);
  return null;
}
