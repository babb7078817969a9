import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { schoolInfoInput, SchoolInfo } from '#contract/school-info.ts';
import type * as z from 'zod/mini';
import { api } from '#src/lib/api.ts';
import { setCentre } from '#src/lib/centre.ts';
import { newIdempotencyKey } from '#src/lib/idempotency-key.ts';
import type { LoadedRecord } from '#src/lib/resource.ts';
import { attemptSave, type SaveResult } from '#src/lib/save.ts';

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

/** Saves it over `row`, the version that was edited; the header and the titles take a new name at once. */
export function useSaveSchoolInfo() {
  const client = useQueryClient();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  return async (input: z.output<typeof schoolInfoInput>, row?: SchoolInfo): Promise<SaveResult<SchoolInfo>> => {
    const write = () => api.put<SchoolInfo>(PATH, { ...input, version: row?.version }, { idempotencyKey });
    const result = await attemptSave(write, () => api.get<SchoolInfo>(PATH));
    if (result.outcome === 'saved') {
      setIdempotencyKey(newIdempotencyKey());
      client.setQueryData(KEY, result.row);
      setCentre(result.row);
    }
    return result;
  };
}
