import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Resource, RowOf, SortOf } from '#contract/resource.ts';
import { api } from '#src/lib/api.ts';
import { arrange } from '#src/lib/arrange.ts';
import { listKey } from '#src/lib/resource.ts';
import { asList, type List } from './cached-list.ts';

type Options<R extends Resource> = {
  isWanted: boolean;
  /** How the server is asked for them. */
  query: Record<string, string>;
  search: string;
  sort?: SortOf<R> | undefined;
};

/** What was put away: seldom looked at, so it is asked for when somebody does, and no copy of it is kept. `undefined` while nobody does. */
export function useArchivedList<R extends Resource>(resource: R, { isWanted, query: asked, search, sort }: Options<R>): List<RowOf<R>> | undefined {
  const query = useQuery({
    queryKey: [...listKey(resource), 'archived'],
    queryFn: ({ signal }) => api.list<RowOf<R>>(resource.path, { query: asked, signal, quiet: true }),
    enabled: isWanted,
    staleTime: 0,
  });
  const all = query.data?.rows;
  const rows = useMemo(() => all && arrange(all, { search, searchIn: resource.search, sort }), [all, search, resource, sort]);
  return isWanted ? asList(query, rows, query.data?.total) : undefined;
}
