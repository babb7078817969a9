import { and, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import {
  MAX_UNPLACED,
  type UnplacedStudent,
  type unplacedQuery,
} from '#contract/classes/allocation.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { matches } from '#server/db/search-text.ts';
import { studentFilter } from '#server/people/students/student-filter.ts';
import { studentName, studentTable as student } from '#server/db/tables/people/students.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

// The columns are written by hand: in a subquery drizzle would drop the table's name.
const live = `(
  enrolment.status = 'waitlisted'
  or (
    enrolment.status = 'pending'
    and coalesce(enrolment.seat_hold_until > clock_timestamp(), true)
  )
)`;

// PostgreSQL evaluates an array subquery once; a join would search all enrolments for each student.
const waitingIn = (termId: string) =>
  sql`
    array(
      select enrolment.student_id
      from ${enrolmentTable} enrolment
      where enrolment.term_id = ${termId} and ${sql.raw(live)}
    )`;

const waitsIn = (termId: string): SQL<UnplacedStudent['waits']> => sql`(
  select json_build_object(
    'status', enrolment.status, 'classCode', class.class_code, 'holdUntil',
      to_char(enrolment.seat_hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from ${enrolmentTable} enrolment join ${classTable} class on class.id = enrolment.class_id
  where enrolment.student_id = students.id and enrolment.term_id = ${termId} and ${sql.raw(live)}
  order by enrolment.status limit 1)`;

const attended = sql.raw(
  `enrolment.status in ('active', 'suspended', 'completed', 'transferred', 'withdrawn')`,
);
const lastCourse = sql<string | null>`(
  select enrolment.course_id from ${enrolmentTable} enrolment
  where enrolment.student_id = students.id and ${attended}
  order by enrolment.start_date desc, enrolment.id desc limit 1)`;

/**
 * The first condition keeps only students who took the course at all, so that the last course is
 * looked up for few.
 */
const wasLastIn = (courseId: string) =>
  sql`
    ${student._id} in (
      select enrolment.student_id
      from ${enrolmentTable} enrolment
      where enrolment.course_id = ${courseId} and ${attended}
    )
      and ${lastCourse} = ${courseId}`;

/** Students without a confirmed seat in any class of the term, and their number. */
export async function unplacedStudents(
  db: Db,
  user: SignedInUser,
  query: z.output<typeof unplacedQuery>,
): Promise<{ rows: UnplacedStudent[]; total: number }> {
  const { termId, search, lastCourseId, minAge, maxAge } = query;
  const branchId = seesAllBranches(user.role) ? query.branchId : user.branchId;
  const where = and(
    studentFilter(
      {
        branchId,
        status: undefined,
        source: undefined,
        minAge,
        maxAge,
        archived: 'false',
        search,
      },
      user,
    ),
    notInArray(student.status, ['graduated', 'left']),
    matches(student.search, search),
    sql`
      not exists (
        select 1
        from ${enrolmentTable} enrolment
        where enrolment.student_id = ${sql.raw('students.id')}
          and enrolment.term_id = ${termId}
          and enrolment.status in ('active', 'suspended')
      )`,
    lastCourseId === undefined ? undefined : wasLastIn(lastCourseId),
  );
  const { _id, homeBranchId, studentCode, dateOfBirth, status } = student;
  const name = sql`lower(${student.firstName})`;
  // Two queries by the index of names: one sorted by waiting first would have to read all students
  // to find the first of them.
  const firstOf = (who: SQL) =>
    db.select({ _id }).from(student).where(and(where, who)).orderBy(name, _id).limit(MAX_UNPLACED);
  const waiting = waitingIn(termId);
  const first = unionAll(
    firstOf(sql`${_id} = any(${waiting})`),
    firstOf(sql`${_id} <> all(${waiting})`),
  );
  const waits = waitsIn(termId);
  const rows = await db
    .select({
      _id,
      homeBranchId,
      studentCode,
      ...studentName,
      dateOfBirth,
      status,
      lastCourseId: lastCourse,
      waits,
    })
    .from(student)
    .where(inArray(_id, first))
    .orderBy(sql`${waits} is null`, name, _id)
    .limit(MAX_UNPLACED);
  const total = rows.length < MAX_UNPLACED ? rows.length : await db.$count(student, where);
  return { rows, total };
}
