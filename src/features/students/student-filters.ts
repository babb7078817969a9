import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sources, studentStatuses } from '#contract/people/student-words.ts';
import type { Filter } from '#src/components/list/filters.ts';

/** The filters of the student list. The branch is selected in the header, for all lists at once. */
export function useStudentFilters(): Filter[] {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      {
        kind: 'many',
        name: 'status',
        label: t('status'),
        options: studentStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
      },
      {
        kind: 'one',
        name: 'source',
        label: t('source'),
        options: sources.map((value) => ({ value, label: t(`sources.${value}`) })),
      },
      { kind: 'number', name: 'minAge', label: t('minAge'), min: 0, max: 100 },
      { kind: 'number', name: 'maxAge', label: t('maxAge'), min: 0, max: 100 },
      {
        kind: 'one',
        name: 'archived',
        label: t('records'),
        none: t('inUse'),
        options: [{ value: 'true', label: t('archived') }],
        needsServer: true,
      },
    ],
    [t],
  );
}
