import { sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MAX_DESK_LOOKUP, type DeskLookupRow } from '#contract/desk/desk.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** GET `/desk/lookup`: the students of one branch, because a device keeps only those. */
export async function deskLookupOf(
  db: Db,
  user: SignedInUser,
  branchId: string,
): Promise<DeskLookupRow[]> {
  if (!seesAllBranches(user.role) && branchId !== user.branchId) throw new ApiError('notFound');
  const { rows } = await db.execute<DeskLookupRow>(sql`
    with kept as (
      select * from ${studentTable}
      where home_branch_id = ${branchId} and not archived
      order by created_at desc, id desc limit ${MAX_DESK_LOOKUP}
    ), owed as (
      select coalesce(payer_parent_id, payer_student_id) as payer,
        sum(total_lak - paid_lak - pending_lak) as balance
      from ${orderTable}
      where state = 'confirmed' and total_lak > paid_lak + pending_lak group by 1
    ), placed as (
      select place.student_id, place.start_date, course.code as course_code, course.next_course_id,
        term.start_date as term_start, here.status,
        jsonb_build_object('enrolmentId', place.id, 'classId', place.class_id,
          'classCode', class.class_code, 'courseId', place.course_id, 'termId', place.term_id,
          'status', here.status, 'holdUntil',
          to_char(place.seat_hold_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'startDate', place.start_date, 'endDate', place.end_date,
          'hasOrder',
            exists (select from ${orderLineTable} line where line.enrolment_id = place.id)) as place
      from ${enrolmentTable} place
        join kept on kept.id = place.student_id
        join ${classTable} class on class.id = place.class_id
        join ${courseTable} course on course.id = place.course_id
        join ${academicTermTable} term on term.id = place.term_id
        cross join lateral (
          select case when place.status = 'pending'
            and place.seat_hold_until <= clock_timestamp() then 'expired'
            else place.status end as status) here
      where here.status in ('active', 'suspended', 'pending', 'waitlisted', 'completed')
    ), places as (
      select student_id, jsonb_agg(place order by start_date desc) as places,
        (array_agg(course_code order by start_date desc) filter (where status in ('active',
          'suspended', 'completed')))[1] as course_code,
        (array_agg(next_course_id order by start_date desc) filter (where status in ('active',
          'completed')))[1] as next_course_id,
        min(term_start) filter (where status in ('active', 'completed'))::text as first_term_on
      from placed group by student_id
    )
    select kept.id as _id, kept.first_name as "firstName", kept.last_name as "lastName",
      kept.first_name_en as "firstNameEn", kept.last_name_en as "lastNameEn", kept.nickname,
      kept.student_code as "studentCode", kept.date_of_birth::text as "dateOfBirth",
      kept.price_category as "priceCategory", kept.phone,
      coalesce(parent.search, '') as guardians,
      case when parent.id is null then null
        else jsonb_build_object('_id', parent.id, 'firstName', parent.first_name,
          'lastName', parent.last_name, 'phone', parent.phone,
          'relation', guardian.relation) end as payer,
      coalesce(owed.balance, 0)::float8 as "owedLAK",
      coalesce(places.places, '[]'::jsonb) as places,
      places.next_course_id as "nextCourseId", coalesce(places.course_code, '') as "courseCode",
      places.first_term_on as "firstTermOn"
    from kept
      left join ${guardianTable} guardian on guardian.student_id = kept.id and guardian.is_payer
      left join ${parentTable} parent on parent.id = guardian.parent_id
      left join owed on owed.payer = coalesce(parent.id, kept.id)
      left join places on places.student_id = kept.id
    order by kept.created_at desc, kept.id desc`);
  return rows;
}
