import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Resource, RowOf } from '#contract/resource.ts';
import { api, NetworkError, OfflineError } from '#src/lib/api.ts';
import { listKey, type Rows } from '#src/lib/resource.ts';
import { STALE_AFTER_MS } from '#src/lib/freshness.ts';
import { useServerSilence } from '#src/lib/server-reach.ts';
import type { List } from './cached-list.ts';
import { useLookup, type Lookup } from './lookup.ts';
import { useOnline } from './use-online.ts';

/** Rows of a page, the same for every long list: two screens of a desk, one packet of a slow line. */
const PAGE_SIZE = 50;

/** What is asked of a long list. */
export type Wanted = {
  asked: string;
  sort: string | undefined;
  page: number;
  filters: Readonly<Record<string, string>>;
};

/** One page of a long list as its screen needs it; `total` counts what is found on all pages. */
export type PagedList<Row> = List<Row> & {
  page: number;
  pages: number;
  pageSize: number;
  /** The rows come from the device, because the server did not answer. */
  isCopy: boolean;
};

/** Where the query cache keeps the pages of one search, order and set of filters. */
const pageKey = (resource: Resource, { asked, sort, page, filters }: Wanted) =>
  [...listKey(resource), 'page', { search: asked, sort, ...filters }, page] as const;

/** The total does not depend on the order or the page, so that both are changed without counting again. */
const totalKey = (resource: Resource, { asked, filters }: Wanted) =>
  [...listKey(resource), 'total', { search: asked, ...filters }] as const;

/** What was counted for the same filters a moment ago; then the server need not count again. */
function knownTotal(client: QueryClient, key: readonly unknown[]): number | undefined {
  const state = client.getQueryState<number>(key);
  if (!state || state.isInvalidated) return undefined;
  return Date.now() - state.dataUpdatedAt < STALE_AFTER_MS ? state.data : undefined;
}

function pageQuery<R extends Resource>(resource: R, wanted: Wanted) {
  return {
    queryKey: pageKey(resource, wanted),
    queryFn: async ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<Rows<RowOf<R>>> => {
      const total = knownTotal(client, totalKey(resource, wanted));
      const { asked, sort, page, filters } = wanted;
      const paging = { page, pageSize: PAGE_SIZE, ...(total !== undefined && { count: 'false' }) };
      const query = { ...filters, ...(asked !== '' && { search: asked }), sort, ...paging };
      const answer = await api.list<RowOf<R>>(resource.path, { query, signal, quiet: true });
      if (total === undefined) client.setQueryData(totalKey(resource, wanted), answer.total);
      return { rows: answer.rows, total: total ?? answer.total };
    },
  };
}

/** Fetches the page after this one, so that turning the page shows it at once. */
function useNextPage(resource: Resource, { asked, sort, page, filters }: Wanted, isThere: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isThere) void client.prefetchQuery(pageQuery(resource, { asked, sort, filters, page: page + 1 }));
  }, [client, resource, asked, sort, filters, page, isThere]);
}

/** Whether there is any use in waiting for the server. */
function useIsCut(failure: Error | null): boolean {
  const online = useOnline();
  const silent = useServerSilence((state) => state.silent);
  return !online || silent || failure instanceof NetworkError || failure instanceof OfflineError;
}

/**
 * One page of a list that is too long to be fetched whole: the server searches, sorts, filters and pages. The page before
 * stays until the next is there; whatever is asked for later wins, because each question has its own place in the cache
 * and a question that nobody asks any more is cancelled. While the server does not answer, `lookup` does.
 */
export function usePagedList<R extends Resource, Kept extends Record<string, unknown> = never>(
  resource: R,
  wanted: Wanted,
  lookup?: Lookup<Kept, RowOf<R>>,
): PagedList<RowOf<R>> {
  const client = useQueryClient();
  const query = useQuery({ ...pageQuery(resource, wanted), placeholderData: keepPreviousData });
  const isThere = query.data !== undefined && !query.isPlaceholderData;
  const isCut = useIsCut(query.failureReason);
  const copy = useLookup(lookup, wanted, { isWanted: isThere, isShown: isCut && !isThere });
  const first = (wanted.page - 1) * PAGE_SIZE;
  const total = copy.rows?.length ?? query.data?.total;
  const pages = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZE));
  useNextPage(resource, wanted, isThere && !isCut && wanted.page < pages);
  return {
    rows: copy.rows?.slice(first, first + PAGE_SIZE) ?? query.data?.rows,
    total,
    page: wanted.page,
    pages,
    pageSize: PAGE_SIZE,
    isCopy: copy.rows !== undefined,
    fetchedAt: copy.rows ? copy.fetchedAt : query.dataUpdatedAt,
    failed: copy.rows !== undefined || query.isError,
    refreshing: query.isFetching,
    error: query.error,
    refetch: () => void client.invalidateQueries({ queryKey: listKey(resource) }),
  };
}
