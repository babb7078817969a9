import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { chanceFrom } from '#server/seed/chance.ts';
import { ofAgeOn } from '#server/seed/of-age.ts';
import { newcomersOf } from './newcomers.ts';
import { drawn } from './past-marks.ts';

/** The percentage of present students who have a seat in the next course already. */
const RE_ENROLLED = 36;
const NEW: Record<string, number> = { VTE: 6, LPB: 3, PKS: 2 };

type Next = {
  studentId: string;
  classId: string;
  branchId: string;
  termId: string;
  courseId: string;
  startDate: string;
};

const placeIn = ({ studentId, classId, branchId, termId, courseId, startDate }: Next) => ({
  _id: uuidv7(),
  studentId,
  classId,
  branchId,
  termId,
  courseId,
  startDate,
  type: 'regular' as const,
  status: 'active' as const,
  noChargeReason: '',
});

/** Enrols students for the next term: some who continue and have paid already, and new ones. */
export async function addNextTermPlaces(tx: Tx): Promise<void> {
  const chance = chanceFrom(41);
  const { rows } = await tx.execute<Next>(sql`
    select distinct on (place.student_id, next.id) place.student_id as "studentId",
      next.id as "classId", next.branch_id as "branchId", next.term_id as "termId",
      next.course_id as "courseId", next.start_date::text as "startDate", place.id
    from ${enrolmentTable} place
    join ${classTable} class on class.id = place.class_id and class.status = 'running'
    join ${courseTable} course on course.id = place.course_id
    join ${academicTermTable} term on term.default_from is not null
    join ${studentTable} student on student.id = place.student_id
    join lateral (
      select *
      from ${classTable} next
      where next.term_id = term.id
        and next.branch_id = place.branch_id
        and next.course_id = course.next_course_id
      order by next.class_code
      limit 1
    ) next on true
    join ${courseTable} following on following.id = course.next_course_id
    where ${ofAgeOn('next.start_date', 'following')}
      and place.status = 'active'
      and place.type = 'regular'
    order by place.student_id, next.id, place.id`);
  // Sorted by the ids of their enrolments, which is the order of creation.
  const going = (rows as (Next & { id: string })[])
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .filter(() => chance.percent(RE_ENROLLED));
  const branches = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .orderBy(branchTable.code);
  const fresh: Next[] = [];
  for (const { _id: branchId, code } of branches) {
    const [first] = await tx
      .select({
        classId: classTable._id,
        branchId: classTable.branchId,
        termId: classTable.termId,
        courseId: classTable.courseId,
        startDate: classTable.startDate,
      })
      .from(classTable)
      .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
      .where(
        sql`
          ${classTable.branchId} = ${branchId} and ${courseTable.code} = 'KID-1'
            and ${classTable.termId} = (
              select id from ${academicTermTable} where default_from is not null
            )`,
      );
    if (first)
      fresh.push(
        ...(await newcomersOf(tx, branchId, { ...first, count: NEW[code] ?? 0 })).map(
          (studentId) => ({ ...first, studentId }),
        ),
      );
  }
  await insertMany(tx, enrolmentTable, [...going, ...fresh].map(placeIn));
}

/**
 * The number of new students per branch who joined the running term late, in the classes with most
 * free seats.
 */
const JOINED: Record<string, number> = { VTE: 9, LPB: 4, PKS: 3 };
const JOINED_DAYS = [11, 16, 18, 25, 27, 32, 33, 37, 41];

export async function addMidTermPlaces(tx: Tx): Promise<void> {
  const today = await todayInLaos(tx);
  const branches = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .orderBy(branchTable.code);
  for (const { _id: branchId, code } of branches) {
    const { rows } = await tx.execute<Omit<Next, 'studentId'>>(sql`
      select class.id as "classId", class.branch_id as "branchId", class.term_id as "termId",
        class.course_id as "courseId", class.start_date::text as "startDate"
      from ${classTable} class
      join ${courseTable} course on course.id = class.course_id
      cross join lateral (
        select class.capacity - count(*) as left from ${enrolmentTable} place
        where place.class_id = class.id and place.status = 'active'
      ) seats
      where class.branch_id = ${branchId}
        and class.status = 'running'
        and course.code not in ('IELTS', 'CHN-H1')
        and seats.left > 2
      order by seats.left desc, class.class_code
      limit 3`);
    const joined = JOINED[code] ?? 0;
    for (const [nth, one] of rows.entries()) {
      const days = JOINED_DAYS.slice(0, joined).filter((_day, at) => at % rows.length === nth);
      const people = await newcomersOf(tx, branchId, { ...one, count: days.length });
      await insertMany(
        tx,
        enrolmentTable,
        people.map((studentId, at) =>
          placeIn({ ...one, studentId, startDate: addDays(today, -(days[at] ?? 14)) }),
        ),
      );
    }
  }
}

