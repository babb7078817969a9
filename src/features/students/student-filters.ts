import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sources, studentStatuses } from '#contract/students.ts';
import type { Filter, FilterOption } from '#src/components/table/filters.ts';

/** What the student list can be narrowed by; by branch only where there are several to choose from. */
export function useStudentFilters(branches: readonly FilterOption[]): Filter[] {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      {
        kind: 'many',
        name: 'status',
        label: t('status'),
        options: studentStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
      },
      ...(branches.length > 0 ? [{ kind: 'one', name: 'branchId', label: t('branch'), options: branches } satisfies Filter] : []),
      {
        kind: 'one',
        name: 'source',
        label: t('source'),
        options: sources.map((value) => ({ value, label: t(`sources.${value}`) })),
      },
      { kind: 'number', name: 'minAge', label: t('minAge'), min: 0, max: 100 },
      { kind: 'number', name: 'maxAge', label: t('maxAge'), min: 0, max: 100 },
      { kind: 'one', name: 'archived', label: t('records'), none: t('inUse'), options: [{ value: 'true', label: t('archived') }], needsServer: true },
    ],
    [t, branches],
  );
}
