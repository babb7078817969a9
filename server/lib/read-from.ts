import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AS_OF_HEADER } from '#contract/reports/as-of.ts';
import type { Db } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { ApiError } from './api-error.ts';
import type { Services } from './api.ts';
import { currentUser } from './current-user.ts';
import { isTooLong } from './database-error.ts';
import { leavingOf, runReport, type ReportRun } from './run-report.ts';

export type ReadFrom = Pick<Services, 'db' | 'engine' | 'replica'>;

/** The newest writes of a person, among which one may have begun before and ended after another. */
const NEWEST = 5;

/** True if the standby has what the person who asks has written last, but for exports. */
async function hasOwnWrites({ db }: ReadFrom, reply: FastifyReply, standby: Db): Promise<boolean> {
  const { _id } = currentUser(reply.request);
  const newest = await db
    .select({ _id: auditTable._id })
    .from(auditTable)
    .where(and(eq(auditTable.actorId, _id), ne(auditTable.action, 'export')))
    .orderBy(desc(auditTable.at))
    .limit(NEWEST);
  const ids = newest.map((row) => row._id);
  if (ids.length === 0) return true;
  const there = standby.$count(auditTable, inArray(auditTable._id, ids));
  return (await there.catch(() => 0)) === ids.length;
}

/**
 * Reads from the standby while it is fit, and says in a header up to which time it has every write;
 * else from the primary, which also answers people whose latest write has not arrived there. Only
 * for reports, exports and the log of changes: the desk and every write
 * read the primary (docs/high-availability.md, "Reading from a standby").
 */
export async function readFrom<Answer>(
  services: ReadFrom,
  reply: FastifyReply,
  work: (from: ReadFrom) => Promise<Answer>,
): Promise<Answer> {
  const standby = await services.replica?.choose();
  if (!standby || !(await hasOwnWrites(services, reply, standby.db))) return work(services);
  reply.header(AS_OF_HEADER, standby.asOf);
  try {
    return await work({ ...services, db: standby.db });
  } catch (error) {
    // A refusal and a limit of time would be the same on the primary.
    if (error instanceof ApiError || isTooLong(error)) throw error;
    reply.log.warn({ err: error }, 'the standby failed, the primary is read');
    if (!reply.sent) reply.removeHeader(AS_OF_HEADER);
    return work(services);
  }
}

/** Runs a report for the person who asks, on the standby while it is fit. */
export function readReport<Answer>(
  services: ReadFrom,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (reading: ReportRun) => Promise<Answer>,
): Promise<Answer> {
  const leaving = leavingOf(reply);
  const { _id } = currentUser(request);
  return readFrom(services, reply, (from) => runReport(from, _id, leaving, work));
}
