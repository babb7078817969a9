import { inArray, sql, type SQL, and, eq } from 'drizzle-orm';
import { can } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

// Stored positions only give the order. The shown position is counted by the clock, so that the
// others move up at the moment at which an offer ends, even before the end is stored.

/**
 * True if an enrolment is in its queue: it waits, or its offer still runs. `rows` is the alias of
 * the table.
 */
export const inQueue = (rows: string): SQL<boolean> =>
  sql.raw(
    `
      (
        ${rows}.wait_position is not null
          and (
            ${rows}.status = 'waitlisted'
              or (
                ${rows}.status = 'pending'
                  and coalesce(${rows}.seat_hold_until > clock_timestamp(), true)
              )
          )
      )`,
  ) as SQL<boolean>;

/**
 * The position in the queue of its class, from 1; null if it is not in the queue. For queries on
 * `enrolments`.
 */
export const queuePosition: SQL<number | null> = sql<
  number | null
>`(case when ${inQueue('enrolments')} then (
  select count(*)::int
  from ${enrolmentTable} ahead
  where ahead.class_id = enrolments.class_id and ${inQueue('ahead')}
    and (ahead.wait_position, ahead.id) <= (enrolments.wait_position, enrolments.id)) end)`;

/**
 * Numbers the queues of classes again from 1, and clears the positions of enrolments that left
 * them. The classes must be locked.
 */
export async function closeRanks(tx: Tx, classIds: readonly string[]): Promise<void> {
  if (classIds.length === 0) return;
  // Versions stay, because this does not conflict with any change at a desk.
  await tx.execute(sql`
    update ${enrolmentTable} set wait_position = ranked.position
    from (
      select queued.id,
        case
          when ${inQueue('queued')} then row_number() over (
            partition by queued.class_id, ${inQueue('queued')}
              order by queued.wait_position, queued.id
          ) end as position
      from ${enrolmentTable} queued
      where ${inArray(sql`queued.class_id`, [...classIds])} and queued.wait_position is not null
    ) ranked
    where enrolments.id = ranked.id and enrolments.wait_position is distinct from ranked.position`);
}

/** Only admins may extend a hold while others wait for the seat. */
export async function requireEmptyQueue(
  { tx, user }: Pick<Writer, 'tx' | 'user'>,
  places: readonly { classId: string }[],
): Promise<void> {
  if (can(user, 'classes:override') || places.length === 0) return;
  const isWaiting = and(
    inArray(
      enrolmentTable.classId,
      places.map(({ classId }) => classId),
    ),
    eq(enrolmentTable.status, 'waitlisted'),
  );
  const [waited] = await tx
    .select({ classCode: classTable.classCode })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .where(isWaiting)
    .limit(1);
  if (waited) throw new ApiError('othersWait', { n: waited.classCode });
}
