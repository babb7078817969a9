import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListOf, RowOf, SortOf } from '#contract/list-of.ts';
import { api } from '#src/lib/request/api.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { asList, type List } from './cached-list.ts';

type Options<R extends ListOf> = {
  isWanted: boolean;
  /** The query for the server. */
  query: Record<string, string>;
  search: string;
  sort?: SortOf<R> | undefined;
  /** The filters, by field name. */
  filters?: Readonly<Record<string, string>>;
};

/**
 * Archived rows, fetched on demand and not stored, because few people look at them. `undefined`
 * unless they are wanted.
 */
export function useArchivedList<R extends ListOf>(
  resource: R,
  { isWanted, query: asked, search, sort, filters }: Options<R>,
): List<RowOf<R>> | undefined {
  const query = useQuery({
    queryKey: [...listKey(resource), 'archived'],
    queryFn: ({ signal }) =>
      api.list<RowOf<R>>(resource.path, { query: asked, signal, quiet: true }),
    enabled: isWanted,
    staleTime: 0,
  });
  const all = query.data?.rows;
  const rows = useMemo(
    () =>
      all && arrange(all, { search, searchIn: resource.search, sort, ...(filters && { filters }) }),
    [all, search, resource, sort, filters],
  );
  return isWanted ? asList(query, rows, query.data?.total) : undefined;
}