/**
 * Adds the history of enrolments in classes that have not begun: more in the last days than weeks
 * ago.
 */
export async function addComingStates(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with place as (
      select place.id, student.student_code || class.class_code as words,
        (
          now() at time zone 'Asia/Vientiane'
        )::date - 1 - floor(power(${drawn('student.student_code || class.class_code', 100)} / 100.0, 1.7) * 26)::int as begun,
        (
          select id
          from ${userTable}
          where role = 'staff' and branch_id = class.branch_id
          order by email
          limit 1
        ) as by_id
      from ${enrolmentTable} place
      join ${classTable} class on class.id = place.class_id and class.status = 'open'
      join ${studentTable} student on student.id = place.student_id
      where place.status = 'active'
    )
    insert into ${enrolmentStateTable} (id, enrolment_id, status, source, by_id, at)
    select gen_random_uuid(), id, 'active', 'desk', by_id,
      (
        (
          begun - case extract(isodow from begun) when 7 then 1 else 0 end
        )::timestamp + make_interval(hours => 9, mins => ${drawn(`words || 'minutes'`, 420)})
      ) at time zone 'Asia/Vientiane'
    from place`);
}

/** Adds trials of single sessions: of students who stayed, and of others who did not. */
export async function addTrials(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with first as (
      select distinct on (place.student_id) place.student_id, student.student_code, place.branch_id,
        place.course_id, (state.at at time zone 'Asia/Vientiane')::date as begun, true as stays
      from ${enrolmentTable} place
      join ${studentTable} student on student.id = place.student_id
      join ${enrolmentStateTable} state on state.enrolment_id = place.id and state.status = 'active'
      order by place.student_id, state.at
    ), tried as (
      select * from first where ${drawn(`student_code || 'tries'`, 100)} < 17
      union all
      select student.id, student.student_code, student.home_branch_id, course.id,
        (
          now() at time zone 'Asia/Vientiane'
        )::date - 20 - ${drawn(`student.student_code || 'day'`, 260)},
        false
      from ${studentTable} student
      join ${courseTable} course on course.code = (
        array['KID-1', 'ENG-A1', 'ENG-A2', 'KID-2']
      )[1 + ${drawn(`student.student_code || 'course'`, 4)}]
      where not exists (select from first where first.student_id = student.id)
        and ${drawn(`student.student_code || 'tries'`, 100)} < 40
    ), chosen as (
      select distinct on (tried.student_id) tried.student_id, tried.student_code,
        session.id as session_id, session.date, class.id as class_id, class.branch_id,
        class.term_id, class.course_id
      from tried
      join ${classTable} class on class.branch_id = tried.branch_id
        and class.course_id = tried.course_id and class.status in ('running', 'finished')
      join ${classSessionTable} session on session.class_id = class.id and session.status = 'held'
        and session.date between tried.begun - 24 and tried.begun - 1
      join ${courseTable} course on course.id = class.course_id
      join ${studentTable} student on student.id = tried.student_id
      where ${ofAgeOn('session.date')}
      order by tried.student_id, session.date desc
    ), added as (
      insert into ${enrolmentTable} (
        id, student_id, class_id, branch_id, term_id, course_id, type, status, start_date, end_date,
          no_charge_reason, is_free
      )
      select gen_random_uuid(), student_id, class_id, branch_id, term_id, course_id, 'trial',
        'completed', date, date, 'ທົດລອງຮຽນ', true
      from chosen
      returning id, start_date
    )
    insert into ${enrolmentStateTable} (id, enrolment_id, status, source, at)
    select gen_random_uuid(), added.id, state.status, 'desk',
      (added.start_date::timestamp + state.after) at time zone 'Asia/Vientiane'
    from added
    cross join (
      values ('active', interval '9 hours'), ('completed', interval '21 hours')
    ) as state(status, after)`);
}
