import { useQuery } from '@tanstack/react-query';
import type { Parent, ParentDuplicate } from '#contract/parents.ts';
import type { StudentDuplicate } from '#contract/students.ts';
import { api } from '#src/lib/api.ts';
import { useSame } from '#src/lib/same-person.ts';
import { aboutStudent, type Named } from './student-queries.ts';

/** Parents who may be the guardian that is being typed in. */
export const useSameParents = (query: { firstName: string; lastName: string; phone: string }, isAsked: boolean) =>
  useSame<ParentDuplicate>('/parents/duplicates', query, isAsked && (query.phone !== '' || query.lastName !== ''));

/** Parents whose name or phone holds `search`. */
export const useFoundParents = (search: string) =>
  useQuery({
    queryKey: ['parents', 'found', search],
    queryFn: ({ signal }) => api.get<Parent[]>('/parents', { query: { search, pageSize: 6 }, signal, quiet: true }),
    enabled: search.length > 1,
  });

/** Students who may be the one in the form. */
export const useSameStudents = (named: Named, exceptId?: string) =>
  useSame<StudentDuplicate>('/students/duplicates', aboutStudent(named, exceptId), named.lastName !== '' || named.phone !== '');
