import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/resource.ts';
import { api, ApiError } from './api.ts';
import { listKey, useLoadedRecord, type LoadedRecord } from './resource.ts';
import { settling, type Saver } from './settle-write.ts';

type Named = Pick<Resource, 'name' | 'path'>;
type Changeable = { _id: string; version: number };

/** Where the query cache keeps the record that is open. */
export const recordKey = ({ name }: Named, id: string | null) => [name, 'record', id] as const;

/** One record whose page shows more of it than its list does. */
export function useWholeRecord<Row>(resource: Named, id: string | null): LoadedRecord<Row> {
  const load = (signal: AbortSignal) =>
    api.get<Row>(`${resource.path}/${encodeURIComponent(id ?? '')}`, { signal, quiet: true }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
  return useLoadedRecord(recordKey(resource, id), id === null ? undefined : load);
}

/** Saves such records; `confirmed` says whether the person has seen who else it may be. */
export function useWholeSaver<Input extends object, Row extends Changeable>(
  resource: Named,
  confirmed: () => boolean,
): Saver<Input, Row> {
  const client = useQueryClient();
  return {
    send: (input, row, key) => {
      const body = { ...input, confirmedDuplicate: confirmed() };
      return row
        ? api.put(`${resource.path}/${row._id}`, { ...body, version: row.version }, { ...settling(key), quiet: true })
        : api.post(resource.path, body, { ...settling(key), quiet: true });
    },
    current: (_input, row) => api.get(`${resource.path}/${row._id}`),
    // A child's record shows and changes its parents, and theirs the number of children.
    keep: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === listKey(resource)[1] }),
  };
}
