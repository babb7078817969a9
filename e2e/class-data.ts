import * as z from 'zod/mini';
import { notTaken, type NotTaken } from '#contract/attendance.ts';
import { paths } from '#src/lib/paths.ts';
import type { ApiClient } from './api-client.ts';

/** A session of the clerk's branch that is over without attendance; the demo centre has a few. */
export async function forgottenSession(client: ApiClient, index: number): Promise<NotTaken> {
  const all = await client.get('/attendance/not-taken', z.array(notTaken));
  const found = all[index];
  if (!found) throw new Error('Nothing was forgotten');
  return found;
}

/** The address of a part of a class's page. */
export const classPage = (classId: string, tab: string, session?: string) => `${paths.classOverview}?id=${classId}&tab=${tab}${session === undefined ? '' : `&session=${session}`}`;
