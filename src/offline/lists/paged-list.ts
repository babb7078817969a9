import {
  hashKey,
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ListOf, type RowOf, cursorOf } from '#contract/list-of.ts';
import { api, NetworkError, OfflineError } from '#src/lib/request/api.ts';
import { timed } from '#src/lib/request/as-of.ts';
import { listKey } from '#src/lib/request/resource.ts';
import type { List } from './cached-list.ts';
import { useLookup, type Lookup } from './lookup.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/**
 * The rows of a page, the same for every long list: two screens of a desktop, and one packet of a
 * slow line.
 */
const PAGE_SIZE = 50;

/** The part of a long list that a screen asks for. */
export type PageRequest = {
  asked: string;
  sort: string | undefined;
  page: number;
  filters: Readonly<Record<string, string>>;
};

/**
 * One page of a long list for its screen; `total` counts the matches on all pages, once it is
 * known.
 */
export type PagedList<Row> = List<Row> & {
  page: number;
  /** Undefined while the rows are being counted. */
  pages: number | undefined;
  pageSize: number;
  /** Fetches the first matches, at most `limit`. */
  whole: (limit: number) => Promise<readonly Row[]>;
  /** True if the rows come from the device, because the server did not answer. */
  isCopy: boolean;
  /** The time up to which the rows have every write, if they were read from a standby. */
  asOf: string | undefined;
  /** True while the rows are those of the page, search or filters before. */
  isOld: boolean;
};

/** The query key of the pages of one search, order and set of filters. */
const pageKey = (resource: ListOf, { asked, sort, page, filters }: PageRequest) =>
  [...listKey(resource), 'page', { search: asked, sort, ...filters }, page] as const;

/** The total does not depend on order or page, so changing those does not count again. */
const totalKey = (resource: ListOf, { asked, filters }: Pick<PageRequest, 'asked' | 'filters'>) =>
  [...listKey(resource), 'total', { search: asked, ...filters }] as const;

/** The search and the filters of a list, as a query. */
const narrowing = ({ asked, filters }: Pick<PageRequest, 'asked' | 'filters'>) => ({
  ...filters,
  ...(asked !== '' && { search: asked }),
});

/** The query of the number of matches, by which the views of a list count theirs, too. */
export function totalQuery(resource: ListOf, wanted: Pick<PageRequest, 'asked' | 'filters'>) {
  return {
    queryKey: totalKey(resource, wanted),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
      const query = { ...narrowing(wanted), count: 'only' };
      return (await api.list(resource.path, { query, signal, quiet: true })).total;
    },
  };
}

/**
 * The start of the page: relative to a known page, or to the end of a counted list, which the
 * server finds fast at any depth. Only a page opened by its address is asked for by number.
 */
function pagingOf(
  client: QueryClient,
  resource: ListOf,
  wanted: PageRequest,
): Record<string, string | number> {
  const { page, sort } = wanted;
  if (page === 1 || sort === undefined) return { page, pageSize: PAGE_SIZE };
  const known = <Data>(queryKey: readonly unknown[]): Data | undefined => {
    const state = client.getQueryState<Data>(queryKey);
    return state?.isInvalidated ? undefined : state?.data;
  };
  const rowsOf = (at: number) =>
    known<{ _id: string }[]>(pageKey(resource, { ...wanted, page: at })) ?? [];
  const before = rowsOf(page - 1)[PAGE_SIZE - 1];
  if (before) return { after: cursorOf(before, sort), pageSize: PAGE_SIZE };
  const [behind] = rowsOf(page + 1);
  if (behind) return { before: cursorOf(behind, sort), pageSize: PAGE_SIZE };
  const left = (known<number>(totalKey(resource, wanted)) ?? 0) - (page - 1) * PAGE_SIZE;
  return left > 0 && left <= PAGE_SIZE
    ? { before: 'end', pageSize: left }
    : { page, pageSize: PAGE_SIZE };
}

/** The times of the pages that were read from a standby, by their keys. */
const readAt = new Map<string, string>();

function pageQuery<R extends ListOf>(resource: R, wanted: PageRequest) {
  return {
    queryKey: pageKey(resource, wanted),
    queryFn: async ({
      client,
      signal,
    }: {
      client: QueryClient;
      signal: AbortSignal;
    }): Promise<RowOf<R>[]> => {
      const query = {
        ...narrowing(wanted),
        sort: wanted.sort,
        ...pagingOf(client, resource, wanted),
        count: 'false',
      };
      const options = { query, signal, quiet: true };
      const { answer, asOf } = await api.send('GET', resource.path, options, timed<RowOf<R>[]>);
      const page = hashKey(pageKey(resource, wanted));
      if (asOf === undefined) readAt.delete(page);
      else readAt.set(page, asOf);
      return answer;
    },
  };
}

const MOST_AT_ONCE = 200;

