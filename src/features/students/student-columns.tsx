import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageOn } from '#contract/people.ts';
import { formatPhone } from '#contract/phone.ts';
import { studentStatuses, type Student } from '#contract/students.ts';
import { LeftToRight } from '#src/components/page/left-to-right.tsx';
import { PersonName } from '#src/components/page/person-name.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { formatDate } from '#src/lib/format.ts';
import { today } from '#src/lib/today.ts';
import { statusTones } from './status-tones.ts';

/** A birthday with the age that goes with it. */
function Birthday({ day }: { day: string | null }) {
  if (day === null) return null;
  return (
    <>
      <LeftToRight>{formatDate(day)}</LeftToRight>
      <Aside>{ageOn(day, today())}</Aside>
    </>
  );
}

/** The columns of the student list; `branchName` is there for whoever sees more than one branch. */
export function useStudentColumns(branchName?: (id: string) => string): Column<Student>[] {
  const { t } = useTranslation('people');
  return useMemo(() => {
    // Once, not in every row: words are looked up in several places before they are found.
    const statusWords = Object.fromEntries(studentStatuses.map((status) => [status, t(`statuses.${status}`)]));
    return [
      { field: 'firstName', label: t('name'), priority: 1, cell: (student) => <PersonName person={student} /> },
      { field: 'status', label: t('status'), priority: 1, cell: ({ status }) => <StatusMark tone={statusTones[status]} label={statusWords[status] ?? status} /> },
      { field: 'phone', label: t('phone'), priority: 2, oneWay: true, cell: ({ phone }) => formatPhone(phone) },
      { field: 'dateOfBirth', label: t('dateOfBirth'), priority: 2, cell: ({ dateOfBirth }) => <Birthday day={dateOfBirth} /> },
      ...(branchName
        ? [{ field: 'homeBranchId', label: t('branch'), priority: 2, cell: ({ homeBranchId }) => branchName(homeBranchId) } satisfies Column<Student>]
        : []),
      { field: 'studentCode', label: t('studentCode'), priority: 3, oneWay: true },
      { field: 'gender', label: t('gender'), priority: 3, optional: true, cell: ({ gender }) => t(`genders.${gender}`) },
      { field: 'currentSchool', label: t('currentSchool'), priority: 3, optional: true },
      { field: 'createdAt', label: t('createdAt'), priority: 3, optional: true, oneWay: true, cell: ({ createdAt }) => formatDate(createdAt) },
    ];
  }, [t, branchName]);
}
