import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

export type SeedChild = {
  enrolmentId: string;
  studentId: string;
  payerParentId: string | null;
  feeId: string;
  monthFeeId: string | null;
  /** Kip for a term, or for the part of it that is left. */
  amount: number;
  sessions: number;
  nameEn: string;
  nameLo: string;
  classCode: string;
  /** The day of the enrolment, and whether it is the student's first. */
  begun: string;
  isFirst: boolean;
};
export type OrderFamily = {
  when: 'past' | 'now' | 'coming';
  begun: string;
  payerParentId: string | null;
  payerStudentId: string | null;
  children: SeedChild[];
};

type Row = SeedChild & { when: OrderFamily['when']; termId: string };

/**
 * The families of a branch with their children's enrolments, once for each term, in the order in
 * which they joined.
 */
export async function familiesOf(tx: Tx, branchId: string): Promise<OrderFamily[]> {
  const { rows } = await tx.execute<Row>(sql`
    with place as (
      select enrolment.*, state.begun,
        row_number() over (
          partition by enrolment.student_id order by state.begun, enrolment.id
        ) = 1 as is_first
      from ${enrolmentTable} enrolment join lateral (
        select (min(state.at) at time zone 'Asia/Vientiane')::date::text as begun
        from ${enrolmentStateTable} state
        where state.enrolment_id = enrolment.id and state.status = 'active'
      ) state on state.begun is not null
      where enrolment.branch_id = ${branchId}
        and enrolment.type = 'regular'
        and enrolment.status in ('active', 'completed', 'withdrawn')
    )
    select place.id as "enrolmentId", place.student_id as "studentId",
      link.parent_id as "payerParentId", fee.id as "feeId",
      case class.status when 'running' then monthly.id end as "monthFeeId",
      case
        when sessions.own < sessions.usual then (
          fee.amount * sessions.own / sessions.usual / 10000
        )::int * 10000
        else fee.amount end::int as amount,
        sessions.own as sessions,
      course.name_en as "nameEn", course.name_lo as "nameLo", class.class_code as "classCode",
        place.begun, place.is_first as "isFirst", class.term_id || class.status as "termId",
      case class.status
        when 'finished' then 'past'
        when 'open' then 'coming'
        else 'now' end as "when"
    from place
    join ${classTable} class on class.id = place.class_id
    join ${courseTable} course on course.id = place.course_id
    join ${academicTermTable} term on term.id = class.term_id
    join ${courseFeeTable} fee on fee.course_id = course.id and fee.basis = 'term'
      and fee.currency = 'LAK' and fee.active
    cross join lateral (
      select greatest(1, count(*) filter (where session.date >= place.start_date))::int as own,
        case when class.start_date > term.start_date then 24 else count(*) end::int as usual
      from ${classSessionTable} session
      where session.class_id = class.id and session.status <> 'cancelled') sessions
    left join ${courseFeeTable} monthly on monthly.course_id = course.id and monthly.basis = 'month'
      and monthly.active
    left join ${guardianTable} link on link.student_id = place.student_id and link.is_payer
    order by place.id`);
  const families = new Map<string, OrderFamily>();
  for (const { when, termId, ...child } of rows) {
    const key = `${child.payerParentId ?? child.studentId} ${termId}`;
    const family = families.get(key) ?? {
      when,
      begun: child.begun,
      payerParentId: child.payerParentId,
      payerStudentId: child.payerParentId === null ? child.studentId : null,
      children: [],
    };
    if (child.begun < family.begun) family.begun = child.begun;
    family.children.push(child);
    families.set(key, family);
  }
  return [...families.values()];
}
