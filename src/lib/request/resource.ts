import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ListOf, RowOf } from '#contract/list-of.ts';
import type { InputOf, Resource } from '#contract/resource.ts';
import { api, ApiError } from './api.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';

/** A list in the query cache. */
export type Rows<Row> = { rows: Row[]; total: number };
/** The columns of every changeable row. */
export type Changeable = { _id: string; version: number };

/**
 * The query key of a list. Everything that shows the list (such as the header's rates) shares this
 * key and this shape.
 */
export const listKey = ({ name }: { name: string }) => [name, 'list'] as const;

/**
 * One record for its page: `new` without an id, `missing` if the server does not know it, or no
 * longer does.
 */
export type LoadedRecord<Row> =
  | { status: 'new' | 'loading' | 'missing' }
  | { status: 'failed'; error: Error; refetch: () => void }
  | { status: 'ready'; row: Row };

/**
 * One record for its page; `load` returns null if there is none, and is undefined if there is
 * nothing to load. The record is not cached after leaving the page, so that a form starts from the
 * latest version. It is never refetched while it is open, because somebody may be typing; a newer
 * version is found on saving.
 */
export function useLoadedRecord<Row>(
  key: readonly unknown[],
  load: ((signal: AbortSignal) => Promise<Row | null>) | undefined,
): LoadedRecord<Row> {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load?.(signal) ?? null,
    enabled: load !== undefined,
    gcTime: 0,
    // A reconnect or the end of a server silence refetches only records that failed to load.
    staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
  });
  return load ? asLoaded(query) : { status: 'new' };
}

type ReadRecord<Row> = {
  data: Row | null | undefined;
  error: Error | null;
  refetch: () => unknown;
};

/** The state of a record's page from its query, whose data is null if there is no such record. */
export function asLoaded<Row>({ data, error, refetch }: ReadRecord<Row>): LoadedRecord<Row> {
  if (data === null) return { status: 'missing' };
  if (data !== undefined) return { status: 'ready', row: data };
  return error ? { status: 'failed', error, refetch: () => void refetch() } : { status: 'loading' };
}

/** True for the answer that there is no such record, or that it is out of the person's sight. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** Reads one record; null if there is none. */
export const readOrNull = <Row>(
  path: string,
  options: Parameters<typeof api.get>[1],
): Promise<Row | null> =>
  api.get<Row>(path, options).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });

/** The path of one record. */
export const recordPath = ({ path }: { path: string }, id: string) =>
  `${path}/${encodeURIComponent(id)}`;

/** The saved record of a resource with this id. */
export function useRecord<R extends ListOf>(
  resource: R,
  id: string | null,
): LoadedRecord<RowOf<R>> {
  const load = (signal: AbortSignal) =>
    readOrNull<RowOf<R>>(recordPath(resource, id ?? ''), { signal });
  return useLoadedRecord([resource.name, 'record', id], id === null ? undefined : load);
}

/**
 * Puts a row that the server has just returned into the cached list, in place of its earlier
 * version, and refetches the list.
 */
export async function keepRow<R extends ListOf<{ _id: string }>>(
  client: QueryClient,
  resource: R,
  row: RowOf<R>,
  supersedes = (other: RowOf<R>) => other._id === row._id,
): Promise<void> {
  await client.cancelQueries({ queryKey: listKey(resource) });
  client.setQueryData<Rows<RowOf<R>>>(listKey(resource), (list) => {
    const rows = list && [row, ...list.rows.filter((other) => !supersedes(other))];
    return rows && { rows, total: rows.length };
  });
  void client.invalidateQueries({ queryKey: listKey(resource) });
}

/** Saves records of a resource: POST for a new one, PUT with the version for an existing one. */
export function useSaver<R extends Resource>(
  resource: R,
): Saver<InputOf<R>, RowOf<R> & Changeable> {
  const client = useQueryClient();
  return {
    send: (input, row, key) =>
      row
        ? api.put(
            `${resource.path}/${row._id}`,
            { ...input, version: row.version },
            withIdempotency(key),
          )
        : api.post(resource.path, input, withIdempotency(key)),
    fetchLatest: (_input, row) => api.get(`${resource.path}/${row._id}`),
    onConfirmed: (row) => keepRow(client, resource, row),
  };
}

export type ResourceAddress = Pick<Resource, 'name' | 'path'>;

/** The query key of the open record. */
export const recordKey = ({ name }: ResourceAddress, id: string | null) =>
  [name, 'record', id] as const;

/** One record whose page shows more of it than its list does. */
export function useRecordDetail<Row>(
  resource: ResourceAddress,
  id: string | null,
): LoadedRecord<Row> {
  const load = (signal: AbortSignal) =>
    readOrNull<Row>(recordPath(resource, id ?? ''), { signal, quiet: true });
  return useLoadedRecord(recordKey(resource, id), id === null ? undefined : load);
}
