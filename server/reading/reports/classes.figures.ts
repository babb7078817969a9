import { sql, type SQL } from 'drizzle-orm';
import { firstSessionFrom, meetsSoon } from '#server/academic/classes/first-session.ts';
import { dayOf, endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { placesAtStart } from './states.ts';

const ofClass = {
  unit: 'taught.id',
  class: 'taught.id',
  branch: 'taught.branch_id',
  day: 'taught.start_date',
} as const;

/**
 * Classes of a branch with the seats that were taken and held before `end`. Their capacity is
 * today's, because no older one is stored.
 */
const filled = (end: SQL, branchId: string | undefined): SQL => sql`(
  select taught.id, taught.branch_id, taught.capacity, taught.min_students, taught.status,
    taught.start_date, taught.end_date,
    ${firstSessionFrom('taught.start_date', 'taught')} as first_session, coalesce(seat.taken, 0) as taken,
    coalesce(seat.held, 0) as held
  from ${classTable} taught left join (
    select class_id, count(*) filter (where status in ('active', 'suspended')) as taken,
      count(*) filter (
        where status = 'pending' and (hold_until is null or hold_until > least(${end}, now()))
      ) as held
    from ${placesAtStart(end, branchId)} place group by 1
  ) seat on seat.class_id = taught.id
  where taught.status not in ('draft', 'cancelled')
    and taught.created_at < ${end}
    and ${inBranch(sql.raw('taught.branch_id'), branchId)})`;

/** docs/figures.md, "Figure 6: seats", at the end of the range: classes that are not over yet. */
export const seats: ReportFigure = {
  key: 'seats',
  head: 'class',
  slices: 'branch',
  groupings: ['course', 'class', 'daypart', 'branch', 'teacher', 'term'],
  columns: [
    { key: 'taken', kind: 'sum' },
    { key: 'capacity', kind: 'sum' },
    { key: 'held', kind: 'sum' },
  ],
  share: ['taken', 'capacity'],
  knowsFrom: ({ to }) => to,
  facts: ({ branchId, to }) =>
    sql`
      select ${fact(
        { ...ofClass, detail: 'taught.status' },
        { taken: 'taught.taken', capacity: 'taught.capacity', held: 'taught.held' },
      )}
      from ${filled(endOf(to), branchId)} taught
      where taught.end_date >= ${to}::date`,
};

/**
 * docs/figures.md, "Figure 7: classes below their minimum": classes that meet for the first time
 * within two weeks of the end of the range.
 */
export const underMinimum: ReportFigure = {
  key: 'underMinimum',
  head: 'class',
  slices: 'branch',
  groupings: ['class', 'course', 'branch', 'teacher', 'term'],
  columns: [
    { key: 'classes', kind: 'sum' },
    { key: 'taken', kind: 'sum' },
    { key: 'held', kind: 'sum' },
    { key: 'minimum', kind: 'sum' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      { ...ofClass, day: 'taught.first_session', detail: 'taught.status' },
      {
        classes: '1',
        taken: 'taught.taken',
        held: 'taught.held',
        minimum: 'taught.min_students',
      },
    )}
    from ${filled(endOf(to), branchId)} taught
    where taught.taken < taught.min_students
      and ${meetsSoon(sql.raw('taught.first_session'), sql`${to}::date`)}`,
};

/**
 * docs/figures.md, "Figure 8: waiting lists", at the end of the range; the longest wait is in days.
 */
export const waitingFigure: ReportFigure = {
  key: 'waiting',
  slices: 'branch',
  groupings: ['course', 'class', 'branch', 'teacher', 'source', 'term'],
  columns: [
    { key: 'waiting', kind: 'sum' },
    { key: 'longestDays', kind: 'max' },
  ],
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        student: 'place.student_id',
        class: 'place.class_id',
        branch: 'place.branch_id',
        unit: 'place.id',
        day: 'place.since',
      },
      {
        waiting: '1',
        longestDays: sql`
      least(${to}::date, ${dayOf(sql`now()`)}) - place.since`,
      },
    )}
    from (
      select place.*,
        ${dayOf(sql`
          (
            select min(state.at)
            from ${enrolmentStateTable} state
            where state.enrolment_id = place.id and state.status = 'waitlisted'
          )`)}
          as since
      from ${placesAtStart(endOf(to), branchId)} place where place.status = 'waitlisted'
    ) place`,
};
