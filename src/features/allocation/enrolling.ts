import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnplacedStudent } from '#contract/classes/allocation.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import type { CheckedRow, Entry, EntryRow } from '#contract/classes/enrolling.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';

/** A student and the class they get when the board is saved. */
export type PlannedEnrolment = {
  student: Pick<
    UnplacedStudent,
    '_id' | 'studentCode' | 'firstName' | 'lastName' | 'firstNameEn' | 'lastNameEn' | 'nickname'
  >;
  classId: string;
  as: Entry;
};

/** The objections to each row, fetched from the server again whenever the rows change. */
export function useChecks(rows: readonly EntryRow[], together: boolean) {
  return useQuery({
    queryKey: ['enrolments', 'check', together, rows],
    queryFn: ({ signal }) =>
      api.post<CheckedRow[]>(
        '/enrolments/check',
        { rows, together },
        { signal, quiet: true, background: true },
      ),
    enabled: rows.length > 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Refetches everything that depends on who sits where. */
export function useRefreshed() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['enrolments'] }),
      client.invalidateQueries({ queryKey: listKey(classesList) }),
    ]);
}
