import { sql } from 'drizzle-orm';
import { dayOf, endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { spansOf } from './states.ts';

const groupings = [
  'course',
  'branch',
  'class',
  'teacher',
  'source',
  'term',
  'day',
  'week',
  'month',
] as const;
const place = {
  student: 'place.student_id',
  class: 'place.class_id',
  branch: 'place.branch_id',
} as const;

/**
 * docs/figures.md, "Figure 4: funnel": visits at the desk that gave a student a seat, and their
 * outcome.
 */
export const funnel: ReportFigure = {
  key: 'funnel',
  slices: 'branchAndMonth',
  groupings,
  columns: [
    { key: 'visits', kind: 'count' },
    { key: 'atOnce', kind: 'count' },
    { key: 'held', kind: 'count' },
    { key: 'confirmed', kind: 'count' },
    { key: 'attended', kind: 'count' },
  ],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      {
        ...place,
        unit: 'place.order_id',
        day: 'place.day',
        order: 'place.order_id',
        detail: 'place.number',
      },
      {
        visits: '1',
        atOnce: '(place.confirmed and not place.held)::int',
        held: 'place.held::int',
        confirmed: 'place.confirmed::int',
        attended: '(place.confirmed and place.attended)::int',
      },
    )}
    from (
      select distinct orders.id as order_id, orders.number, orders.day, orders.branch_id,
        orders.confirmed_at is not null as confirmed, place.student_id, place.class_id,
        exists (
          select
          from ${enrolmentStateTable} state
          where state.enrolment_id = place.id and state.status = 'pending'
        ) as held,
        exists (
          select
          from ${attendanceTable} mark
          join ${classSessionTable} session on session.id = mark.session_id
          where mark.student_id = place.student_id
            and session.class_id = place.class_id
            and mark.status in ('present', 'late', 'makeup')
        ) as attended
      from ${orderTable}
      join ${orderLineTable} line on line.order_id = orders.id
      join ${enrolmentTable} place on place.id = line.enrolment_id
      where orders.source = 'desk'
        and orders.day between ${from}::date and ${to}::date
        and ${inBranch(sql.raw('orders.branch_id'), branchId)}
    ) place`,
};

/**
 * docs/figures.md, "Figure 5: conversion of holds": holds that ended in the range, by the desk or
 * by the clock. Holds of transfers do not count.
 */
export const holdsFigure: ReportFigure = {
  key: 'holds',
  slices: 'branch',
  groupings,
  columns: [
    { key: 'ended', kind: 'sum' },
    { key: 'becameActive', kind: 'sum' },
  ],
  share: ['becameActive', 'ended'],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      { ...place, unit: 'place.id', day: 'place.day', detail: 'place.next' },
      { ended: '1', becameActive: "(place.next = 'active')::int" },
    )}
    from (
      select span.*, ${dayOf(sql.raw('coalesce(span.until, span.hold_until)'))} as day
      from ${spansOf(branchId)} span
      where span.status = 'pending'
        and span.next is distinct from 'pending'
        and span.transfer_from_id is null
        and coalesce(span.until, span.hold_until) <= now()
    ) place where place.day between ${from}::date and ${to}::date`,
};

const TRIAL_DAYS = 30;

/**
 * docs/figures.md, "Figure 13: conversion of trials": trials whose days ended in the range, and
 * those followed by a regular enrolment in time.
 */
export const trials: ReportFigure = {
  key: 'trials',
  slices: 'branch',
  groupings,
  columns: [
    { key: 'over', kind: 'sum' },
    { key: 'converted', kind: 'sum' },
  ],
  share: ['converted', 'over'],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      { ...place, unit: 'place.id', day: 'place.start_date' },
      { over: '1', converted: 'place.followed::int' },
    )}
    from (
      select trial.*, exists (
        select
        from ${enrolmentTable} regular
        join ${enrolmentStateTable} state on state.enrolment_id = regular.id
          and state.status = 'active'
        where regular.student_id = trial.student_id
          and regular.type = 'regular'
          and ${dayOf(sql.raw('state.at'))} between trial.start_date and trial.start_date + ${TRIAL_DAYS}::int
      ) as followed
      from ${enrolmentTable} trial
      where trial.type = 'trial'
        and trial.start_date + ${TRIAL_DAYS}::int between ${from}::date and ${to}::date
        and trial.start_date + ${TRIAL_DAYS}::int < ${dayOf(sql`now()`)}
        and ${inBranch(sql.raw('trial.branch_id'), branchId)}
          and exists (
            select
            from ${enrolmentStateTable} state
            where state.enrolment_id = trial.id
              and state.status = 'active'
              and state.at < ${endOf(to)}
          )
    ) place`,
};
