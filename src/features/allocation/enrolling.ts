import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UnplacedStudent } from '#contract/allocation.ts';
import { classes } from '#contract/classes.ts';
import type { CheckedRow, Entry, EntryRow, Finding } from '#contract/enrolling.ts';
import { api } from '#src/lib/api.ts';
import { showDay } from '#src/lib/day.ts';
import { listKey } from '#src/lib/resource.ts';

/** A student who is to come into a class once the board is saved. */
export type Planned = { student: Pick<UnplacedStudent, '_id' | 'studentCode' | 'firstName' | 'lastName' | 'nickname'>; classId: string; as: Entry };

/** What speaks against each of these, asked of the server again whenever they change. */
export function useChecks(rows: readonly EntryRow[], together: boolean) {
  return useQuery({
    queryKey: ['enrolments', 'check', together, rows],
    queryFn: ({ signal }) => api.post<CheckedRow[]>('/enrolments/check', { rows, together }, { signal, quiet: true, background: true }),
    enabled: rows.length > 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Asks again for everything a change of who sits where has made old. */
export function useRefreshed() {
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries({ queryKey: ['enrolments'] }), client.invalidateQueries({ queryKey: listKey(classes) })]);
}

/** Says what was found in one sentence. */
export function useFindingText() {
  const { t } = useTranslation('allocation');
  const agesOf = ({ minAge = null, maxAge = null }: Finding) => {
    if (minAge === null) return t('ages.to', { max: maxAge ?? 0 });
    return maxAge === null ? t('ages.from', { min: minAge }) : t('ages.range', { min: minAge, max: maxAge });
  };
  return (finding: Finding): string => {
    const { check, classCode, courseCode, date, start, end, age } = finding;
    return t(`check.${check}`, { class: classCode, course: courseCode, date: showDay(date ?? null), start, end, age, ages: agesOf(finding) });
  };
}
