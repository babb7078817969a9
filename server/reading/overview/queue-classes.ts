import { inArray, sql, type SQL } from 'drizzle-orm';
import { firstSessionOn, meetsSoon } from '#server/academic/classes/first-session.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import { dayInLaos } from '#contract/dates.ts';
import { MOST_OF_KIND, type QueueKind } from '#contract/reports/overview-parts.ts';
import { sessionsNotTaken } from '#server/academic/attendance/not-taken.ts';
import { seatsHeld, studentCount } from '#server/academic/classes/seats.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  queueColumns,
  ofShown,
  readKind,
  todaySql,
  type QueueQuestion,
  type QueueRows,
} from './queue-kind.ts';

/** The end of a session. */
const endedAt = ({ date, end }: { date: string; end: string }) =>
  new Date(`${date}T${end}:00+07:00`).toISOString();

/** Sessions that are over without attendance: today's first, then the latest. */
export async function attendanceNotTaken({
  db,
  user,
  branchId,
}: QueueQuestion): Promise<QueueRows> {
  const all = await sessionsNotTaken(db, user, { from: null, to: null, branchId });
  const today = dayInLaos();
  const first = [
    ...all.filter(({ date }) => date === today),
    ...all.filter(({ date }) => date !== today).toReversed(),
  ].slice(0, MOST_OF_KIND);
  const teacherIds = first.flatMap(({ teacherId }) => teacherId ?? []);
  const { _id, firstName, lastName, firstNameEn, lastNameEn } = teacherTable;
  const teachers =
    teacherIds.length === 0
      ? []
      : await db
          .select({ _id, firstName, lastName, firstNameEn, lastNameEn })
          .from(teacherTable)
          .where(inArray(_id, teacherIds));
  const { rows: branches } = await db.execute<{ id: string; code: string }>(
    sql`select id, code from ${branchTable}`,
  );
  const namesOfTeacher = (id: string | null) => {
    const teacher = teachers.find((teacher) => teacher._id === id);
    const detailLo = teacher ? `${teacher.firstName} ${teacher.lastName}`.trim() : '';
    const isLatin = teacher && teacher.firstNameEn !== '' && teacher.lastNameEn !== '';
    return {
      detail: isLatin ? `${teacher.firstNameEn} ${teacher.lastNameEn}` : detailLo,
      detailLo,
    };
  };
  return {
    count: all.length,
    rows: first.map((session) => ({
      _id: session._id,
      kind: 'attendance',
      branchId: session.branchId,
      branchCode: branches.find(({ id }) => id === session.branchId)?.code ?? '',
      at: endedAt(session),
      toId: session.classId,
      name: '',
      nameLo: '',
      code: session.classCode,
      ...namesOfTeacher(session.teacherId),
      amountLAK: null,
      n: null,
      of: null,
      held: null,
      mayAct: true,
    })),
  };
}

/** Classes that enrol and meet for the first time within the next days. */
const startingSoon = ({ branchId }: QueueQuestion): SQL => sql`
  classes.status in (${sql.join(
    enrollingStatuses.map((status) => sql`${status}`),
    sql`, `,
  )})
    and ${meetsSoon(firstSessionOn, todaySql)}
    and ${ofShown('classes.branch_id', branchId)}`;

const readClasses = (
  asked: QueueQuestion,
  kind: QueueKind,
  condition: SQL,
  counts: { n?: SQL; of?: SQL; held?: SQL } = {},
): Promise<QueueRows> =>
  readKind(
    asked.db,
    kind,
    sql`
    select ${queueColumns({
      id: sql.raw('classes.id'),
      branchId: sql.raw('classes.branch_id'),
      at: sql`${firstSessionOn}::timestamp at time zone 'Asia/Vientiane'`,
      name: sql.raw('courses.name_en'),
      nameLo: sql.raw('courses.name_lo'),
      code: sql.raw('classes.class_code'),
      ...counts,
    })}
    from ${classTable}
    join ${courseTable} on courses.id = classes.course_id
    where ${startingSoon(asked)} and ${condition}`,
  );

/** docs/figures.md, "Figure 7: classes below their minimum". */
export const classesUnderMinimum = (asked: QueueQuestion): Promise<QueueRows> =>
  readClasses(asked, 'underMinimum', sql`${studentCount} < classes.min_students`, {
    n: studentCount,
    of: sql.raw('classes.min_students'),
    held: seatsHeld,
  });
export const classesWithoutTeacher = (asked: QueueQuestion): Promise<QueueRows> =>
  readClasses(asked, 'noTeacher', sql.raw('classes.teacher_id is null'));
export const classesWithoutRoom = (asked: QueueQuestion): Promise<QueueRows> =>
  readClasses(
    asked,
    'noRoom',
    sql.raw(`classes.room_id is null and classes.delivery_mode <> 'online'`),
  );
