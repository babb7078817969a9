import { useQuery } from '@tanstack/react-query';
import type { ScoreSheet } from '#contract/assessments.ts';
import type { NotTaken, RosterRow, SessionAttendance } from '#contract/attendance.ts';
import type { ClassSession, SchoolClass } from '#contract/classes.ts';
import { api } from '#src/lib/api.ts';
import { listQuery } from '#src/offline/cached-list.ts';
import { kept, useCachedRecord } from '#src/offline/cached-record.ts';

// All of a class that a teacher needs in a room without network is kept under one name, so that the device shows it as one.
const keptOf = (id: string, part: string, path: string) => kept(`class-sessions|${id}|${part}`, path);

/** Whether a list of this name is kept of the class. */
export const isOfClass = (id: string, name: unknown): boolean => String(name).startsWith(`class-sessions|${id}|`);

/** The class itself. */
export const useClass = (id: string) => useCachedRecord<SchoolClass>(keptOf(id, 'class', `/classes/${encodeURIComponent(id)}`));

export const sessionsOf = (id: string) => keptOf(id, 'sessions', `/class-sessions?classId=${encodeURIComponent(id)}`);
/** Every meeting of the class, in the order of time. */
export const useSessions = (id: string) => useQuery(listQuery<ClassSession>(sessionsOf(id), { quiet: true }));

export const rosterOf = (id: string) => keptOf(id, 'roster', `/classes/${encodeURIComponent(id)}/roster`);
/** Everybody who is, was or waits to be in the class, by whatever desk. */
export function useRoster(id: string) {
  const query = listQuery<RosterRow>(rosterOf(id), { quiet: true });
  return useQuery({ ...query, meta: { ...query.meta, seatsOf: id } });
}

export const attendanceOf = (sessionId: string) => keptOf(sessionId, 'attendance', `/class-sessions/${encodeURIComponent(sessionId)}/attendance`);
/** Who was in one session. */
export const useAttendance = (sessionId: string) => useCachedRecord<SessionAttendance>(attendanceOf(sessionId));

/** Sessions of the class that are over without attendance. */
export const useNotTaken = (classId: string) =>
  useQuery({
    queryKey: ['attendance', 'not-taken', classId],
    queryFn: ({ signal }) => api.get<NotTaken[]>('/attendance/not-taken', { query: { classId }, signal, quiet: true }),
  });

export const scoresOf = (id: string) => keptOf(id, 'scores', `/classes/${encodeURIComponent(id)}/scores`);
/** The sheet of scores with what they come to. */
export const useScores = (id: string) => useCachedRecord<ScoreSheet>(scoresOf(id));
