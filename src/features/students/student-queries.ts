import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ParentDuplicate } from '#contract/parents.ts';
import type { StudentDuplicate, StudentInput } from '#contract/students.ts';
import { showDay } from '#src/lib/day.ts';
import { fetchSame, type AskedPerson } from '#src/lib/same-person.ts';

export type Named = Pick<StudentInput, 'firstName' | 'lastName' | 'dateOfBirth' | 'phone'>;

/** What is asked about a student who is being typed in. */
export const aboutStudent = ({ firstName, lastName, dateOfBirth, phone }: Named, exceptId?: string): AskedPerson => ({
  ...{ firstName, lastName, phone, exceptId },
  // Half a day is none.
  dateOfBirth: dateOfBirth !== null && showDay(dateOfBirth) !== dateOfBirth ? dateOfBirth : undefined,
});

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

/**
 * Asks, before a student is saved, about everybody who may be there already; `question` puts it to the person. Whether
 * they have answered is what `confirmed` tells the server, which asks by itself otherwise.
 */
export function useDuplicateQuestion(question: (names: string) => Promise<boolean>) {
  const client = useQueryClient();
  const isConfirmed = useRef(false);
  const found = <Row>(path: string, query: AskedPerson) =>
    client.fetchQuery({ queryKey: [path, query, 'before saving'], queryFn: () => fetchSame<Row>(path, query), retry: false }).catch(() => []);
  const confirm = async (input: StudentInput, row?: Named & { _id: string }): Promise<boolean> => {
    isConfirmed.current = false;
    const isSame = row && (['firstName', 'lastName', 'dateOfBirth', 'phone'] as const).every((name) => row[name] === input[name]);
    const added = input.guardians.filter(({ parentId }) => parentId === null);
    const [students, ...parents] = await Promise.all([
      isSame ? [] : found<StudentDuplicate>('/students/duplicates', aboutStudent(input, row?._id)),
      ...added.map(({ firstName, lastName, phone }) => found<ParentDuplicate>('/parents/duplicates', { firstName, lastName, phone })),
    ]);
    const names = [...students.map((one) => `${fullName(one)} (${one.studentCode})`), ...parents.flat().map(fullName)];
    if (names.length > 0) isConfirmed.current = await question([...new Set(names)].join(', '));
    return names.length === 0 || isConfirmed.current;
  };
  return { confirm, confirmed: () => isConfirmed.current };
}
