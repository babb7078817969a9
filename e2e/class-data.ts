import * as z from 'zod/mini';
import {
  ATTENDANCE_LOCK_DAYS,
  notTaken,
  sessionAttendance,
  type NotTaken,
} from '#contract/attendance.ts';
import { classSession, type ClassSession } from '#contract/classes.ts';
import { dayInLaos } from '#contract/people.ts';
import { addDays } from '#contract/timetable.ts';
import { paths } from '#src/lib/paths.ts';
import type { ApiClient } from './api-client.ts';

/**
 * Yesterday's session of a new class whose attendance nobody has taken. The three sessions in the
 * weeks before are not taken either; the first is too old for a clerk.
 */
export async function forgottenSession(client: ApiClient): Promise<NotTaken> {
  // Other journeys leave classes that nobody has joined yet, and in the evening their sessions are
  // over as well.
  for (const found of await client.get('/attendance/not-taken', z.array(notTaken))) {
    const { students } = await client.get(
      `/class-sessions/${found._id}/attendance`,
      sessionAttendance,
    );
    if (students.filter(({ hasJoined }) => hasJoined).length >= 3) return found;
  }
  throw new Error('Nothing was forgotten');
}

/** A session of the clerk's branch whose attendance was taken recently and may still be changed. */
export async function takenSession(client: ApiClient): Promise<ClassSession> {
  const now = dayInLaos();
  const all = await client.get(
    `/class-sessions?from=${addDays(now, -ATTENDANCE_LOCK_DAYS)}&to=${now}`,
    z.array(classSession),
  );
  const found = all.find(({ status }) => status === 'held');
  if (!found) throw new Error('Nothing was taken');
  return found;
}

/** The address of a tab of a class's page. */
export const classPage = (classId: string, tab: string, session?: string) =>
  `${paths.classOverview}?id=${classId}&tab=${tab}${session === undefined ? '' : `&session=${session}`}`;
