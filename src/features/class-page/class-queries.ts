import { useQuery } from '@tanstack/react-query';
import type { ScoreSheet } from '#contract/assessments.ts';
import type { NotTaken, RosterRow, SessionAttendance } from '#contract/attendance.ts';
import type { ClassSession, SchoolClass } from '#contract/classes.ts';
import { api } from '#src/lib/request/api.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { recordCopy, useCachedRecord } from '#src/offline/lists/cached-record.ts';

// All data that a teacher needs in a room without network is stored under one name, so that the device lists it as one copy.
const classCopy = (id: string, part: string, path: string) => recordCopy(`class-sessions|${id}|${part}`, path);

/** Whether a stored list of this name belongs to the class. */
export const isOfClass = (id: string, name: unknown): boolean => String(name).startsWith(`class-sessions|${id}|`);

/** The class itself. */
export const useClass = (id: string) => useCachedRecord<SchoolClass>(classCopy(id, 'class', `/classes/${encodeURIComponent(id)}`));

export const sessionsOf = (id: string) => classCopy(id, 'sessions', `/class-sessions?classId=${encodeURIComponent(id)}`);
/** Every meeting of the class, in the order of time. */
export const useSessions = (id: string) => useQuery(listQuery<ClassSession>(sessionsOf(id), { quiet: true }));

export const rosterOf = (id: string) => classCopy(id, 'roster', `/classes/${encodeURIComponent(id)}/roster`);
/** Everybody who is, was or waits to be in the class, by whatever desk. */
export function useRoster(id: string) {
  const query = listQuery<RosterRow>(rosterOf(id), { quiet: true });
  return useQuery({ ...query, meta: { ...query.meta, seatsOf: id } });
}

export const attendanceOf = (sessionId: string) => classCopy(sessionId, 'attendance', `/class-sessions/${encodeURIComponent(sessionId)}/attendance`);
/** The attendance of one session. */
export const useAttendance = (sessionId: string) => useCachedRecord<SessionAttendance>(attendanceOf(sessionId));

/** Sessions of the class that are over without attendance. */
export const useNotTaken = (classId: string) =>
  useQuery({
    queryKey: ['attendance', 'not-taken', classId],
    queryFn: ({ signal }) => api.get<NotTaken[]>('/attendance/not-taken', { query: { classId }, signal, quiet: true }),
  });

/** The session without attendance that comes after this one: of its class before others of the branch, the oldest first. */
export function useNextOpen({ _id, classId, branchId }: SessionAttendance, isAsked: boolean): NotTaken | undefined {
  const { data } = useQuery({
    queryKey: ['attendance', 'not-taken', 'of branch', branchId],
    queryFn: ({ signal }) => api.get<NotTaken[]>('/attendance/not-taken', { query: { branchId }, signal, quiet: true }),
    enabled: isAsked,
  });
  const open = isAsked ? data?.filter((one) => one._id !== _id) : undefined;
  return open?.find((one) => one.classId === classId) ?? open?.[0];
}

export const scoresOf = (id: string) => classCopy(id, 'scores', `/classes/${encodeURIComponent(id)}/scores`);
/** The sheet of scores with its totals. */
export const useScores = (id: string) => useCachedRecord<ScoreSheet>(scoresOf(id));
