import { useQuery } from '@tanstack/react-query';
import { addDays } from '#contract/dates.ts';
import type { ClassSession } from '#contract/classes/classes.ts';
import { api } from '#src/lib/request/api.ts';
import { today } from '#src/lib/text/today.ts';

/** Two weeks back for the timeline, two ahead for the next lesson. */
const DAYS = 14;

/** The lessons that a teacher has had lately, and has soon. */
export function useLessonsOfTeacher(teacherId: string) {
  const from = addDays(today(), -DAYS);
  const to = addDays(today(), DAYS);
  return useQuery({
    queryKey: ['class-sessions', 'of teacher', teacherId, from],
    queryFn: ({ signal }) =>
      api.get<ClassSession[]>('/class-sessions', {
        query: { teacherId, from, to },
        signal,
        quiet: true,
      }),
  });
}
