import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

/** The first moment of a day in Laos. */
export const dayStart = (day: string): SQL => endOf(addDays(day, -1));

/** The enrolments of a branch with their status just before `end`. */
export const placesAtStart = (end: SQL, branchId: string | undefined): SQL => sql`(
  select place.id, place.student_id, place.class_id, place.course_id, place.branch_id,
    place.term_id, place.type, state.status, state.at, state.hold_until
  from ${enrolmentTable} place join lateral (
    select status, at, hold_until
    from ${enrolmentStateTable} state
    where state.enrolment_id = place.id and state.at < ${end}
    order by state.at desc, state.id desc
    limit 1
  ) state on true where ${inBranch(sql.raw('place.branch_id'), branchId)})`;

/** Every status of every enrolment of a branch, with the moment at which the next one began. */
export const spansOf = (branchId: string | undefined): SQL => sql`(
  select place.id, place.student_id, place.class_id, place.course_id, place.branch_id,
    place.term_id, place.type, place.start_date, place.transfer_from_id, state.status, state.at,
    state.hold_until, state.reason, state.source,
    lead(state.at) over turns as until, lead(state.status) over turns as next,
      lag(state.status) over turns as before
  from ${enrolmentTable} place
  join ${enrolmentStateTable} state on state.enrolment_id = place.id
  where ${inBranch(sql.raw('place.branch_id'), branchId)}
  window turns as (partition by place.id order by state.at, state.id))`;

/** Students who sit in a class: suspended ones keep their seat, and trials are no enrolments. */
export const isActive = (row: string): SQL =>
  sql.raw(`${row}.status in ('active', 'suspended') and ${row}.type <> 'trial'`);
