import { sql, type SQL } from 'drizzle-orm';
import { fold } from '#contract/words/normalise.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { DeskPerson } from '#contract/desk/desk.ts';
import { MOST_DESK_PEOPLE } from '#contract/desk/most-people.ts';
import type { Db } from '#server/db/client.ts';
import { matches, matchesStart, startsWith } from '#server/db/search-text.ts';
import { knownHere } from '#server/people/students/known-here.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** Parents of other branches are known in a branch where they have an order. */
const isKnown = (user: SignedInUser, home: SQL, orders: SQL): SQL =>
  seesAllBranches(user.role) ? sql`true` : sql`(${home} = ${user.branchId} or ${orders})`;

/**
 * Finds students and parents by a text. A student also matches by the names and phones of their
 * guardians, so that a parent's phone finds the children; a parent is a result only if none of
 * their children is. Students of whom it is true by themselves come first, and among them those
 * with a word that begins with the text, given names before others.
 */
export async function findDeskPeople(
  db: Db,
  user: SignedInUser,
  search: string,
): Promise<DeskPerson[]> {
  if (fold(search) === '') return [];
  const students = await findStudents(db, user, search);
  return [
    ...students,
    ...(await findParents(
      db,
      user,
      search,
      students.map(({ _id }) => _id),
    )),
  ].slice(0, MOST_DESK_PEOPLE);
}

async function findStudents(db: Db, user: SignedInUser, search: string): Promise<DeskPerson[]> {
  // The guardians' text stands behind a line break.
  const byFit = (row: 'student' | 'found') => {
    const column = (name: string) => sql.raw(`${row}.${name}`);
    const given = [column('name_key'), sql`lower(${column('first_name_en')})`];
    return sql`${matches(sql`split_part(${column('search')}, E'\\n', 1)`, search)} desc,
      ${matchesStart(column('search'), search)} desc, ${startsWith(given, search)} desc`;
  };
  const known =
    knownHere(user, { id: sql`student.id`, home: sql`student.home_branch_id` }) ?? sql`true`;
  const { rows } = await db.execute<DeskPerson>(sql`
    with found as (
      select student.* from ${studentTable} student
      where not student.archived and ${matches(sql`student.search`, search)} and ${known}
      order by ${byFit('student')},
        (student.home_branch_id = ${user.branchId}) desc, lower(student.first_name), student.id
      limit ${MOST_DESK_PEOPLE}
    ), owed as (
      select payer, sum(balance)::bigint as balance from (
        select coalesce(payer_parent_id, payer_student_id) as payer,
          total_lak - paid_lak - pending_lak as balance
        from ${orderTable}
        where state = 'confirmed' and total_lak > paid_lak + pending_lak
          and (payer_parent_id in (
            select parent_id from ${guardianTable}
            where is_payer and student_id in (select id from found)) or payer_student_id in (
            select id from found))
      ) one group by payer
    )
    select 'student' as kind, found.id as _id, found.first_name as "firstName",
      found.last_name as "lastName", found.first_name_en as "firstNameEn",
      found.last_name_en as "lastNameEn",
      found.nickname, found.student_code as "studentCode",
      found.date_of_birth::text as "dateOfBirth", found.home_branch_id as "branchId",
      coalesce(parent.first_name || ' ' || parent.last_name, '') as "payerName",
      coalesce(parent.phone, found.phone) as phone,
      coalesce((
        select course.code from ${enrolmentTable} last
        join ${courseTable} course on course.id = last.course_id
        where last.student_id = found.id and last.status in ('active', 'suspended', 'completed')
        order by last.start_date desc, last.id desc limit 1), '') as "courseCode",
      coalesce(owed.balance, 0)::float8 as "owedLAK"
    from found
      left join ${guardianTable} guardian on guardian.student_id = found.id and guardian.is_payer
      left join ${parentTable} parent on parent.id = guardian.parent_id
      left join owed on owed.payer = coalesce(guardian.parent_id, found.id)
    order by ${byFit('found')}, (found.home_branch_id = ${user.branchId}) desc, lower(found.first_name), found.id`);
  return rows;
}

/** A phone may belong to two families, so parents are looked for beside their children. */
async function findParents(
  db: Db,
  user: SignedInUser,
  search: string,
  foundIds: readonly string[],
): Promise<DeskPerson[]> {
  const hasFoundChild = sql`exists (
    select from ${guardianTable} link
    where link.parent_id = parent.id and link.student_id = any(${sql.param(foundIds)}::uuid[]))`;
  const ofOrders = sql`exists (
    select from ${orderTable} charged_order
    where charged_order.payer_parent_id = parent.id and charged_order.branch_id = ${user.branchId})`;
  const { rows } = await db.execute<DeskPerson>(sql`
    select 'parent' as kind, parent.id as _id, parent.first_name as "firstName",
      parent.last_name as "lastName", '' as "firstNameEn", '' as "lastNameEn", '' as nickname,
      '' as "studentCode", null as "dateOfBirth", parent.branch_id as "branchId", '' as "payerName",
      parent.phone, '' as "courseCode",
      coalesce((
        select sum(total_lak - paid_lak - pending_lak) from ${orderTable}
        where payer_parent_id = parent.id and state = 'confirmed'), 0)::float8 as "owedLAK"
    from ${parentTable} parent
    where not parent.archived and not ${hasFoundChild} and ${matches(sql`parent.search`, search)}
      and ${isKnown(user, sql`parent.branch_id`, ofOrders)}
    order by ${matchesStart(sql`parent.search`, search)} desc, lower(parent.first_name), parent.id
    limit ${MOST_DESK_PEOPLE}`);
  return rows;
}
