import { and, eq, gt, gte, inArray, lte, min, or, sql, type SQL } from 'drizzle-orm';
import { liveStatuses } from '#contract/classes/class-changes.ts';
import type { SeatsNow } from '#contract/centre/seat-events.ts';
import type { Db } from '#server/db/client.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { seatsTaken, waitingCount } from '#server/academic/classes/seats.ts';

/**
 * A row carries the time at which its transaction began but becomes visible when it ends, so
 * queries look back this much further.
 */
const LOOK_BACK = sql`interval '5 minutes'`;
/** The database's clock now, not the start of the transaction. */
const moment = sql<string>`clock_timestamp()`;
const isPending = eq(enrolmentTable.status, 'pending');

/** The seats of a class, with its branch. */
export type BranchSeats = SeatsNow & { branchId: string };

/** The classes that boards show. */
export const hasLiveClass = inArray(classTable.status, [...liveStatuses]);

/**
 * The classes whose seats may have changed since then: an enrolment was written, or a hold ended.
 */
export function changedSince(since: string): SQL | undefined {
  const after = sql`${since}::timestamptz - ${LOOK_BACK}`;
  const { holdUntil, updatedAt, classId } = enrolmentTable;
  const written = or(
    gte(updatedAt, after),
    and(isPending, gte(holdUntil, after), lte(holdUntil, moment)),
  );
  return or(
    gte(classTable.updatedAt, after),
    sql`${classTable._id} in (select ${classId} from ${enrolmentTable} where ${written})`,
  );
}

/** The seats of the classes that match `where`, each with the time at which they were counted. */
export function readLiveSeats(db: Db, where: SQL | undefined): Promise<BranchSeats[]> {
  const { _id: classId, branchId, version, capacity } = classTable;
  return db
    .select({
      classId,
      branchId,
      version,
      capacity,
      seatsTaken,
      waiting: waitingCount,
      asOf: moment.mapWith(classTable.updatedAt),
    })
    .from(classTable)
    .where(where);
}

/** Milliseconds until the next hold ends; `undefined` if there is none. */
export async function nextHoldEnd(db: Db): Promise<number | undefined> {
  const { holdUntil } = enrolmentTable;
  const wait = sql<string | null>`extract(epoch from ${min(holdUntil)} - ${moment}) * 1000`;
  const [next] = await db
    .select({ wait })
    .from(enrolmentTable)
    .where(and(isPending, gt(holdUntil, moment)));
  return next?.wait ? Number(next.wait) : undefined;
}

/** The classes in which a hold has ended within this time. */
export async function holdsEnded(db: Db, withinMs: number): Promise<string[]> {
  const { holdUntil, classId } = enrolmentTable;
  const from = sql`${moment} - ${withinMs} * interval '1 millisecond'`;
  const ended = await db
    .selectDistinct({ classId })
    .from(enrolmentTable)
    .where(and(isPending, lte(holdUntil, moment), gt(holdUntil, from)));
  return ended.map((row) => row.classId);
}
