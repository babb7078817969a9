import { sql } from 'drizzle-orm';
import type { Clash } from '#contract/classes/class-clashes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';

type Asked = { classId: string; teacherId: string };

/** Nobody reads more clashes of one pair. */
const MAX_FOUND = 50;

/**
 * For each pair of a class and a teacher: the sessions of other classes that need the teacher at
 * the same time, from `today` on. One query for all pairs, because a board asks about hundreds at
 * once.
 */
export async function teacherClashes(
  db: Db | Tx,
  asked: readonly Asked[],
  today: string,
): Promise<Clash[][]> {
  if (asked.length === 0) return [];
  const pairs = JSON.stringify(
    asked.map(({ classId, teacherId }, at) => ({ at, classId, teacherId })),
  );
  const { rows } = await db.execute<Clash & { at: number; place: number }>(sql`
    with asked as (
      select *
      from jsonb_to_recordset(${pairs}::jsonb) as one(at int, "classId" uuid, "teacherId" uuid)
    ),
    needed as (
      select teacher_id as who, id, class_id, date, start_time, end_time from ${classSessionTable}
      where teacher_id in (select "teacherId" from asked)
        and date >= ${today}
        and status in ('scheduled', 'held')
      union
      select helper.id, meeting.id, meeting.class_id, meeting.date, meeting.start_time,
        meeting.end_time
      from ${classTable} helped
      cross join unnest(helped.assistant_ids) as helper(id)
      join ${classSessionTable} meeting on meeting.class_id = helped.id
      where helper.id in (select "teacherId" from asked)
        and meeting.date >= ${today}
        and meeting.status in ('scheduled', 'held')),
    found as (
      select asked.at, 'teacher' as kind, who.id as "whoId",
        who.first_name || ' ' || who.last_name as who, class.id as "classId",
        class.class_code as "classCode",
        class.branch_id as "branchId", needed.id as "sessionId",
          to_char(needed.date, 'YYYY-MM-DD') as date, needed.start_time as start,
          needed.end_time as "end",
        row_number() over (
          partition by asked.at order by needed.date, needed.start_time, needed.id
        ) as place
      from asked
      join ${classSessionTable} wanted on wanted.class_id = asked."classId"
        and wanted.status = 'scheduled' and not wanted.is_substitute and wanted.date >= ${today}
      join needed on needed.who = asked."teacherId" and needed.class_id <> asked."classId"
        and needed.date = wanted.date
        and needed.start_time < wanted.end_time and wanted.start_time < needed.end_time
      join ${teacherTable} who on who.id = asked."teacherId"
      join ${classTable} class on class.id = needed.class_id)
    select * from found where place <= ${MAX_FOUND} order by at, place`);
  const each = asked.map((): Clash[] => []);
  for (const { at, place: _place, ...clash } of rows) each[at]?.push(clash);
  return each;
}
