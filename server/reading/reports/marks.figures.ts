import { sql, type SQL } from 'drizzle-orm';
import { inBranch } from '#server/ledger/figures/as-of.ts';
import { fact, type FigureQuestion, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';

const of = {
  student: 'mark.student_id',
  class: 'mark.class_id',
  branch: 'mark.branch_id',
} as const;

/** The marks of the range in held sessions; nobody has a mark before they joined. */
const marksIn = ({ branchId, from, to }: FigureQuestion): SQL => sql`(
  select mark.id, mark.student_id, mark.status, session.id as session_id, session.class_id,
    session.branch_id, session.teacher_id, session.date, session.start_time
  from ${attendanceTable} mark join ${classSessionTable} session on session.id = mark.session_id
  where session.status = 'held'
    and session.date between ${from}::date and ${to}::date
    and ${inBranch(sql.raw('session.branch_id'), branchId)})`;

/**
 * docs/figures.md, "Figure 23: attendance": excused is separate, late and make-up count as present.
 */
export const marks: ReportFigure = {
  key: 'marks',
  slices: 'branchAndMonth',
  groupings: ['class', 'student', 'teacher', 'weekday', 'course', 'branch', 'day', 'week', 'month'],
  columns: [
    { key: 'counted', kind: 'sum' },
    { key: 'attended', kind: 'sum' },
    { key: 'absent', kind: 'sum' },
    { key: 'late', kind: 'sum' },
    { key: 'excused', kind: 'sum' },
  ],
  share: ['attended', 'counted'],
  facts: (asked) => sql`
    select ${fact(
      {
        ...of,
        unit: 'mark.id',
        teacher: 'mark.teacher_id',
        day: 'mark.date',
        detail: 'mark.status',
      },
      {
        counted: "(mark.status <> 'excused')::int",
        attended: "(mark.status in ('present', 'late', 'makeup'))::int",
        absent: "(mark.status = 'absent')::int",
        late: "(mark.status = 'late')::int",
        excused: "(mark.status = 'excused')::int",
      },
    )}
    from ${marksIn(asked)} mark`,
};

const IN_A_ROW = 3;
const LOW_PERCENT = 70;
/** A share of fewer sessions says nothing. */
const ENOUGH = 4;

/**
 * Students whose attendance in a class drops: three absences in a row at the end of the range, or
 * less than 70 % of at least four sessions. Excused sessions and make-ups neither count in a row
 * nor break it.
 */
export const slipping: ReportFigure = {
  key: 'slipping',
  groupings: ['class', 'teacher', 'course', 'branch'],
  columns: [
    { key: 'students', kind: 'count' },
    { key: 'inARow', kind: 'max' },
    { key: 'attended', kind: 'sum' },
    { key: 'counted', kind: 'sum' },
  ],
  facts: (asked) => sql`
    select ${fact(
      { ...of, unit: 'mark.student_id', day: 'mark.last_there' },
      {
        students: '1',
        inARow: 'mark.in_a_row',
        attended: 'mark.attended',
        counted: 'mark.counted',
      },
    )}
    from (
      select numbered.student_id, numbered.class_id, numbered.branch_id,
        max(date) filter (where attends) as last_there,
        count(*) filter (where attends) as attended,
          count(*) filter (where status <> 'excused') as counted,
        count(*) filter (where status = 'absent' and later_there = 0) as in_a_row
      from (
        select mark.*, mark.status in ('present', 'late', 'makeup') as attends,
          count(*) filter (where mark.status in ('present', 'late')) over (
            partition by mark.student_id, mark.class_id
              order by mark.date desc, mark.start_time desc, mark.id
          ) as later_there
        from ${marksIn(asked)} mark
      ) numbered group by 1, 2, 3
    ) mark
    where (
      mark.in_a_row >= ${IN_A_ROW}
        or (mark.counted >= ${ENOUGH} and mark.attended * 100 < mark.counted * ${LOW_PERCENT})
    )
      and exists (
        select
        from ${enrolmentTable} place
        where place.student_id = mark.student_id
          and place.class_id = mark.class_id
          and place.status in ('active', 'suspended')
      )`,
};
