import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Student, StudentLookupRow } from '#contract/people/students.ts';
import { LOW_ATTENDANCE_PERCENT, SHARE_FROM_SESSIONS } from '#contract/people/student-words.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { instalmentTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

// The columns of the student list that other tables know: docs/figures.md, "Columns of the student
// list". Each is read for the rows of a page only, by indexes that begin with the student, the
// payer or the class, so a page costs the same however long the history is.

/** The row of the list; named, because the columns stand in subqueries. */
const row = sql.raw('students');

/** The rule of the partial index `orders_owed`. */
const isOwed = sql.raw(
  `owed_order.state = 'confirmed' and owed_order.total_lak > owed_order.paid_lak + owed_order.pending_lak`,
);

const payingGuardian = sql`${guardianTable} guardian
  where guardian.student_id = ${row}.id and guardian.is_payer`;

/** The parent who pays for the student, with the records merged into that parent. */
const payingParents = sql`array(
  select guardian.parent_id from ${payingGuardian}
  union all
  select merged.id
  from ${parentTable} merged
  where merged.merged_into_id = (select guardian.parent_id from ${payingGuardian}))`;

/** The student with the records merged into it, if nobody else pays for the student. */
const payingSelf = sql`array(
  select payer.id
  from (
    select ${row}.id as id
    union all
    select merged.id from ${studentTable} merged where merged.merged_into_id = ${row}.id
  ) payer
  where not exists (select from ${payingGuardian}))`;

const payers = [
  ['payer_parent_id', payingParents],
  ['payer_student_id', payingSelf],
] as const;

/** The owed orders of the student's payer, by the index of that payer. */
const owedBy = ([column, people]: (typeof payers)[number]) => sql`${orderTable} owed_order
  where owed_order.${sql.raw(column)} = any(${people}) and ${isOwed}`;

const sumOf = (payer: (typeof payers)[number]) => sql`coalesce((
  select sum(owed_order.total_lak - owed_order.paid_lak - owed_order.pending_lak)
  from ${owedBy(payer)}), 0)`;

const owedLAK = sql<number>`(${sumOf(payers[0])} + ${sumOf(payers[1])})::float8`;

const today = sql.raw(`(now() at time zone 'Asia/Vientiane')::date`);

/**
 * True for an owed order with a part that was due before today and is not covered: `owedRows` of
 * the balances has the same rule. Without a plan it was due on the day it was confirmed.
 */
const isLateOrder = sql`coalesce((
  select bool_and(part.due_on < ${today}) or least(
    owed_order.total_lak,
    coalesce(sum(part.amount_lak) filter (where part.due_on < ${today}), 0)
  ) > owed_order.paid_lak + owed_order.pending_lak
  from ${instalmentTable} part
  where part.order_id = owed_order.id and part.ended_at is null
  having count(*) > 0), owed_order.confirmed_day < ${today})`;

const isLate = sql<boolean>`(
  exists (select from ${owedBy(payers[0])} and ${isLateOrder})
  or exists (select from ${owedBy(payers[1])} and ${isLateOrder}))`;

/** The students whose payer owes something, found from the owed orders. */
export function payersOwe(wanted: 'any' | 'late'): SQL {
  const late = wanted === 'late' ? sql`and ${isLateOrder}` : sql``;
  return sql`${row}.id in (
    select guardian.student_id
    from ${orderTable} owed_order
    join ${parentTable} payer on payer.id = owed_order.payer_parent_id
    join ${guardianTable} guardian
      on guardian.parent_id = coalesce(payer.merged_into_id, payer.id) and guardian.is_payer
    where ${isOwed} ${late}
    union
    select coalesce(payer.merged_into_id, payer.id)
    from ${orderTable} owed_order
    join ${studentTable} payer on payer.id = owed_order.payer_student_id
    where ${isOwed} ${late}
      and not exists (
        select from ${guardianTable} guardian
        where guardian.student_id = coalesce(payer.merged_into_id, payer.id)
          and guardian.is_payer))`;
}

type Placed = { termId?: string | undefined; courseId?: string | undefined };

/** The students with a place, or with one of a term or course. */
export const hasPlace = ({ termId, courseId }: Placed): SQL => sql`${row}.id in (
  select place.student_id
  from ${enrolmentTable} place
  where place.status in ('active', 'suspended')
    ${termId === undefined ? sql`` : sql`and place.term_id = ${termId}::uuid`}
    ${courseId === undefined ? sql`` : sql`and place.course_id = ${courseId}::uuid`})`;

