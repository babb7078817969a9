import { useQuery } from '@tanstack/react-query';
import type { ScoreSheet } from '#contract/classes/assessments.ts';
import type { NotTaken, RosterRow, SessionAttendance } from '#contract/classes/attendance.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import {
  attendanceOf,
  classOf,
  rosterOf,
  copiedScores,
  copiedSessions,
} from '#src/entities/class/class-copies.ts';
import { api } from '#src/lib/request/api.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import { useCachedRecord } from '#src/offline/lists/cached-record.ts';

/** The class itself. */
export const useClass = (id: string) => useCachedRecord<SchoolClass>(classOf(id));

/** Every meeting of the class, in the order of time. */
export const useSessions = (id: string) =>
  useQuery(listQuery<ClassSession>(copiedSessions(id), { quiet: true }));

/** Everybody who is, was or waits to be in the class, from any desk. */
export function useRoster(id: string) {
  const query = listQuery<RosterRow>(rosterOf(id), { quiet: true });
  return useQuery({ ...query, meta: { ...query.meta, seatsOf: id } });
}

/** The attendance of one session. */
export const useAttendance = (sessionId: string) =>
  useCachedRecord<SessionAttendance>(attendanceOf(sessionId));

/** Sessions of the class that are over without attendance. */
export const useNotTaken = (classId: string) =>
  useQuery({
    queryKey: ['attendance', 'not-taken', classId],
    queryFn: ({ signal }) =>
      api.get<NotTaken[]>('/attendance/not-taken', { query: { classId }, signal, quiet: true }),
  });

/**
 * The session without attendance that comes after this one: of its class before others of the
 * branch, the oldest first.
 */
export function useNextOpen(
  { _id, classId, branchId }: SessionAttendance,
  isAsked: boolean,
): NotTaken | undefined {
  const { data } = useQuery({
    queryKey: ['attendance', 'not-taken', 'of branch', branchId],
    queryFn: ({ signal }) =>
      api.get<NotTaken[]>('/attendance/not-taken', { query: { branchId }, signal, quiet: true }),
    enabled: isAsked,
  });
  const open = isAsked ? data?.filter((one) => one._id !== _id) : undefined;
  return open?.find((one) => one.classId === classId) ?? open?.[0];
}

/** The sheet of scores with its totals. */
export const useScores = (id: string) => useCachedRecord<ScoreSheet>(copiedScores(id));
