import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageOn } from '#contract/dates.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { Student } from '#contract/people/students.ts';
import { studentStatuses } from '#contract/people/student-words.ts';
import type { CellText, ListColumn } from '#src/components/table/columns.ts';
import { personWords, studentTones } from '#src/entities/person/person-words.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';

/** A birthday with the age, whose words are looked up once per age. */
function birthdays(inWords: (age: number) => string): (student: Student) => CellText {
  const words = new Map<number, string>();
  return ({ dateOfBirth }) => {
    if (dateOfBirth === null) return { text: '', aside: '' };
    const age = ageOn(dateOfBirth, today());
    const aside = words.get(age) ?? inWords(age);
    words.set(age, aside);
    return { text: formatDate(dateOfBirth), aside };
  };
}

/** The columns of the student list; `branchName` is set for people who see more than one branch. */
export function useStudentColumns(branchName?: (id: string) => string): ListColumn<Student>[] {
  const { t } = useTranslation('people');
  return useMemo(() => {
    // Looked up once and not in every row, because a translation searches several namespaces.
    const statusWords = Object.fromEntries(
      studentStatuses.map((status) => [status, t(`statuses.${status}`)]),
    );
    return [
      { field: 'firstName', label: t('name'), priority: 1, text: personWords() },
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        text: ({ status }) => ({ text: statusWords[status] ?? status, tone: studentTones[status] }),
      },
      {
        field: 'phone',
        label: t('phone'),
        priority: 2,
        ltrNoWrap: true,
        text: ({ phone }) => formatPhone(phone),
      },
      {
        field: 'dateOfBirth',
        label: t('dateOfBirth'),
        priority: 2,
        ltrNoWrap: true,
        text: birthdays((count) => t('summary.age', { count })),
      },
      ...(branchName
        ? [
            {
              field: 'homeBranchId',
              label: t('branch'),
              priority: 2,
              text: ({ homeBranchId }) => branchName(homeBranchId),
            } satisfies ListColumn<Student>,
          ]
        : []),
      { field: 'studentCode', label: t('studentCode'), priority: 3, ltrNoWrap: true },
      {
        field: 'gender',
        label: t('gender'),
        priority: 3,
        optional: true,
        text: ({ gender }) => t(`genders.${gender}`),
      },
      { field: 'currentSchool', label: t('currentSchool'), priority: 3, optional: true },
      {
        field: 'createdAt',
        label: t('createdAt'),
        priority: 3,
        optional: true,
        ltrNoWrap: true,
        text: ({ createdAt }) => formatDate(createdAt),
      },
    ];
  }, [t, branchName]);
}
