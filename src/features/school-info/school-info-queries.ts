import { useQueryClient } from '@tanstack/react-query';
import type { schoolInfoInput, SchoolInfo } from '#contract/centre/school-info.ts';
import type * as z from 'zod/mini';
import { api } from '#src/lib/request/api.ts';
import { setCentre } from '#src/lib/session/centre.ts';
import { useLoadedRecord, type LoadedRecord } from '#src/lib/request/resource.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';

const PATH = '/school-info';
const KEY = ['school-info'];

/** The centre's one record. Like any record it does not change under an open form. */
export function useSchoolInfo(): LoadedRecord<SchoolInfo> {
  return useLoadedRecord(KEY, (signal) => api.get<SchoolInfo>(PATH, { signal }));
}

/** Saves the edited version; the header and the titles show a new name at once. */
export function useSchoolInfoSaver(): Saver<z.output<typeof schoolInfoInput>, SchoolInfo> {
  const client = useQueryClient();
  return {
    send: (input, row, key) =>
      api.put(PATH, { ...input, version: row?.version }, withIdempotency(key)),
    fetchLatest: () => api.get(PATH),
    onConfirmed: (row) => {
      client.setQueryData(KEY, row);
      setCentre(row);
    },
  };
}
