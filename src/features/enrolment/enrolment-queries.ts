import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EnrolmentPage, StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { enrolments } from '#contract/classes/enrolments.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import { isNotFound, listKey, type LoadedRecord } from '#src/lib/request/resource.ts';
import { recordCopy, useCachedRecord } from '#src/offline/lists/cached-record.ts';

/** The number of enrolments and students that stay on a device, the most recently opened ones. */
const ONES_KEPT = { mostKept: 30 } as const;

/**
 * A record with its last copy. If the server says that it does not exist, the copy does not count.
 */
function asLoaded<Row>({
  row,
  error,
  refetch,
}: Pick<ReturnType<typeof useCachedRecord<Row>>, 'row' | 'error' | 'refetch'>): LoadedRecord<Row> {
  if (isNotFound(error)) return { status: 'missing' };
  if (row !== undefined) return { status: 'ready', row };
  return error ? { status: 'failed', error, refetch } : { status: 'loading' };
}

function useKept<Row>(name: string, path: string) {
  const record = useCachedRecord<Row>({ ...recordCopy(name, path), ...ONES_KEPT });
  return { ...record, loaded: asLoaded<Row>(record) };
}

export const useEnrolmentPage = (id: string) =>
  useKept<EnrolmentPage>(`enrolments/${id}`, `${enrolments.path}/${encodeURIComponent(id)}/page`);
export const useStudentPlaces = (id: string) =>
  useKept<StudentPlaces>(`student-places/${id}`, `/students/${encodeURIComponent(id)}/places`);

/**
 * Call it after an enrolment has changed: refetches its page, its order, and every list of students
 * and seats.
 */
export function usePlaceChanged(refetch: () => void): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    refetch();
    for (const queryKey of [[enrolments.name], [ordersList.name], listKey(classesList), ['desk']])
      void client.invalidateQueries({ queryKey });
  }, [client, refetch]);
}
