import { sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can } from '#contract/roles.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { teacherRateTable as rate } from '#server/db/tables/people/teacher-rates.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const inForceToday = sql`
  from ${rate} rate
  where rate.teacher_id = ${teacherTable._id}
    and rate.valid_from <= (now() at time zone 'Asia/Vientiane')::date
  order by rate.valid_from desc, rate.sequence desc
  limit 1`;

/** The rate of a teacher that is in force today, computed from the teacher's rates. */
export const rateToday = {
  hourlyRate: sql<Teacher['hourlyRate']>`(
    select (case when rate.kind = 'hour' then rate.amount end)::int ${inForceToday})`,
  rateCurrency: sql<Teacher['rateCurrency']>`(select rate.currency ${inForceToday})`,
};

/** A rate is pay: it is left out of every answer to users who may not read rates. */
export const hiddenRates = (user: SignedInUser): readonly (keyof typeof rateToday)[] =>
  can(user, 'teacher-rates:read') ? [] : ['hourlyRate', 'rateCurrency'];