/** The students who sit in no class. */
export const hasNoPlace = sql`not exists (
  select from ${enrolmentTable} place
  where place.student_id = ${row}.id and place.status in ('active', 'suspended'))`;

/** The newest place, of those that the person may see, as `place`. */
const newestPlace = (user: SignedInUser) => sql`(
    select class_id, count(*) over () as places
    from ${enrolmentTable}
    where student_id = ${row}.id and status in ('active', 'suspended')
      ${seesAllBranches(user.role) ? sql`` : sql`and branch_id = ${user.branchId}::uuid`}
    order by start_date desc, id desc
    limit 1
  ) place`;

/** The students whose attendance in that class is a share, and too low a one. */
export const hasLowAttendance = (user: SignedInUser): SQL => sql`${row}.id in (
  select place.student_id
  from (
    select distinct on (student_id) student_id, class_id
    from ${enrolmentTable}
    where status in ('active', 'suspended')
      ${seesAllBranches(user.role) ? sql`` : sql`and branch_id = ${user.branchId}::uuid`}
    order by student_id, start_date desc, id desc
  ) place
  join ${classSessionTable} session on session.class_id = place.class_id
  join ${attendanceTable} mark on mark.session_id = session.id
    and mark.student_id = place.student_id and mark.status <> 'excused'
  group by place.student_id
  having count(*) >= ${SHARE_FROM_SESSIONS}::int
    and count(*) filter (where mark.status <> 'absent') * 100
      < count(*) * ${LOW_ATTENDANCE_PERCENT}::int)`;

/** The class of the newest place. */
const classNow = (user: SignedInUser) => sql<Student['classNow']>`(
  select json_build_object('_id', class.id, 'classCode', class.class_code,
    'courseEn', course.name_en, 'courseLo', course.name_lo, 'slots', class.slots,
    'others', place.places - 1)
  from ${newestPlace(user)}
  join ${classTable} class on class.id = place.class_id
  join ${courseTable} course on course.id = class.course_id)`;

/** The marks in that class; the sessions come first, by their class. */
const attendance = (user: SignedInUser) => sql<Student['attendance']>`(
  select json_build_object(
    'attended', count(*) filter (where mark.status in ('present', 'late', 'makeup')),
    'missed', count(*) filter (where mark.status = 'absent'))
  from ${newestPlace(user)}
  join ${classSessionTable} session on session.class_id = place.class_id
  join ${attendanceTable} mark on mark.session_id = session.id and mark.student_id = ${row}.id
  having count(*) filter (where mark.status <> 'excused') > 0)`;

/** The number to call: the guardian who is called first, or the student's own. */
const contactOf = (phone: SQL) => sql`(
  select json_build_object(${phone}, 'relation', called.relation)
  from (
    select parent.phone, guardian.relation, guardian.is_primary_contact as is_first,
      guardian.position
    from ${guardianTable} guardian
    join ${parentTable} parent on parent.id = guardian.parent_id
    where guardian.student_id = ${row}.id and parent.phone <> ''
    union all
    select ${row}.phone, null, false, 1000 where ${row}.phone <> ''
  ) called
  order by called.is_first desc, called.position
  limit 1)`;

const contact = contactOf(sql.raw(`'phone', called.phone`)) as SQL<Student['contact']>;

/** The fields of the copy on a device: the class, and the end of the number only. */
export const studentLookupFields = (user: SignedInUser) => ({
  classNow: classNow(user),
  contact: contactOf(sql.raw(`'end', right(called.phone, 4)`)) as SQL<StudentLookupRow['contact']>,
});

/** The class is one that the person may see, so these depend on the person. */
export const studentFieldsFor = (user: SignedInUser) => ({
  classNow: classNow(user),
  attendance: attendance(user),
});

const ofPerson = sql`null`;
export const studentListFields = {
  classNow: ofPerson,
  attendance: ofPerson,
  contact,
  owedLAK,
  isLate,
};

/** Lateness is for those who may read balances. */
export const hiddenStudentFields = (user: SignedInUser): readonly 'isLate'[] =>
  can(user, 'balances:read') ? [] : ['isLate'];
