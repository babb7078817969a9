import { eq, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import {
  assessmentTable,
  scoreTable,
  classResultTable,
} from '#server/db/tables/academic/assessments.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { planned } from '#server/seed/demo-marks.ts';

// The database draws thousands of rows itself, because sending them would take longer than
// everything else of the demo.

/**
 * A number from 0 to `below` - 1 that is the same for the same words, every time and in both
 * databases.
 */
const drawing = (words: string, below: number): string =>
  `(('x' || substr(md5(${words}), 1, 7))::bit(28)::int % ${below})`;
export const drawn = (words: string, below: number): SQL => sql.raw(drawing(words, below));

const moment = (day: string, time: string) =>
  sql.raw(`((${day})::timestamp + ${time}) at time zone 'Asia/Vientiane'`);

/**
 * Adds the status history of enrolments of past terms, some of them held first, and a few holds
 * that were never paid.
 */
export async function addPastStates(tx: Tx): Promise<void> {
  const begun = sql`
    place.start_date - 2 - ${drawn(`student.student_code || class.class_code`, 24)}`;
  await tx.execute(sql`
    with place as (
      select place.id, place.status, place.status_reason, place.end_date, class.branch_id,
        ${begun} as begun, student.student_code || class.class_code as words
      from ${enrolmentTable} place
      join ${classTable} class on class.id = place.class_id
      join ${studentTable} student on student.id = place.student_id
      where class.status = 'finished'
        or not exists (select from ${enrolmentStateTable} known where known.enrolment_id = place.id)
    ), clerk as (select distinct on (branch_id) branch_id, id
      from ${userTable}
      where role = 'staff'
      order by branch_id, email)
    insert into ${enrolmentStateTable} (
      id, enrolment_id, status, hold_until, reason, source, by_id, at
    )
    select gen_random_uuid(), place.id, state.status, state.hold_until, state.reason, 'desk',
      clerk.id, state.at
    from place left join clerk on clerk.branch_id = place.branch_id cross join lateral (
      select 'pending' as status, ${moment('place.begun', `interval '15 hours'`)} as hold_until,
        '' as reason, ${moment('place.begun - 1', `interval '15 hours'`)} as at
      where ${drawn(`place.words || 'held'`, 100)} < 30
      union all
      select 'active', null, '',
        ${moment('place.begun', `make_interval(hours => 9, mins => ${drawing('place.words', 400)})`)}
      union all
      select place.status, null, place.status_reason,
        ${moment(`case place.status when 'completed' then place.end_date + 1 else place.end_date end`, `interval '16 hours'`)}
      where place.status <> 'active'
    ) state`);
}

/**
 * The number of sessions in a thousand that a student misses, a fixed trait of theirs; Saturdays
 * and the end of a term add some.
 */
const missed = sql`
  case
    when ${drawn('student.student_code', 100)} < 9 then 330
    else 25 + ${drawn(`student.student_code || 'misses'`, 70)} end + case
    when extract(isodow from session.date) = 6 then 25
    else 0 end + case
    when session.n > 18 then 20
    else 0 end`;

/**
 * Holds the sessions of past terms and marks every student in them; also marks those who joined a
 * present class late.
 */
export async function addPastMarks(tx: Tx, byId: string): Promise<void> {
  await tx.execute(sql`
    update ${classSessionTable} session
    set status = 'held',
      attendance_taken_at = (session.date + session.end_time::time) at time zone 'Asia/Vientiane',
      attendance_taken_by_id = ${byId}::uuid, version = 2
    from ${classTable} class where class.id = session.class_id and class.status = 'finished'`);
  await tx.execute(sql`
    with session as (
      select session.*,
        row_number() over (
          partition by session.class_id order by session.date, session.start_time
        ) as n
      from ${classSessionTable} session
      where session.status = 'held'
    ),
      drawing as (
      select session.id as session_id, place.student_id, session.date, session.end_time,
        ${drawn(`student.student_code || class.class_code || session.n`, 1000)} as draw,
        ${missed} as missed
      from ${enrolmentTable} place
      join ${classTable} class on class.id = place.class_id
      join ${studentTable} student on student.id = place.student_id
      join session on session.class_id = class.id
        and session.date between place.start_date and coalesce(place.end_date, class.end_date)
      where place.status in ('active', 'completed', 'withdrawn')
        and (
          class.status = 'finished'
            or not exists (
              select
              from ${attendanceTable} known
              where known.session_id = session.id and known.student_id = place.student_id
            )
        )
    )
    insert into ${attendanceTable} (
      id, session_id, student_id, status, minutes_late, marked_by_id, marked_at
    )
    select gen_random_uuid(), session_id, student_id,
      case
        when draw < missed then 'absent'
        when draw < missed + 30 then 'excused'
        when draw < missed + 85 then 'late'
        else 'present' end,
      case when draw between missed + 30 and missed + 84 then 5 * (1 + draw % 4) end, ${byId}::uuid,
        (date + end_time::time) at time zone 'Asia/Vientiane'
        from drawing`);
}

/** Adds assessments of past classes with their scores, and the results at the end. */
export async function addPastScores(tx: Tx, byId: string): Promise<void> {
  const classes = await tx
    .select({ _id: classTable._id, startDate: classTable.startDate })
    .from(classTable)
    .where(eq(classTable.status, 'finished'))
    .orderBy(classTable.classCode);
  await insertMany(
    tx,
    assessmentTable,
    classes.flatMap(({ _id: classId, startDate }) =>
      planned.map(({ week, ...one }) => ({
        ...one,
        _id: uuidv7(),
        classId,
        date: addDays(startDate, 7 * week - 3),
        status: 'locked' as const,
      })),
    ),
  );
  const able = sql`42 + ${drawn('student.student_code', 52)}`;
  await tx.execute(sql`
    insert into ${scoreTable} (assessment_id, enrolment_id, score, mark, marked_by_id, marked_at)
    select test.id, place.id,
      case
        when drawing.absent then null
        else round(
          least(100, ${able} + ${drawn(`student.student_code || class.class_code || test.name`, 20)} - 8) * test.max_score / 50.0
        ) / 2 end,
      case when drawing.absent then 'absent' end, ${byId}::uuid,
        test.date::timestamp at time zone 'Asia/Vientiane'
    from ${enrolmentTable} place
    join ${classTable} class on class.id = place.class_id and class.status = 'finished'
    join ${studentTable} student on student.id = place.student_id
    join ${assessmentTable} test on test.class_id = class.id
    cross join lateral (select ${drawn(`student.student_code || test.name || class.class_code || 'absent'`, 100)} < 3 as absent) drawing
    where place.status = 'completed'`);
  await tx.execute(sql`
    insert into ${classResultTable} (enrolment_id, result)
    select place.id,
      case when points < 48 then 'fail' when points < 55 then 'conditional' else 'pass' end
    from ${enrolmentTable} place
    join ${classTable} class on class.id = place.class_id and class.status = 'finished'
    join ${studentTable} student on student.id = place.student_id
    cross join lateral (select ${able} as points) scored where place.status = 'completed'`);
}

/**
 * Gives a few students of the running term absences, so that their families should be called; sets
 * the time of marks to the end of the session.
 */
export async function letSomeSlip(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with mark as (
      select mark.id,
        row_number() over (
          partition by mark.student_id, session.class_id
            order by session.date desc, session.start_time desc
        ) as from_last,
        student.student_code
      from ${attendanceTable} mark
      join ${classSessionTable} session on session.id = mark.session_id
      join ${classTable} class on class.id = session.class_id and class.status = 'running'
      join ${studentTable} student on student.id = mark.student_id
    )
    update ${attendanceTable} set status = 'absent', minutes_late = null from mark
    where mark.id = attendance.id
      and (
        (${drawn(`mark.student_code || 'slips'`, 100)} < 4 and mark.from_last <= 3)
          or (
            ${drawn(`mark.student_code || 'slips'`, 100)} between 4 and 6
              and mark.from_last % 5 in (1, 3)
          )
      )`);
  await tx.execute(
    sql`
      update ${classSessionTable}
      set attendance_taken_at = (date + end_time::time) at time zone 'Asia/Vientiane'
      where attendance_taken_at > (date + end_time::time) at time zone 'Asia/Vientiane'`,
  );
}

/**
 * Sets the creation times: families before their first enrolment, most of them in the last year;
 * classes some weeks before they began.
 */
export async function setArrivals(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with ranked as (
      select id, percent_rank() over (partition by home_branch_id order by student_code) as rank
      from ${studentTable}
    ),
      began as (
      select place.student_id, min(state.at) as at
      from ${enrolmentTable} place
      join ${enrolmentStateTable} state on state.enrolment_id = place.id
      group by 1
    )
    update ${studentTable}
    set created_at = least(
      now() - make_interval(hours => ((1 - power(ranked.rank, 1.4)) * 24 * 430)::int),
        began.at - interval '2 days'
    )
    from ranked
    left join began on began.student_id = ranked.id
    where ranked.id = students.id`);
  await tx.execute(
    sql`
      update ${parentTable}
      set created_at = came.at
      from (
        select link.parent_id, min(student.created_at) as at
        from ${guardianTable} link
        join ${studentTable} student on student.id = link.student_id
        group by 1
      ) came
      where came.parent_id = parents.id`,
  );
  await tx.execute(
    sql`
      update ${classTable}
      set created_at = start_date::timestamp at time zone 'Asia/Vientiane' - interval '40 days'
      where created_at > start_date::timestamp at time zone 'Asia/Vientiane' - interval '40 days'`,
  );
  await tx.execute(
    sql`
      update ${enrolmentTable}
      set created_at = state.at
      from (select enrolment_id, min(at) as at from ${enrolmentStateTable} group by 1) state
      where state.enrolment_id = enrolments.id and enrolments.created_at > state.at`,
  );
}