/** The first `limit` rows of a list, fetched in parts. */
async function fetchFirst<R extends ListOf>(
  { path }: R,
  narrowed: Record<string, string>,
  sort: string | undefined,
  limit: number,
): Promise<RowOf<R>[]> {
  const rows: RowOf<R>[] = [];
  for (let page = 1; rows.length < limit; page += 1) {
    const last = rows.at(-1) as { _id: string } | undefined;
    const place = last && sort !== undefined ? { after: cursorOf(last, sort) } : { page };
    const query = {
      ...narrowed,
      sort,
      ...place,
      pageSize: Math.min(MOST_AT_ONCE, limit),
      count: 'false',
    };
    const part = await api.list<RowOf<R>>(path, { query });
    rows.push(...part.rows);
    if (part.rows.length < MOST_AT_ONCE) break;
  }
  return rows.slice(0, limit);
}

/** Fetches the next page ahead, so that turning the page shows it at once. */
function useNextPage(
  resource: ListOf,
  { asked, sort, page, filters }: PageRequest,
  isThere: boolean,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isThere)
      void client.prefetchQuery(pageQuery(resource, { asked, sort, filters, page: page + 1 }));
  }, [client, resource, asked, sort, filters, page, isThere]);
}

/**
 * The number of matches on all pages. It is counted after the rows, which do not wait for it, and
 * not at all if the first page has them all. Undefined while counting; a count stays as long as its
 * rows do.
 */
function useTotal(
  resource: ListOf,
  wanted: PageRequest,
  {
    data: rows,
    isPlaceholderData: isOld,
  }: { data: unknown[] | undefined; isPlaceholderData: boolean },
) {
  const isThere = rows !== undefined && !isOld;
  const isAll = isThere && wanted.page === 1 && rows.length < PAGE_SIZE;
  const counted = useQuery({
    ...totalQuery(resource, wanted),
    enabled: isThere && !isAll,
    placeholderData: keepPreviousData,
  });
  if (isAll) return rows.length;
  return isThere && counted.isPlaceholderData ? undefined : counted.data;
}

/** True if the server cannot answer, or the last try failed for lack of a network. */
function useNeedsCopy(failure: Error | null): boolean {
  return (
    useServerUnreachable() || failure instanceof NetworkError || failure instanceof OfflineError
  );
}

/**
 * One page of a list that is too long to be fetched whole: the server searches, sorts, filters and
 * pages. The last page stays until the next one is there. The latest request wins, because each has
 * its own cache entry and an abandoned one is cancelled. While the server does not answer, `lookup`
 * does.
 */
export function usePagedList<R extends ListOf, Kept extends Record<string, unknown> = never>(
  resource: R,
  wanted: PageRequest,
  lookup?: Lookup<Kept, RowOf<R>>,
): PagedList<RowOf<R>> {
  const client = useQueryClient();
  const query = useQuery({ ...pageQuery(resource, wanted), placeholderData: keepPreviousData });
  const isThere = query.data !== undefined && !query.isPlaceholderData;
  const isUnreachable = useNeedsCopy(query.failureReason);
  const copy = useLookup(lookup, wanted, { isWanted: isThere, isShown: isUnreachable && !isThere });
  const first = (wanted.page - 1) * PAGE_SIZE;
  const counted = useTotal(resource, wanted, query);
  const total = copy.rows?.length ?? counted;
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / PAGE_SIZE));
  // The count comes before the next page, because somebody waits for it.
  useNextPage(
    resource,
    wanted,
    isThere && !isUnreachable && pages !== undefined && wanted.page < pages,
  );
  const { asked, sort, page, filters } = wanted;
  const { data, error, isError, isFetching, dataUpdatedAt } = query;
  const isCopy = copy.rows !== undefined;
  const isOld = query.isPlaceholderData && !isCopy;
  const asOf = isCopy ? undefined : readAt.get(hashKey(pageKey(resource, wanted)));
  const fetchedAt = isCopy ? copy.fetchedAt : dataUpdatedAt;
  // The same object while nothing changes, so that nothing is drawn again.
  return useMemo(
    () => ({
      rows: copy.rows?.slice(first, first + PAGE_SIZE) ?? data,
      total,
      page,
      pages,
      pageSize: PAGE_SIZE,
      whole: async (limit: number) =>
        copy.rows?.slice(0, limit) ??
        fetchFirst(resource, narrowing({ asked, filters }), sort, limit),
      isCopy,
      isOld,
      asOf,
      fetchedAt,
      failed: isCopy || isError,
      refreshing: isFetching,
      error,
      refetch: () => void client.invalidateQueries({ queryKey: listKey(resource) }),
    }),
    [
      client,
      resource,
      asked,
      sort,
      page,
      filters,
      copy.rows,
      first,
      data,
      total,
      pages,
      isCopy,
      isOld,
      asOf,
      fetchedAt,
      isError,
      isFetching,
      error,
    ],
  );
}
