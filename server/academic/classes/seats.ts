import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';

// These use `clock_timestamp()`, because `now()` stays at the start of a transaction, which may
// have waited for a lock since.

/** True for a pending enrolment whose hold has ended, even if it is not marked as expired yet. */
export const holdEnded = sql<boolean>`
  (${table.status} = 'pending' and coalesce(${table.holdUntil} <= clock_timestamp(), false))`;

/** The status by the clock: `expired` from the moment at which the hold ended. */
export const statusNow = sql<
  (typeof table.$inferSelect)['status']
>`case when ${holdEnded} then 'expired' else ${table.status} end`;

// Names are written out, because the query builder drops the table's name in a list of columns, and
// a bare `id` would be the enrolment's.
const countOf = (condition: string) =>
  sql<number>`
    (
      select count(*)::int
      from ${table} seated
      where seated.class_id = classes.id and ${sql.raw(condition)}
    )`;

const hasPlace = `seated.status in ('active', 'suspended')`;
const isHeld = `seated.status = 'pending' and coalesce(seated.seat_hold_until > clock_timestamp(), true)`;

/** Taken seats of a class, held ones too; a column for queries on `classes`. */
export const seatsTaken = countOf(`(${hasPlace} or (${isHeld}))`);
/**
 * The students of a class and the seats on hold in it, which figures count apart
 * (docs/figures.md, "Figure 6: seats").
 */
export const studentCount = countOf(hasPlace);
export const seatsHeld = countOf(isHeld);
/** The number of students on the waiting list of a class; a column for queries on `classes`. */
export const waitingCount = countOf(`seated.status = 'waitlisted'`);

export type Seats = { capacity: number; taken: number; waiting: number };

/**
 * The seats of a class, `undefined` if it does not exist. With `lock` nobody else can assign, free
 * or remove a seat until the transaction ends; several classes are locked in the order of their
 * ids, before anything else.
 */
export async function seatsOf(
  tx: Tx,
  classId: string,
  { lock = false } = {},
): Promise<Seats | undefined> {
  // The class is locked before its seats are counted, because a count from before the lock would
  // miss seats taken meanwhile.
  if (lock)
    await tx
      .select({ _id: classTable._id })
      .from(classTable)
      .where(eq(classTable._id, classId))
      .for('update');
  const [seats] = await tx
    .select({ capacity: classTable.capacity, taken: seatsTaken, waiting: waitingCount })
    .from(classTable)
    .where(eq(classTable._id, classId));
  return seats;
}
