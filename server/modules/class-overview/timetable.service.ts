import { and, between, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import type { TimetableDay } from '#contract/class-overview.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays, mondayOf } from '#contract/timetable.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { academicTermTable } from '#server/modules/academic-terms/academic-terms.table.ts';
import { branchTable } from '#server/modules/branches/branches.table.ts';
import { classTable, sessionOfClassTable as session } from '#server/modules/classes/classes.table.ts';
import { courseCategoryTable } from '#server/modules/course-categories/course-categories.table.ts';
import { courseTable } from '#server/modules/courses/courses.table.ts';
import { seatsTaken } from '#server/modules/enrolments/seats.ts';
import { roomTable } from '#server/modules/rooms/rooms.table.ts';
import { teacherTable } from '#server/modules/teachers/teachers.table.ts';

const DAYS = 7;

/** The branch that is shown, none for all of them; another's answers as if it were not there. */
export function shownBranch(user: SignedInUser, asked: string | undefined): string | undefined {
  if (seesAllBranches(user.role)) return asked;
  if (asked !== undefined && asked.toLowerCase() !== user.branchId) throw new ApiError('notFound');
  return user.branchId;
}

/** A course, a teacher: the name in both spellings, the Lao one where there is no other. */
export const courseWords = { nameEn: courseTable.nameEn, nameLo: courseTable.nameLo };
export const teacherWords = {
  _id: teacherTable._id,
  nameEn: sql<string>`coalesce(nullif(${teacherTable.firstNameEn}, ''), ${teacherTable.firstName})`.as('teacher_en'),
  nameLo: sql<string>`${teacherTable.firstName}`.as('teacher_lo'),
};

/** Whether a meeting that takes place has another beside it that needs the same teacher, or the same room. */
function isClash(needed: 'teacher_id' | 'room_id'): SQL<boolean> {
  const column = sql.identifier(needed);
  return sql<boolean>`(${session.status} in ('scheduled', 'held') and exists (
    select 1 from ${session} other where other.${column} = ${session}.${column} and other.date = ${session.date}
      and other.id <> ${session._id} and other.status in ('scheduled', 'held')
      and other.start_time < ${session.end} and ${session.start} < other.end_time))`;
}

function readMeetings(db: Db, branchId: string | undefined, from: string, to: string) {
  const ofWeek = and(between(session.date, from, to), branchId === undefined ? undefined : eq(session.branchId, branchId));
  const classesOfWeek = db.select({ classId: session.classId }).from(session).where(ofWeek);
  // Counted once for each class, not for each of its meetings.
  const seats = db.$with('seats').as(db.select({ classId: classTable._id, taken: seatsTaken.as('taken') }).from(classTable).where(inArray(classTable._id, classesOfWeek)));
  return db
    .with(seats)
    .select({
      date: session.date,
      _id: session._id,
      start: session.start,
      end: session.end,
      status: session.status,
      reason: session.reason,
      classId: session.classId,
      classCode: classTable.classCode,
      branchCode: branchTable.code,
      course: courseWords,
      category: {
        _id: courseCategoryTable._id,
        nameEn: courseCategoryTable.nameEn,
        nameLo: courseCategoryTable.nameLo,
        colour: courseCategoryTable.colour,
        position: courseCategoryTable.position,
      },
      room: { _id: roomTable._id, name: roomTable.name },
      teacher: teacherWords,
      isSubstitute: session.isSubstitute,
      taken: seats.taken,
      capacity: classTable.capacity,
      attendanceTaken: sql<boolean>`${session.attendanceTakenAt} is not null`,
      teacherClash: isClash('teacher_id'),
      roomClash: isClash('room_id'),
    })
    .from(session)
    .innerJoin(classTable, eq(classTable._id, session.classId))
    .innerJoin(branchTable, eq(branchTable._id, session.branchId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .innerJoin(courseCategoryTable, eq(courseCategoryTable._id, courseTable.categoryId))
    .leftJoin(roomTable, eq(roomTable._id, session.roomId))
    .leftJoin(teacherTable, eq(teacherTable._id, session.teacherId))
    .innerJoin(seats, eq(seats.classId, session.classId))
    .where(ofWeek)
    .orderBy(session.date, session.start, session.end, classTable.classCode);
}

type Found = Awaited<ReturnType<typeof readMeetings>>[number];

function toMeeting({ date: _date, teacherClash, roomClash, ...meeting }: Found): TimetableDay['meetings'][number] {
  const clash = teacherClash && roomClash ? 'both' : teacherClash ? 'teacher' : roomClash ? 'room' : 'none';
  return { ...meeting, clash };
}

/** The week of a day: its meetings, holidays and terms. */
export async function readTimetable(db: Db, branchId: string | undefined, day: string): Promise<TimetableDay[]> {
  const from = mondayOf(day);
  const days = Array.from({ length: DAYS }, (_, at) => addDays(from, at));
  const to = days[DAYS - 1] ?? from;
  const isHere = branchId === undefined ? undefined : sql`(${academicTermTable.branchIds} = '{}' or ${branchId}::uuid = any(${academicTermTable.branchIds}))`;
  const [found, terms] = await Promise.all([
    readMeetings(db, branchId, from, to),
    db
      .select()
      .from(academicTermTable)
      .where(and(sql`${academicTermTable.startDate} <= ${to} and ${academicTermTable.endDate} >= ${from}`, isHere))
      .orderBy(academicTermTable.startDate, academicTermTable.code),
  ]);
  return days.map((date) => {
    const running = terms.filter(({ startDate, endDate }) => startDate <= date && date <= endDate);
    const holidays = running.flatMap((term) => term.holidays.filter((holiday) => holiday.date === date).map(({ name }) => name));
    return { date, holidays: [...new Set(holidays)], terms: running.map(({ code }) => code), meetings: found.filter((one) => one.date === date).map(toMeeting) };
  });
}
