import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  MAX_PENDING,
  RENEW_DAYS,
  type PendingPlace,
  type PendingRenewal,
} from '#contract/classes/pending.ts';
import type { Db } from '#server/db/client.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import {
  isChargedByTerm,
  isOfLiveClass,
  placesOfBranch,
  placeJson,
  placeTables,
} from './places.ts';

const today = sql.raw(`(now() at time zone 'Asia/Vientiane')::date`);
const meets = sql.raw(
  `session.class_id = enrolments.class_id and session.status in ('scheduled', 'held')`,
);

/**
 * Tuition bought by the month or the session that is still charged; seats paid by the term have
 * nothing to renew. Sessions of the old book count from the day on which they came in.
 */
const bought = sql.raw(`(
  select line.enrolment_id, max(line.covers_to) as covers_to,
    sum(line.sessions + fixed.sessions)::int as sessions,
    max((line.at at time zone 'Asia/Vientiane')::date) filter (where line.is_opening)
      as moved_in_on,
    bool_or(fee.basis = 'session') as by_session,
      (array_agg(fee.basis order by line.at desc))[1] as basis,
      (array_agg(fee.id order by line.at desc))[1] as fee_id
  from course_fees fee
  join order_lines line on line.fee_id = fee.id
  join orders charged on charged.id = line.order_id and charged.state in ('held', 'confirmed'),
    lateral (
      select coalesce(sum(fix.quantity), 0) as quantity, coalesce(sum(fix.sessions), 0) as sessions
      from order_lines fix
      where fix.of_line_id = line.id and fix.kind = 'tuition'
    ) fixed
  where fee.basis in ('month', 'session')
    and line.kind = 'tuition'
    and line.of_line_id is null
    and line.enrolment_id is not null
    and line.quantity + fixed.quantity > 0
  group by line.enrolment_id) bought`);

/**
 * The day of the last of the sessions that were bought; null if more sessions are paid than the
 * class has left. A place whose sessions of the old book were all taught is paid until it came in.
 */
const lastSession = sql`
  (
    select case when bought.sessions <= 0 then bought.moved_in_on - 1 end
    union all
    select day.date
    from (
      select session.date, row_number() over (order by session.date, session.start_time) as n
      from ${classSessionTable} session
      where ${meets} and session.date >= greatest(enrolments.start_date, bought.moved_in_on)
    ) day
    where day.n = bought.sessions
    order by 1 limit 1
  )`;

const ending = (user: SignedInUser, branchId: string | undefined): SQL => sql`(
  select enrolments.id, bought.basis, bought.fee_id,
    case when bought.by_session then ${lastSession} else bought.covers_to end as paid_until
  from ${bought} join ${placeTables} on enrolments.id = bought.enrolment_id
  where ${placesOfBranch(user, branchId, 'enrolments')}
    and enrolments.status = 'active'
    and ${isOfLiveClass}
    and not (${isChargedByTerm})
) ending`;
const isEnding = sql`ending.paid_until <= ${today} + ${sql.raw(String(RENEW_DAYS))} and exists (
  select
  from ${classSessionTable} session
  where ${meets}
    and session.date > ending.paid_until
    and (enrolments.end_date is null or session.date <= enrolments.end_date))`;

const renewals = (user: SignedInUser, branchId: string | undefined) =>
  sql`${ending(user, branchId)} join ${placeTables} on enrolments.id = ending.id`;

/**
 * Seats whose paid period has ended or ends soon, with sessions after it; the oldest first. The
 * price is the one of today: the newest payment may have been at an older version of the fee.
 */
export async function readRenewals(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PendingRenewal[]> {
  const { rows } = await db.execute<
    Omit<PendingRenewal, keyof PendingPlace> & { place: PendingPlace }
  >(sql`
    select enrolments.id as _id, enrolments.branch_id as "branchId", ending.basis,
      ending.paid_until::text as "paidUntil", fee.amount::float8 as price, fee.currency,
      ${placeJson} as place
    from ${renewals(user, branchId)} join ${courseFeeTable} paid on paid.id = ending.fee_id
    join ${courseFeeTable} fee on fee.id = coalesce((
      select version.id from ${courseFeeTable} version
      where version.series_id = paid.series_id and version.basis = paid.basis and version.active
        and version.valid_from <= ${today}
        and coalesce(version.valid_to >= ${today}, true)
      limit 1), paid.id)
    where ${isEnding} order by ending.paid_until, enrolments.id limit ${MAX_PENDING}`);
  return rows.map(({ place, ...row }) => ({ ...row, ...place }));
}

export const countRenewals = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`(select count(*)::int from ${renewals(user, branchId)} where ${isEnding})`;
