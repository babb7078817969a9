import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListOf, RowOf, SortOf } from '#contract/list-of.ts';
import { api } from '#src/lib/request/api.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { listKey, type Rows } from '#src/lib/request/resource.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import { hasDeviceStorage } from '#src/offline/device-storage.ts';
import type { ListCopy } from './list-copies.ts';

/** The parts of a resource needed to fetch and store its list. */
export type Listed = Pick<ListOf, 'cache'> & {
  name: string;
  path: string;
  /**
   * The number of lists that are stored among those whose names agree up to the first slash: the
   * newest ones.
   */
  mostKept?: number;
};

/** Storing a copy needs a library that must not compete with the first screen for a slow line. */
const KEEP_AFTER_MS = 1000;
/**
 * The persisted copy must last as long as the page: by default a list that nobody shows is dropped
 * after minutes.
 */
const KEPT_IN_MEMORY_MS = 24 * 60 * 60 * 1000;

const copies = () => import('./list-copies.ts');

/**
 * Claims the device for the person who has just signed in, and wipes copies of anybody else; never
 * rejects.
 */
export async function claimAtSignIn(): Promise<void> {
  await copies()
    .then(({ ownClaim }) => ownClaim())
    .catch(() => undefined);
}

async function fetchWhole<Row>(
  path: string,
  options: { signal: AbortSignal; quiet: boolean },
): Promise<Rows<Row>> {
  const { rows } = await api.list<Row>(path, options);
  return { rows, total: rows.length };
}

/** Shows a copy. What holds less than the answer is fetched again at the next occasion. */
export function showRows(
  client: QueryClient,
  list: Pick<Listed, 'name'>,
  { rows, fetchedAt, isReduced }: ListCopy,
): void {
  const queryKey = listKey(list);
  client.setQueryData(queryKey, { rows, total: rows.length }, { updatedAt: fetchedAt });
  if (isReduced) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Takes over a newer copy of another tab, but never one that holds less than is shown here. */
function takeNewer(client: QueryClient, list: Listed, copy: ListCopy): void {
  if (!copy.isReduced) return showRows(client, list, copy);
  void client.invalidateQueries({ queryKey: listKey(list), exact: true, refetchType: 'none' });
}

/** Shows the copy on the device if nothing is shown yet; never rejects. */
async function showCopy(client: QueryClient, list: Listed): Promise<void> {
  const isEmpty = () => client.getQueryData(listKey(list)) === undefined;
  if (!isEmpty() || !(await hasDeviceStorage())) return;
  const copy = await copies()
    .then(({ readCopy }) => readCopy(list.name))
    .catch(() => undefined);
  if (copy && isEmpty()) showRows(client, list, copy);
}

/** Stores the fetched rows, unless the session has ended by then. */
function keepLater({ name, mostKept }: Listed, rows: unknown[]): void {
  const epoch = sessionEpoch();
  const fetchedAt = Date.now();
  setTimeout(() => {
    if (epoch !== sessionEpoch()) return;
    copies()
      .then(({ keepCopy }) => keepCopy(name, { rows, fetchedAt }, mostKept))
      .catch(() => undefined);
  }, KEEP_AFTER_MS);
}

/**
 * A whole list for the query cache: first the copy on the device, then the server's answer, which
 * becomes the new copy. Everything that shows the list shares it.
 */
export function listQuery<Row>(list: Listed, { quiet = false, fetchRows = fetchWhole<Row> } = {}) {
  return queryOptions({
    queryKey: listKey(list),
    queryFn: async ({ client, signal }) => {
      const fetched = fetchRows(list.path, { signal, quiet });
      const shown = showCopy(client, list);
      // Without a network the failure comes before the copy, but it must not be the first thing
      // anybody sees.
      await Promise.race([shown, fetched.catch(() => shown)]);
      const answer = await fetched;
      keepLater(list, answer.rows);
      return answer;
    },
    gcTime: KEPT_IN_MEMORY_MS,
    meta: { persist: list.cache === 'instant' },
  });
}

/**
 * A list for its screen. `rows` is undefined until there is a copy; `total` counts them before the
 * search.
 */
export type List<Row> = {
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** When the rows were fetched, in milliseconds since 1970; 0 without rows. */
  fetchedAt: number;
  /** True if the last fetch failed. */
  failed: boolean;
  refreshing: boolean;
  error: Error | null;
  refetch: () => void;
};

/** Turns a query into a list for its screen. */
export const asList = <Row>(
  query: UseQueryResult,
  rows: readonly Row[] | undefined,
  total: number | undefined,
): List<Row> => ({
  rows,
  total,
  fetchedAt: query.dataUpdatedAt,
  failed: query.isError,
  refreshing: query.isFetching,
  error: query.error,
  refetch: () => void query.refetch(),
});

type ListOptions<R extends ListOf> = {
  search?: string;
  sort?: SortOf<R> | undefined;
  /** The filters, by field name. */
  filters?: Readonly<Record<string, string>>;
  /** A failure shows no toast. */
  quiet?: boolean;
};

/** Takes over newer copies from other tabs. */
function useOtherTabs(client: QueryClient, list: Listed): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    const follow = async () => {
      const { followCopy } = await copies();
      stop = await followCopy(list.name, {
        newestHere: () => client.getQueryState(listKey(list))?.dataUpdatedAt ?? 0,
        onNewer: (copy) => takeNewer(client, list, copy),
      });
      if (gone) stop();
    };
    const timer = setTimeout(() => void follow().catch(() => undefined), KEEP_AFTER_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, list]);
}

/** A whole short list, with or without a network, searched, filtered and sorted on the device. */
export function useCachedList<R extends ListOf>(
  resource: R,
  { search = '', sort, filters, quiet = false }: ListOptions<R>,
): List<RowOf<R>> {
  const client = useQueryClient();
  const query = useQuery(listQuery<RowOf<R>>(resource, { quiet }));
  useOtherTabs(client, resource);
  const all = query.data?.rows;
  const rows = useMemo(
    () =>
      all && arrange(all, { search, searchIn: resource.search, sort, ...(filters && { filters }) }),
    [all, search, resource, sort, filters],
  );
  return asList(query, rows, query.data?.total);
}
