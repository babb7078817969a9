import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { schoolInfoInput, SchoolInfo } from '#contract/school-info.ts';
import type * as z from 'zod/mini';
import { api } from '#src/lib/api.ts';
import { setCentre } from '#src/lib/centre.ts';
import type { LoadedRecord } from '#src/lib/resource.ts';
import { settling, type Saver } from '#src/lib/settle-write.ts';

const PATH = '/school-info';
const KEY = ['school-info'];

/** The centre's one record. Like any record it does not change under an open form. */
export function useSchoolInfo(): LoadedRecord<SchoolInfo> {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<SchoolInfo>(PATH, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return { status: 'ready', row: data };
  return error ? { status: 'failed', error, refetch: () => void refetch() } : { status: 'loading' };
}

/** Saves it over the version that was edited; the header and the titles take a new name at once. */
export function useSchoolInfoSaver(): Saver<z.output<typeof schoolInfoInput>, SchoolInfo> {
  const client = useQueryClient();
  return {
    send: (input, row, key) => api.put(PATH, { ...input, version: row?.version }, settling(key)),
    current: () => api.get(PATH),
    keep: (row) => {
      client.setQueryData(KEY, row);
      setCentre(row);
    },
  };
}
