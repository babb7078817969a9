import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageOn } from '#contract/dates.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { Student } from '#contract/people/students.ts';
import { studentStatuses } from '#contract/people/student-words.ts';
import { DOT } from '#contract/words/dot.ts';
import type { CellText, ListColumn } from '#src/components/table/columns.ts';
import { useStartsInWords } from '#src/entities/class/class-words.ts';
import { personWords, studentTones } from '#src/entities/person/person-words.ts';
import { AttendanceShare } from '#src/entities/student/attendance-share.tsx';
import { OwedSum } from '#src/entities/student/owed-sum.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const SHOWN_DIGITS = 4;
/** A number to call; away from the server only its end. */
export const shownPhone = (phone: string, isAway: boolean): string =>
  isAway ? `•••• ${phone.slice(-SHOWN_DIGITS)}` : formatPhone(phone);

/** A birthday with the age, whose words are looked up once per age. */
function birthdays(inWords: (age: number) => string): (student: Student) => CellText {
  const words = new Map<number, string>();
  return ({ dateOfBirth }) => {
    if (dateOfBirth === null) return { text: '', aside: '' };
    const age = ageOn(dateOfBirth, today());
    const aside = words.get(age) ?? inWords(age);
    words.set(age, aside);
    return { text: showDay(dateOfBirth), aside };
  };
}

/** The words of all statuses, looked up once and not in every row. */
function useStatusWords(): Record<string, string> {
  const { t } = useTranslation('people');
  return useMemo(
    () => Object.fromEntries(studentStatuses.map((status) => [status, t(`statuses.${status}`)])),
    [t],
  );
}

/** The name with nickname, code, and a status that is not the usual one. */
function useNameWords(): (student: Student) => CellText {
  const statusWords = useStatusWords();
  // A new language makes new words of the statuses, and so new names.
  return useMemo(() => {
    const words = personWords<Student>(({ studentCode }) => studentCode);
    return (student) => ({
      ...words(student),
      ...(student.status !== 'active' && {
        state: { label: statusWords[student.status] ?? '', tone: studentTones[student.status] },
      }),
    });
  }, [statusWords]);
}

/** The columns that other records know: class, phone, debt and attendance. */
function useOtherColumns(isAway: boolean): ListColumn<Student>[] {
  const { t } = useTranslation('people');
  const startsInWords = useStartsInWords();
  const isLao = useLanguage() === 'lo';
  return useMemo(() => {
    const notKept = <Aside isAlone>{t('notKept')}</Aside>;
    return [
      {
        field: 'classNow',
        label: t('classNow'),
        priority: 1,
        text: ({ classNow }) => {
          if (!classNow) return '—';
          const { courseEn, courseLo, slots, classCode, others } = classNow;
          const more = others > 0 ? t('moreClasses', { count: others }) : '';
          return {
            text: (isLao && courseLo) || courseEn,
            under: [startsInWords(slots), more].filter(Boolean).join(DOT),
            code: classCode,
          };
        },
      },
      {
        field: 'contact',
        label: t('contactPhone'),
        priority: 1,
        onCard: false,
        ltrNoWrap: true,
        text: ({ contact }) =>
          contact === null
            ? '—'
            : {
                text: shownPhone(contact.phone, isAway),
                under:
                  contact.relation === null
                    ? t('ownPhone')
                    : t(`record.relations.${contact.relation}`),
              },
      },
      {
        field: 'owedLAK',
        label: t('owes'),
        priority: 1,
        align: 'end',
        cell: (row) => (isAway ? notKept : <OwedSum {...row} />),
      },
      {
        field: 'attendance',
        label: t('attendance'),
        priority: 1,
        align: 'end',
        cell: ({ attendance }) => (isAway ? notKept : <AttendanceShare of={attendance} />),
      },
    ];
  }, [t, startsInWords, isLao, isAway]);
}

/**
 * The columns of the student list; `branchName` is set for people who see more than one branch, and
 * `isAway` while the server does not answer: a device keeps neither debts nor marks.
 */
export function useStudentColumns(
  branchName: ((id: string) => string) | undefined,
  isAway: boolean,
): ListColumn<Student>[] {
  const { t } = useTranslation('people');
  const nameWords = useNameWords();
  const statusWords = useStatusWords();
  const others = useOtherColumns(isAway);
  return useMemo(
    () => [
      { field: 'firstName', label: t('name'), priority: 1, text: nameWords },
      ...others,
      ...(branchName
        ? [
            {
              field: 'homeBranchId',
              label: t('branch'),
              priority: 3,
              text: ({ homeBranchId }) => branchName(homeBranchId),
            } satisfies ListColumn<Student>,
          ]
        : []),
      {
        field: 'status',
        label: t('status'),
        priority: 3,
        optional: true,
        text: ({ status }) => ({ text: statusWords[status] ?? status, tone: studentTones[status] }),
      },
      {
        field: 'phone',
        label: t('phone'),
        priority: 3,
        optional: true,
        ltrNoWrap: true,
        text: ({ phone }) => formatPhone(phone),
      },
      {
        field: 'dateOfBirth',
        label: t('dateOfBirth'),
        priority: 3,
        optional: true,
        ltrNoWrap: true,
        text: birthdays((count) => t('summary.age', { count })),
      },
      {
        field: 'studentCode',
        label: t('studentCode'),
        priority: 3,
        optional: true,
        ltrNoWrap: true,
      },
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
    ],
    [t, nameWords, statusWords, others, branchName],
  );
}
