import { and, between, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { SentMeeting, Timetable } from '#contract/classes/class-overview.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays, mondayOf } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  classTable,
  classSessionTable as session,
} from '#server/db/tables/academic/classes.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { seatsTaken } from '#server/academic/classes/seats.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const DAYS = 7;

/**
 * The requested branch, or undefined for all; a branch that the user may not see is answered as
 * missing.
 */
export function shownBranch(user: SignedInUser, branchId: string | undefined): string | undefined {
  if (seesAllBranches(user.role)) return branchId;
  if (branchId !== undefined && branchId.toLowerCase() !== user.branchId)
    throw new ApiError('notFound');
  return user.branchId;
}

/** The name of a course or a teacher in both spellings; the Lao one replaces a missing one. */
export const courseWords = { nameEn: courseTable.nameEn, nameLo: courseTable.nameLo };
export const teacherWords = {
  _id: teacherTable._id,
  nameEn:
    sql<string>`coalesce(nullif(${teacherTable.firstNameEn}, ''), ${teacherTable.firstName})`.as(
      'teacher_en',
    ),
  nameLo: sql<string>`${teacherTable.firstName}`.as('teacher_lo'),
};

/** True if a scheduled session shares its room with another one. */
const roomClash = sql<boolean>`(${session.status} in ('scheduled', 'held') and exists (
  select 1
  from ${session} other
  where other.room_id = ${session.roomId} and other.date = ${session.date}
    and other.id <> ${session._id} and other.status in ('scheduled', 'held')
    and other.start_time < ${session.end} and ${session.start} < other.end_time))`;

/**
 * True if its teacher or an assistant is needed elsewhere at that time, in any branch; one query
 * for all days.
 */
const staffClash = (from: string, to: string) => sql<boolean>`${session._id} in (
  with busy as materialized (
    select taught.id, taught.date, taught.start_time, taught.end_time, who.id as who
    from ${session} taught
    join ${classTable} helped on helped.id = taught.class_id
    cross join lateral unnest(helped.assistant_ids || taught.teacher_id) as who(id)
    where taught.date between ${from} and ${to}
      and taught.status in ('scheduled', 'held')
      and who.id is not null)
  select one.id from busy one
  join busy other on other.who = one.who and other.date = one.date and other.id <> one.id
    and other.start_time < one.end_time and one.start_time < other.end_time)`;

type Week = { from: string; to: string; ofWeek: SQL | undefined };

function readMeetings(db: Db, { from, to, ofWeek }: Week) {
  return db
    .select({
      date: session.date,
      _id: session._id,
      start: session.start,
      end: session.end,
      status: session.status,
      reason: session.reason,
      classId: session.classId,
      roomId: session.roomId,
      teacherId: session.teacherId,
      isSubstitute: session.isSubstitute,
      attendanceTaken: sql<boolean>`${session.attendanceTakenAt} is not null`,
      teacherClash: staffClash(from, to),
      roomClash,
    })
    .from(session)
    .innerJoin(classTable, eq(classTable._id, session.classId))
    .where(ofWeek)
    .orderBy(session.date, session.start, session.end, classTable.classCode);
}

/**
 * The classes of these sessions; their seats are counted once for each class, not for each session.
 */
function readClasses(db: Db, { ofWeek }: Week) {
  return db
    .select({
      _id: classTable._id,
      code: classTable.classCode,
      branchCode: branchTable.code,
      courseId: classTable.courseId,
      taken: seatsTaken,
      capacity: classTable.capacity,
    })
    .from(classTable)
    .innerJoin(branchTable, eq(branchTable._id, classTable.branchId))
    .where(
      inArray(classTable._id, db.select({ _id: session.classId }).from(session).where(ofWeek)),
    );
}

function readCourses(db: Db, ids: string[]) {
  return db
    .select({
      course: { _id: courseTable._id, ...courseWords },
      category: {
        _id: courseCategoryTable._id,
        nameEn: courseCategoryTable.nameEn,
        nameLo: courseCategoryTable.nameLo,
        colour: courseCategoryTable.colour,
        position: courseCategoryTable.position,
      },
    })
    .from(courseTable)
    .innerJoin(courseCategoryTable, eq(courseCategoryTable._id, courseTable.categoryId))
    .where(inArray(courseTable._id, ids));
}

