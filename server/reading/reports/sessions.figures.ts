import { sql, type SQL } from 'drizzle-orm';
import { hasStudents } from '#server/academic/classes/has-students.ts';
import { dayOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { fact, type FigureQuestion, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

const of = {
  class: 'session.class_id',
  branch: 'session.branch_id',
  teacher: 'session.teacher_id',
  unit: 'session.id',
  day: 'session.date',
  detail: "session.start_time || ' – ' || session.end_time",
} as const;

/**
 * Held sessions of the range with their minutes, and the number of students in the class on that
 * day.
 */
const heldIn = ({ branchId, from, to }: FigureQuestion): SQL => sql`(
  select session.*,
    extract(epoch from session.end_time::time - session.start_time::time)::int / 60 as minutes, (
    select count(distinct place.student_id)
    from ${enrolmentTable} place
    where place.class_id = session.class_id
      and place.status in ('active', 'suspended', 'completed', 'withdrawn', 'transferred')
      and place.start_date <= session.date
        and (place.end_date is null or place.end_date >= session.date)
  ) as students
  from ${classSessionTable} session
  where session.status = 'held'
    and session.date between ${from}::date and ${to}::date
    and ${inBranch(sql.raw('session.branch_id'), branchId)})`;

const groupings = [
  'teacher',
  'class',
  'course',
  'branch',
  'weekday',
  'day',
  'week',
  'month',
] as const;

/**
 * docs/figures.md, "Figure 24: hours of teaching": minutes by the teacher who taught; sold minutes
 * are minutes × students.
 */
export const hours: ReportFigure = {
  key: 'hours',
  head: 'class',
  slices: 'branchAndMonth',
  groupings,
  columns: [
    { key: 'minutes', kind: 'minutes' },
    { key: 'sold', kind: 'minutes' },
    { key: 'sessions', kind: 'sum' },
  ],
  facts: (asked) =>
    sql`
      select ${fact(of, {
        minutes: 'session.minutes',
        sold: 'session.minutes * session.students',
        sessions: '1',
      })}
      from ${heldIn(asked)} session`,
};

/**
 * docs/figures.md, "Figure 24: hours of teaching" with pay: minutes × the present hourly rate, in
 * minor units of its currency. Teachers without a rate have none.
 */
export const pay: ReportFigure = {
  key: 'pay',
  head: 'class',
  slices: 'branchAndMonth',
  groupings: ['teacher'],
  columns: [
    { key: 'minutes', kind: 'minutes' },
    { key: 'sessions', kind: 'sum' },
  ],
  facts: (asked) =>
    sql`
      select ${fact(of, { minutes: 'session.minutes', sessions: '1' })}
      from ${heldIn(asked)} session
      where session.teacher_id is not null`,
};

/**
 * Sessions with students that are over without attendance: the same as on the home page, of any
 * age.
 */
export const notTakenFigure: ReportFigure = {
  key: 'notTaken',
  head: 'class',
  slices: 'branchAndMonth',
  groupings: ['teacher', 'class', 'course', 'branch', 'day', 'week', 'month'],
  columns: [{ key: 'sessions', kind: 'sum' }],
  facts: ({ branchId, from, to }) => sql`
    select ${fact(of, { sessions: '1' })}
    from ${classSessionTable} session
    join ${classTable} taught on taught.id = session.class_id
    join ${academicTermTable} term on term.id = taught.term_id
    where session.attendance_taken_at is null
      and session.status not in ('cancelled', 'rescheduled')
      and taught.status not in ('draft', 'archived', 'cancelled')
      and term.status not in ('closed', 'archived')
      and session.date between ${from}::date and ${to}::date
        and ${inBranch(sql.raw('session.branch_id'), branchId)}
      and (
        session.date < ${dayOf(sql`now()`)}
          or (
            session.date = ${dayOf(sql`now()`)}
              and session.end_time <= to_char(now() at time zone 'Asia/Vientiane', 'HH24:MI')
          )
      )
      and not exists (
        select
        from jsonb_array_elements(term.holidays) day
        where day ->> 'date' = session.date::text
      )
      and ${hasStudents('session')}`,
};
