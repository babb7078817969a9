import { useQuery } from '@tanstack/react-query';
import { api } from '#src/lib/request/api.ts';
import type { Rows } from '#src/lib/request/resource.ts';
import { listQuery, type Listed } from './cached-list.ts';

type Options = { signal: AbortSignal; quiet: boolean };

const fetchOne = async <Row>(path: string, options: Options): Promise<Rows<Row>> => ({
  rows: [await api.get<Row>(path, options)],
  total: 1,
});

/** The copy of one record on this device, under a name like a list's. */
export const recordCopy = (name: string, path: string) =>
  ({ name, path, cache: 'all' }) satisfies Listed;

/** The query of one record, which is available without a network once it was opened with one. */
export const recordQuery = <Row>(record: Listed) =>
  listQuery<Row>(record, { quiet: true, fetchRows: fetchOne<Row> });

/** One record, with or without a network; `row` is undefined until there is a copy. */
export function useCachedRecord<Row>(record: Listed) {
  const query = useQuery(recordQuery<Row>(record));
  const { error, dataUpdatedAt: fetchedAt, isFetching: refreshing } = query;
  return {
    row: query.data?.rows[0],
    fetchedAt,
    failed: query.isError,
    refreshing,
    error,
    refetch: () => void query.refetch(),
  };
}
