import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageOn } from '#contract/people.ts';
import { formatPhone } from '#contract/phone.ts';
import { studentStatuses, type Student } from '#contract/students.ts';
import type { WordColumn, Words } from '#src/components/table/columns.ts';
import { personWords } from '#src/components/table/person-words.ts';
import { formatDate } from '#src/lib/format.ts';
import { today } from '#src/lib/today.ts';
import { statusTones } from './status-tones.ts';

/** A birthday with the age that goes with it. */
const birthday = (day: string | null): Words => (day === null ? { text: '', aside: '' } : { text: formatDate(day), aside: String(ageOn(day, today())) });

/** The columns of the student list; `branchName` is there for whoever sees more than one branch. */
export function useStudentColumns(branchName?: (id: string) => string): WordColumn<Student>[] {
  const { t } = useTranslation('people');
  return useMemo(() => {
    // Once, not in every row: words are looked up in several places before they are found.
    const statusWords = Object.fromEntries(studentStatuses.map((status) => [status, t(`statuses.${status}`)]));
    return [
      { field: 'firstName', label: t('name'), priority: 1, words: personWords() },
      { field: 'status', label: t('status'), priority: 1, words: ({ status }) => ({ text: statusWords[status] ?? status, tone: statusTones[status] }) },
      { field: 'phone', label: t('phone'), priority: 2, oneWay: true, words: ({ phone }) => formatPhone(phone) },
      { field: 'dateOfBirth', label: t('dateOfBirth'), priority: 2, oneWay: true, words: ({ dateOfBirth }) => birthday(dateOfBirth) },
      ...(branchName
        ? [{ field: 'homeBranchId', label: t('branch'), priority: 2, words: ({ homeBranchId }) => branchName(homeBranchId) } satisfies WordColumn<Student>]
        : []),
      { field: 'studentCode', label: t('studentCode'), priority: 3, oneWay: true },
      { field: 'gender', label: t('gender'), priority: 3, optional: true, words: ({ gender }) => t(`genders.${gender}`) },
      { field: 'currentSchool', label: t('currentSchool'), priority: 3, optional: true },
      { field: 'createdAt', label: t('createdAt'), priority: 3, optional: true, oneWay: true, words: ({ createdAt }) => formatDate(createdAt) },
    ];
  }, [t, branchName]);
}
