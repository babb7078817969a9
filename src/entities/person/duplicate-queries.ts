import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { parentsList } from '#contract/people/parents-list.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { ParentDuplicate } from '#contract/people/parents.ts';
import type { StudentDuplicate, StudentInput } from '#contract/people/students.ts';
import { type useConfirm } from '#src/components/kit/dialog.tsx';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';

type Query = Record<string, string | undefined>;
/** The children of this guardian are compared by name alone; `exceptId` is the record itself. */
type Among = { parentId?: string | undefined; exceptId?: string | undefined };

/** The typed data of a parent. */
export type NamedParent = { firstName: string; lastName: string; phone: string };
/** The typed data of a student. */
export type NamedStudent = Pick<StudentInput, 'firstName' | 'lastName' | 'dateOfBirth' | 'phone'>;

const parentPath = `${parentsList.path}/duplicates`;
const studentPath = `${studentsList.path}/duplicates`;

const aboutParent = ({ firstName, lastName, phone }: NamedParent, exceptId?: string): Query => ({
  firstName,
  lastName,
  phone,
  exceptId,
});

const aboutStudent = (
  { firstName, lastName, dateOfBirth, phone }: NamedStudent,
  among: Among,
): Query => ({
  firstName,
  lastName,
  phone,
  ...among,
  // A partly typed day is ignored.
  dateOfBirth:
    dateOfBirth !== null && showDay(dateOfBirth) !== dateOfBirth ? dateOfBirth : undefined,
});

/** Asks the server for parents who may be the one being typed. */
export const askParents = (named: NamedParent, signal: AbortSignal) =>
  api.get<ParentDuplicate[]>(parentPath, { query: aboutParent(named), signal, quiet: true });

/** Asks the server for students who may be the one being typed. */
export const askStudents = (named: NamedStudent, among: Among, signal: AbortSignal) =>
  api.get<StudentDuplicate[]>(studentPath, {
    query: aboutStudent(named, among),
    signal,
    quiet: true,
  });

/** People who may be the same as the one being typed; none while too little is typed. */
function useDuplicates<Row>(path: string, query: Query, isKnown: boolean): Row[] {
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get<Row[]>(path, { query, signal, quiet: true }),
    enabled: isKnown,
  });
  return (isKnown && data) || [];
}

/** Existing parents who may be the one being typed. */
export const useParentDuplicates = (named: NamedParent, isKnown: boolean, exceptId?: string) =>
  useDuplicates<ParentDuplicate>(parentPath, aboutParent(named, exceptId), isKnown);

/** Existing students who may be the one being typed. */
export const useStudentDuplicates = (named: NamedStudent, exceptId?: string) =>
  useDuplicates<StudentDuplicate>(
    studentPath,
    aboutStudent(named, { exceptId }),
    named.lastName !== '' || named.phone !== '',
  );

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
const isSame = <Named extends object>(
  row: Named | undefined,
  input: Named,
  fields: readonly (keyof Named)[],
) => row !== undefined && fields.every((field) => row[field] === input[field]);

// A failed search asks nothing: the server checks again on saving.
const fetchDuplicates = <Row>(path: string, query: Query): Promise<Row[]> =>
  api.get<Row[]>(path, { query, quiet: true }).catch(() => []);
const parentsLike = async (named: NamedParent, exceptId?: string) =>
  (await fetchDuplicates<ParentDuplicate>(parentPath, aboutParent(named, exceptId))).map(fullName);
const studentsLike = async (named: NamedStudent, among: Among) =>
  (await fetchDuplicates<StudentDuplicate>(studentPath, aboutStudent(named, among))).map(
    (student) => `${fullName(student)} (${student.studentCode})`,
  );

/**
 * Asks before saving if a person is one of the existing ones. `confirmed` passes the answer to the
 * server, which would otherwise ask itself.
 */
export function useDuplicateQuestion(ask: ReturnType<typeof useConfirm>['ask']) {
  const { t } = useTranslation('people');
  const isConfirmed = useRef(false);
  const askAbout = async (found: readonly Promise<string[]>[]): Promise<boolean> => {
    isConfirmed.current = false;
    const names = [...new Set((await Promise.all(found)).flat())].join(', ');
    if (names === '') return true;
    isConfirmed.current = await ask({
      title: t('record.maybe'),
      text: t('record.maybeAsk', { names }),
      confirm: t('record.saveAnyway'),
      cancel: t('record.lookAgain'),
    });
    return isConfirmed.current;
  };
  return {
    confirmParent: (input: NamedParent, row?: NamedParent & { _id: string }) =>
      askAbout(
        isSame<NamedParent>(row, input, ['firstName', 'lastName', 'phone'])
          ? []
          : [parentsLike(input, row?._id)],
      ),
    confirmStudent: (input: StudentInput, row?: NamedStudent & { _id: string }) =>
      askAbout([
        ...(isSame<NamedStudent>(row, input, ['firstName', 'lastName', 'dateOfBirth', 'phone'])
          ? []
          : [undefined, ...input.guardians.flatMap(({ parentId }) => parentId ?? [])].map(
              (parentId) => studentsLike(input, { parentId, exceptId: row?._id }),
            )),
        ...input.guardians
          .filter(({ parentId }) => parentId === null)
          .map((guardian) => parentsLike(guardian)),
      ]),
    confirmed: () => isConfirmed.current,
  };
}
