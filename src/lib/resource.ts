import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { InputOf, Resource, RowOf } from '#contract/resource.ts';
import { api, ApiError } from './api.ts';
import { settling, type Saver } from './settle-write.ts';

/** A list as the query cache holds it. */
export type Rows<Row> = { rows: Row[]; total: number };
/** What every row that can be changed carries. */
type Changeable = { _id: string; version: number };

/** Where the query cache keeps a list: whoever else shows it (the header's rates) shares this key and this shape. */
export const listKey = ({ name }: { name: string }) => [name, 'list'] as const;

/** One record for its page. `new` when there is no id, `missing` when the server does not know it (any more). */
export type LoadedRecord<Row> =
  | { status: 'new' | 'loading' | 'missing' }
  | { status: 'failed'; error: Error; refetch: () => void }
  | { status: 'ready'; row: Row };

/**
 * One record for its page; `load` answers null when there is none, and is undefined when there is nothing to load. The
 * record is not kept when the page is left and not fetched again while it is open: a form must start from the latest
 * version, and then not change under the hands of the person.
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
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!load) return { status: 'new' };
  if (query.data === null) return { status: 'missing' };
  if (query.data !== undefined) return { status: 'ready', row: query.data };
  if (query.error) return { status: 'failed', error: query.error, refetch: () => void query.refetch() };
  return { status: 'loading' };
}

function orNull(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** The record of a resource with this id, as it is saved now. */
export function useRecord<R extends Resource>(resource: R, id: string | null): LoadedRecord<RowOf<R>> {
  const load = (signal: AbortSignal) =>
    api.get<RowOf<R>>(`${resource.path}/${encodeURIComponent(id ?? '')}`, { signal }).catch(orNull);
  return useLoadedRecord([resource.name, 'record', id], id === null ? undefined : load);
}

/**
 * Puts a row the server has just answered into the list on the device, in the place of the one it supersedes, and asks
 * for the list again.
 */
export async function keepRow<R extends Resource>(
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

/** Saves records of a resource: POST for a new one, PUT with its version for one that is there. */
export function useSaver<R extends Resource>(resource: R): Saver<InputOf<R>, RowOf<R> & Changeable> {
  const client = useQueryClient();
  return {
    send: (input, row, key) =>
      row
        ? api.put(`${resource.path}/${row._id}`, { ...input, version: row.version }, settling(key))
        : api.post(resource.path, input, settling(key)),
    current: (_input, row) => api.get(`${resource.path}/${row._id}`),
    keep: (row) => keepRow(client, resource, row),
  };
}
