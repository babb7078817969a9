import { and, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import { MAX_UNPLACED, type UnplacedStudent, type unplacedQuery } from '#contract/allocation.ts';
import type { SignedInUser } from '#contract/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { matches } from '#server/lib/search-text.ts';
import { studentFilter } from '#server/modules/students/student-filter.ts';
import { studentTable as student } from '#server/modules/students/students.table.ts';

// Names are written out: within a subquery a column stands without its table.
const live = `(place.status = 'waitlisted' or (place.status = 'pending' and coalesce(place.seat_hold_until > clock_timestamp(), true)))`;

// As a list that is made once: asked of each student in turn, who waits would be looked for among everybody.
const waitingIn = (termId: string) => sql`array(select place.student_id from enrolments place where place.term_id = ${termId} and ${sql.raw(live)})`;

const waitsIn = (termId: string): SQL<UnplacedStudent['waits']> => sql`(
  select json_build_object('status', place.status, 'classCode', class.class_code, 'seatHoldUntil', to_char(place.seat_hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from enrolments place join classes class on class.id = place.class_id
  where place.student_id = students.id and place.term_id = ${termId} and ${sql.raw(live)}
  order by place.status limit 1)`;

const attended = sql.raw(`place.status in ('active', 'suspended', 'completed', 'transferred', 'withdrawn')`);
const lastCourse = sql<string | null>`(
  select place.course_id from enrolments place
  where place.student_id = students.id and ${attended}
  order by place.start_date desc, place.id desc limit 1)`;

/** First whoever was in it at all, so that only of those the last one is looked for. */
const wasLastIn = (courseId: string) =>
  sql`${student._id} in (select place.student_id from enrolments place where place.course_id = ${courseId} and ${attended}) and ${lastCourse} = ${courseId}`;

/** Students without a seat for good in any class of the term, and how many there are. */
export async function unplacedStudents(db: Db, user: SignedInUser, query: z.output<typeof unplacedQuery>): Promise<{ rows: UnplacedStudent[]; total: number }> {
  const { termId, search, lastCourseId, minAge, maxAge } = query;
  const branchId = seesAllBranches(user.role) ? (query.branchId ?? user.branchId) : user.branchId;
  const where = and(
    studentFilter({ branchId, status: undefined, source: undefined, minAge, maxAge, archived: 'false', search }),
    notInArray(student.status, ['graduated', 'left']),
    matches(student.search, search),
    sql`not exists (select 1 from enrolments place where place.student_id = ${sql.raw('students.id')} and place.term_id = ${termId} and place.status in ('active', 'suspended'))`,
    lastCourseId === undefined ? undefined : wasLastIn(lastCourseId),
  );
  const { _id, studentCode, firstName, lastName, nickname, dateOfBirth, status } = student;
  const name = sql`lower(${firstName})`;
  // Both by the index of the names: in one order by who waits, everybody would be looked at to find the first of them.
  const firstOf = (who: SQL) => db.select({ _id }).from(student).where(and(where, who)).orderBy(name, _id).limit(MAX_UNPLACED);
  const waiting = waitingIn(termId);
  const first = unionAll(firstOf(sql`${_id} = any(${waiting})`), firstOf(sql`${_id} <> all(${waiting})`));
  const waits = waitsIn(termId);
  const rows = await db
    .select({ _id, studentCode, firstName, lastName, nickname, dateOfBirth, status, lastCourseId: lastCourse, waits })
    .from(student)
    .where(inArray(_id, first))
    .orderBy(sql`${waits} is null`, name, _id)
    .limit(MAX_UNPLACED);
  const total = rows.length < MAX_UNPLACED ? rows.length : await db.$count(student, where);
  return { rows, total };
}
