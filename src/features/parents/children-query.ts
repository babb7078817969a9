import { useQueries, useQuery } from '@tanstack/react-query';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import type { ChildOfParent } from '#contract/people/parents.ts';
import { api } from '#src/lib/request/api.ts';

/** The children of a parent. */
export const useChildren = (parentId: string) =>
  useQuery({
    queryKey: [parentsList.name, 'children', parentId],
    queryFn: ({ signal }) =>
      api.get<ChildOfParent[]>(`${parentsList.path}/${parentId}/children`, { signal, quiet: true }),
    gcTime: 0,
  });

/** Every class of these children, in the order of the children. */
export const useChildPlaces = (children: readonly ChildOfParent[]) =>
  useQueries({
    queries: children.map(({ studentId }) => ({
      queryKey: [parentsList.name, 'child places', studentId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<StudentPlaces>(`/students/${encodeURIComponent(studentId)}/places`, {
          signal,
          quiet: true,
        }),
    })),
  });