/** The distinct values, and the index of each. */
function numbered<Row extends { _id: string }>(found: readonly Row[]) {
  const rows = [...new Map(found.map((row) => [row._id, row])).values()];
  const indexes = new Map(rows.map(({ _id }, at) => [_id, at]));
  return { rows, at: (_id: string | null) => (_id === null ? undefined : indexes.get(_id)) };
}

type Found = Awaited<ReturnType<typeof readMeetings>>[number];
const once = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** The fields of a session that differ from the usual value; the others are left out. */
function unusual({
  status,
  reason,
  isSubstitute,
  attendanceTaken,
  teacherClash,
  roomClash: inRoom,
}: Found): Partial<SentMeeting> {
  const clash = teacherClash && inRoom ? 'both' : teacherClash ? 'teacher' : 'room';
  return {
    ...(status !== 'scheduled' && { status }),
    ...(reason !== '' && { reason }),
    ...(isSubstitute && { isSubstitute }),
    ...(attendanceTaken && { attendanceTaken }),
    ...((teacherClash || inRoom) && { clash }),
  };
}

/** The sessions and their shared data. */
async function readWeek(db: Db, week: Week) {
  const [sessions, ofClasses] = await Promise.all([readMeetings(db, week), readClasses(db, week)]);
  const [ofRooms, ofTeachers, ofCourses] = await Promise.all([
    db
      .select({ _id: roomTable._id, name: roomTable.name })
      .from(roomTable)
      .where(inArray(roomTable._id, once(sessions.map(({ roomId }) => roomId)))),
    db
      .select(teacherWords)
      .from(teacherTable)
      .where(inArray(teacherTable._id, once(sessions.map(({ teacherId }) => teacherId)))),
    readCourses(db, once(ofClasses.map(({ courseId }) => courseId))),
  ]);
  const [classes, rooms, teachers] = [numbered(ofClasses), numbered(ofRooms), numbered(ofTeachers)];
  const [courses, categories] = [
    numbered(ofCourses.map(({ course, category }) => ({ ...course, category }))),
    numbered(ofCourses.map(({ category }) => category)),
  ];
  const meetingsOn = (date: string) =>
    sessions.flatMap((session): SentMeeting[] => {
      const of = classes.at(session.classId);
      if (session.date !== date || of === undefined) return [];
      const { _id, start, end } = session;
      return [
        {
          _id,
          start,
          end,
          class: of,
          room: rooms.at(session.roomId),
          teacher: teachers.at(session.teacherId),
          ...unusual(session),
        },
      ];
    });
  const shared = {
    classes: classes.rows.map(({ courseId, ...row }) => ({
      ...row,
      course: courses.at(courseId) ?? 0,
    })),
    courses: courses.rows.map(({ nameEn, nameLo, category }) => ({
      nameEn,
      nameLo,
      category: categories.at(category._id) ?? 0,
    })),
    categories: categories.rows,
    rooms: rooms.rows,
    teachers: teachers.rows,
  };
  return { meetingsOn, shared };
}

/** The week of a day: its sessions, holidays and terms. */
export async function readTimetable(
  db: Db,
  branchId: string | undefined,
  day: string,
): Promise<Timetable> {
  const from = mondayOf(day);
  const days = Array.from({ length: DAYS }, (_, at) => addDays(from, at));
  const to = days[DAYS - 1] ?? from;
  const ofWeek = and(
    between(session.date, from, to),
    branchId === undefined ? undefined : eq(session.branchId, branchId),
  );
  const isHere =
    branchId === undefined
      ? undefined
      : sql`
        (
          ${academicTermTable.branchIds} = '{}'
            or ${branchId}::uuid = any(${academicTermTable.branchIds})
        )`;
  const [{ meetingsOn, shared }, terms] = await Promise.all([
    readWeek(db, { from, to, ofWeek }),
    db
      .select()
      .from(academicTermTable)
      .where(
        and(
          sql`${academicTermTable.startDate} <= ${to} and ${academicTermTable.endDate} >= ${from}`,
          isHere,
        ),
      )
      .orderBy(academicTermTable.startDate, academicTermTable.code),
  ]);
  const shown = days.map((date) => {
    const running = terms.filter(({ startDate, endDate }) => startDate <= date && date <= endDate);
    const holidays = running.flatMap((term) =>
      term.holidays.filter((holiday) => holiday.date === date).map(({ name }) => name),
    );
    return {
      date,
      holidays: [...new Set(holidays)],
      terms: running.map(({ code }) => code),
      meetings: meetingsOn(date),
    };
  });
  return { days: shown, ...shared };
}
