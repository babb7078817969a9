import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ListOf, RowOf } from '#contract/list-of.ts';
import type { InputOf, Resource } from '#contract/resource.ts';
import { api, ApiError } from './api.ts';
import type { Saver } from '#src/lib/request/idempotent-submit.ts';
import { withIdempotency } from '#src/lib/request/save.ts';

/** A list as the query cache holds it. */
export type Rows<Row> = { rows: Row[]; total: number };
/** The columns of every row that can be changed. */
type Changeable = { _id: string; version: number };

/**
 * Where the query cache keeps a list: whoever else shows it (the header's rates) shares this key
 * and this shape.
 */
export const listKey = ({ name }: { name: string }) => [name, 'list'] as const;

/**
 * One record for its page. `new` when there is no id, `missing` when the server does not know it
 * (any more).
 */
export type LoadedRecord<Row> =
  | { status: 'new' | 'loading' | 'missing' }
  | { status: 'failed'; error: Error; refetch: () => void }
  | { status: 'ready'; row: Row };

/**
 * One record for its page; `load` answers null when there is none, and is undefined when there is
 * nothing to load. The record is not kept when the page is left, so that a form starts from the
 * latest version, and never fetched again while it is open: somebody types into it, and a newer
 * version is found when they save.
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
    // Neither a reconnect nor the end of a server silence asks again for what is open; for what
    // failed to come they do.
    staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
  });
  if (!load) return { status: 'new' };
  if (query.data === null) return { status: 'missing' };
  if (query.data !== undefined) return { status: 'ready', row: query.data };
  if (query.error)
    return { status: 'failed', error: query.error, refetch: () => void query.refetch() };
  return { status: 'loading' };
}

function orNull(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** The record of a resource with this id, as it is saved now. */
export function useRecord<R extends ListOf>(
  resource: R,
  id: string | null,
): LoadedRecord<RowOf<R>> {
  const load = (signal: AbortSignal) =>
    api.get<RowOf<R>>(`${resource.path}/${encodeURIComponent(id ?? '')}`, { signal }).catch(orNull);
  return useLoadedRecord([resource.name, 'record', id], id === null ? undefined : load);
}

/**
 * Puts a row the server has just answered into the list on the device, in the place of the one it
 * supersedes, and asks for the list again.
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

/** Saves records of a resource: POST for a new one, PUT with its version for one that is there. */
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

type Named = Pick<Resource, 'name' | 'path'>;

/** Where the query cache keeps the record that is open. */
export const recordKey = ({ name }: Named, id: string | null) => [name, 'record', id] as const;

/** One record whose page shows more of it than its list does. */
export function useRecordDetail<Row>(resource: Named, id: string | null): LoadedRecord<Row> {
  const load = (signal: AbortSignal) =>
    api
      .get<Row>(`${resource.path}/${encodeURIComponent(id ?? '')}`, { signal, quiet: true })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
  return useLoadedRecord(recordKey(resource, id), id === null ? undefined : load);
}

/**
 * Saves such records; `confirmed` says whether the person has seen who else it may be.
 * `alsoShownIn` are the other lists that show something of them: a child's record changes its
 * parents, and a parent's list counts the children.
 */
export function detailSaver<Input extends object, Row extends Changeable>(
  client: QueryClient,
  resource: Named,
  confirmed: () => boolean,
  alsoShownIn: readonly { name: string }[],
): Saver<Input, Row> {
  return {
    send: (input, row, key) => {
      const body = { ...input, confirmedDuplicate: confirmed() };
      return row
        ? api.put(
            `${resource.path}/${row._id}`,
            { ...body, version: row.version },
            { ...withIdempotency(key), quiet: true },
          )
        : api.post(resource.path, body, { ...withIdempotency(key), quiet: true });
    },
    fetchLatest: (_input, row) => api.get(`${resource.path}/${row._id}`),
    onConfirmed: () => {
      for (const list of [resource, ...alsoShownIn])
        void client.invalidateQueries({ queryKey: listKey(list) });
    },
  };
}
