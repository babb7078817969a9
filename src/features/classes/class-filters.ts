import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { classStatuses, type SchoolClass } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import type { Filter } from '#src/components/list/filters.ts';
import type { ClassParts } from '#src/entities/class/class-parts.ts';

/** The filters of the class list. */
export function useClassFilters({ terms, courses, courseName }: ClassParts): Filter[] {
  const { t } = useTranslation(['classes', 'common']);
  return useMemo(
    () => [
      {
        kind: 'tabs',
        name: 'status',
        label: t('status'),
        options: [
          { value: '', label: t('common:list.all') },
          ...classStatuses.map((status) => ({ value: status, label: t(`state.${status}`) })),
        ],
      },
      {
        kind: 'one',
        name: 'termId',
        label: t('term'),
        options: [...terms.values()].map(({ _id, name, academicYear }) => ({
          value: _id,
          label: `${name}${DOT}${academicYear}`,
        })),
      },
      {
        kind: 'one',
        name: 'courseId',
        label: t('course'),
        options: [...courses.values()].map(({ _id, code }) => ({
          value: _id,
          label: `${code}${DOT}${courseName(_id)}`,
        })),
      },
      { kind: 'dates', name: 'startDate', label: t('startDate') },
    ],
    [t, terms, courses, courseName],
  );
}

/** The filters with the number of `rows` for each tab; archived classes are not counted. */
export const withCounts = (
  filters: readonly Filter[],
  rows: readonly SchoolClass[] | undefined,
): Filter[] =>
  filters.map((filter) => {
    if (filter.kind !== 'tabs' || !rows) return filter;
    const count = (status: string) =>
      status === '' ? rows.length : rows.filter((row) => row.status === status).length;
    return {
      ...filter,
      options: filter.options.map((option) =>
        option.value === 'archived' ? option : { ...option, count: count(option.value) },
      ),
    };
  });
