import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MAX_PENDING, type PendingPlace, type PendingWait } from '#contract/classes/pending.ts';
import type { Db } from '#server/db/client.ts';
import { inQueue, queuePosition } from '#server/academic/enrolments/queue.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { isOfLiveClass, placesOfBranch, placeJson, placeTables, stampOf } from './places.ts';

const which = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`${placesOfBranch(user, branchId, 'enrolments')} and ${inQueue('enrolments')} and ${isOfLiveClass}`;

/** The offer of a seat is the last time that the enrolment became pending. */
const offer = sql.raw(`left join lateral (
  select state.at, coalesce(person.first_name || ' ' || person.last_name, '') as by
  from enrolment_states state
  left join users person on person.id = state.by_id
  where enrolments.status = 'pending'
    and state.enrolment_id = enrolments.id
    and state.status = 'pending'
  order by state.at
  limit 1) offer on true`);

/** The queues of a branch by class; offers keep their positions until they are taken or expire. */
export async function readWaiting(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PendingWait[]> {
  const { rows } = await db.execute<
    Omit<PendingWait, keyof PendingPlace> & { place: PendingPlace }
  >(sql`
    select enrolments.id as _id, enrolments.branch_id as "branchId", ${queuePosition} as position,
      ${stampOf('enrolments.created_at')} as since, branches.phone as "branchPhone",
      courses.name_en as "courseEn", courses.name_lo as "courseLo",
      case
        when enrolments.status = 'pending' then ${stampOf('enrolments.seat_hold_until')} end
          as "holdUntil",
        ${stampOf('offer.at')} as "offeredAt", coalesce(offer.by, '') as "offeredBy",
      (
        select line.order_id
        from ${orderLineTable} line
        join ${orderTable} charged on charged.id = line.order_id and charged.state = 'held'
        where line.enrolment_id = enrolments.id
        limit 1
      ) as "orderId",
      ${placeJson} as place
    from ${placeTables}
    join ${branchTable} on branches.id = enrolments.branch_id
    join ${courseTable} on courses.id = enrolments.course_id ${offer}
    where ${which(user, branchId)}
    order by classes.class_code, classes.id, position
    limit ${MAX_PENDING}`);
  return rows.map(({ place, ...row }) => ({ ...row, ...place }));
}

export const countWaiting = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`
    (
      select count(*)::int
      from ${enrolmentTable}
      join ${classTable} on classes.id = enrolments.class_id
      where ${which(user, branchId)}
    )`;
