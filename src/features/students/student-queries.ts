import { useQuery } from '@tanstack/react-query';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import type { StudentSummary } from '#contract/people/student-summary.ts';
import { studentsList } from '#contract/people/students-list.ts';
import { api } from '#src/lib/request/api.ts';
import { recordKey } from '#src/lib/request/resource.ts';

/** What stands beside a student's own fields: classes, the debt of the family, what happened. */
export const useStudentSummary = (id: string) =>
  useQuery({
    queryKey: [...recordKey(studentsList, id), 'summary'],
    queryFn: ({ signal }) =>
      api.get<StudentSummary>(`${studentsList.path}/${encodeURIComponent(id)}/summary`, {
        signal,
        quiet: true,
      }),
  });

/** Every class that the student is, was or waits to be in. */
export const useStudentClasses = (id: string, isAsked: boolean) =>
  useQuery({
    queryKey: [...recordKey(studentsList, id), 'places'],
    queryFn: ({ signal }) =>
      api.get<StudentPlaces>(`${studentsList.path}/${encodeURIComponent(id)}/places`, {
        signal,
        quiet: true,
      }),
    enabled: isAsked,
  });
