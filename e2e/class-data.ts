import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ATTENDANCE_LOCK_DAYS } from '#contract/classes/attendance.ts';
import { classSession, type ClassSession } from '#contract/classes/classes.ts';
import { dayInLaos, addDays, weekdayOf } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';
import type { ApiClient } from './api-client.ts';
import { addClass, enrolNew, openTerm, sessionsOf } from './own-class.ts';

const STUDENTS = ['ກຸຫຼາບ', 'ຈຳປາ', 'ດາວ', 'ບົວ', 'ພອນ', 'ມະລິ', 'ວັນດີ'];

/**
 * Yesterday's session of a new class whose attendance nobody has taken. The three sessions in the
 * weeks before are not taken either; the first is too old for a clerk.
 */
export async function forgottenSession(client: ApiClient, students = 3): Promise<ClassSession> {
  const yesterday = addDays(dayInLaos(), -1);
  const startDate = addDays(yesterday, -21);
  const term = await openTerm(client, {
    code: `F${randomUUID().slice(0, 6)}`,
    startDate,
    endDate: addDays(yesterday, 28),
  });
  const one = await addClass(
    client,
    term,
    { slots: [{ weekday: weekdayOf(yesterday), start: '05:00', end: '05:30' }] },
    'running',
  );
  await enrolNew(client, one, STUDENTS.slice(0, students), startDate);
  const session = (await sessionsOf(client, one)).find(({ date }) => date === yesterday);
  if (!session) throw new Error('No session yesterday');
  return session;
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
