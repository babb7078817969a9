import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
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

const waitsIn = (termId: string): SQL<UnplacedStudent['waits']> => sql`(
  select json_build_object('status', place.status, 'classCode', class.class_code, 'seatHoldUntil', to_char(place.seat_hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from enrolments place join classes class on class.id = place.class_id
  where place.student_id = students.id and place.term_id = ${termId} and ${sql.raw(live)}
  order by place.status limit 1)`;

const lastCourse = sql<string | null>`(
  select place.course_id from enrolments place
  where place.student_id = students.id and place.status in ('active', 'suspended', 'completed', 'transferred', 'withdrawn')
  order by place.start_date desc, place.id desc limit 1)`;

/** Students without a seat for good in any class of the term, and how many there are. */
export async function unplacedStudents(db: Db, user: SignedInUser, query: z.output<typeof unplacedQuery>): Promise<{ rows: UnplacedStudent[]; total: number }> {
  const { termId, search, lastCourseId, minAge, maxAge } = query;
  const branchId = seesAllBranches(user.role) ? (query.branchId ?? user.branchId) : user.branchId;
  const where = and(
    studentFilter({ branchId, status: undefined, source: undefined, minAge, maxAge, archived: 'false', search }),
    notInArray(student.status, ['graduated', 'left']),
    matches(student.search, search),
    sql`not exists (select 1 from enrolments place where place.student_id = ${sql.raw('students.id')} and place.term_id = ${termId} and place.status in ('active', 'suspended'))`,
    lastCourseId === undefined ? undefined : eq(lastCourse, lastCourseId),
  );
  const waits = waitsIn(termId);
  const { _id, studentCode, firstName, lastName, nickname, dateOfBirth, status } = student;
  const first = db.select({ _id }).from(student).where(where).orderBy(sql`${waits} is null`, sql`lower(${firstName})`, _id).limit(MAX_UNPLACED);
  const rows = await db
    .select({ _id, studentCode, firstName, lastName, nickname, dateOfBirth, status, lastCourseId: lastCourse, waits })
    .from(student)
    .where(inArray(_id, first))
    .orderBy(sql`${waits} is null`, sql`lower(${firstName})`, _id);
  const total = rows.length < MAX_UNPLACED ? rows.length : await db.$count(student, where);
  return { rows, total };
}
