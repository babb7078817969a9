import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import {
  LOW_ATTENDANCE_PERCENT,
  sources,
  studentStatuses,
} from '#contract/people/student-words.ts';
import { DOT } from '#contract/words/dot.ts';
import type { Filter } from '#src/components/list/filters.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The terms and courses that a filter offers. */
function useOptions() {
  const isLao = useLanguage() === 'lo';
  const { rows: terms } = useCachedList(academicTermsList, { sort: '-startDate', quiet: true });
  const { rows: courses } = useCachedList(coursesList, { sort: 'code', quiet: true });
  return useMemo(
    () => ({
      terms: (terms ?? []).map(({ _id, code, academicYear }) => ({
        value: _id,
        label: `${code}${DOT}${academicYear}`,
      })),
      courses: (courses ?? []).map(({ _id, nameEn, nameLo }) => ({
        value: _id,
        label: (isLao && nameLo) || nameEn,
      })),
    }),
    [terms, courses, isLao],
  );
}

/** The filters of the student list. The branch is selected in the header, for all lists at once. */
export function useStudentFilters(): Filter[] {
  const { t } = useTranslation('people');
  const { terms, courses } = useOptions();
  const seesLate = useCan('balances:read');
  return useMemo(
    () => [
      { kind: 'one', name: 'termId', label: t('term'), options: terms, needsServer: true },
      { kind: 'one', name: 'courseId', label: t('course'), options: courses, needsServer: true },
      {
        kind: 'many',
        name: 'status',
        label: t('status'),
        options: studentStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
      },
      {
        kind: 'one',
        name: 'owes',
        label: t('debts'),
        options: [
          { value: 'any', label: t('owesAny') },
          ...(seesLate ? [{ value: 'late', label: t('owesLate') }] : []),
        ],
        needsServer: true,
      },
      {
        kind: 'one',
        name: 'placed',
        label: t('placed'),
        options: [
          { value: 'yes', label: t('placedYes') },
          { value: 'no', label: t('placedNo') },
        ],
      },
      {
        kind: 'one',
        name: 'attendance',
        label: t('attendance'),
        options: [{ value: 'low', label: t('below', { percent: LOW_ATTENDANCE_PERCENT }) }],
        needsServer: true,
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
    [t, terms, courses, seesLate],
  );
}
