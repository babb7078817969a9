import { and, asc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { attendingStatuses, type AttendanceStatus } from '#contract/attendance.ts';
import { dayInLaos } from '#contract/people.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { databaseNow } from '#server/lib/database-clock.ts';
import { attendanceTable } from '#server/modules/attendance/attendance.table.ts';
import { classTable, sessionOfClassTable as sessionTable } from '#server/modules/classes/classes.table.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { chanceFrom, type Chance } from './chance.ts';

/** Whose teachers forgot to take it, and how often. */
const FORGETFUL = 2;
const FORGOTTEN = 2;

const likely: readonly (readonly [AttendanceStatus, number])[] = [
  ['present', 88],
  ['late', 5],
  ['excused', 3],
  ['absent', 4],
];

type Session = { _id: string; classId: string; date: string };

/** Who marked it, and when. */
type Author = { now: string; userId: string };

const markOf = (chance: Chance, sessionId: string, studentId: string, { now, userId }: Author) => {
  const status = chance.weighted(likely);
  return { sessionId, studentId, status, minutesLate: status === 'late' ? 5 * (1 + chance.below(4)) : null, note: '', markedById: userId, markedAt: now };
};

/** The sessions that were marked: all but the last ones of whoever forgot. */
function markedOf(sessions: readonly Session[]): Session[] {
  const classIds = [...new Set(sessions.map(({ classId }) => classId))];
  return classIds.flatMap((classId, index) => {
    const own = sessions.filter((one) => one.classId === classId);
    return index < FORGETFUL ? own.slice(0, -FORGOTTEN) : own;
  });
}

/** Attendance of every session that is over, as a centre has it: most were there, some came late, two teachers forgot. */
async function addAttendance(tx: Tx, chance: Chance, classIds: readonly string[], { now, userId }: Author): Promise<void> {
  const yesterday = sql`${dayInLaos(Date.parse(now))}::date - 1`;
  const sessions = await tx
    .select({ _id: sessionTable._id, classId: sessionTable.classId, date: sessionTable.date })
    .from(sessionTable)
    .where(and(inArray(sessionTable.classId, [...classIds]), lte(sessionTable.date, yesterday), notInArray(sessionTable.status, ['cancelled', 'rescheduled'])))
    .orderBy(asc(sessionTable.date), asc(sessionTable.start));
  const enrolled = await tx.select().from(enrolmentTable).where(and(inArray(enrolmentTable.classId, [...classIds]), inArray(enrolmentTable.status, attendingStatuses))).orderBy(enrolmentTable._id);
  const marked = markedOf(sessions);
  const marks = marked.flatMap(({ _id, classId, date }) =>
    enrolled.filter((one) => one.classId === classId && one.startDate <= date).map(({ studentId }) => markOf(chance, _id, studentId, { now, userId })),
  );
  await insertMany(tx, attendanceTable, marks.map((mark) => ({ ...mark, _id: uuidv7() })));
  const held = { status: 'held' as const, attendanceTakenAt: now, attendanceTakenById: userId, version: 2 };
  await tx.update(sessionTable).set(held).where(inArray(sessionTable._id, marked.map(({ _id }) => _id)));
}

/** What `userId` marked in the running classes so far; the same every time but for the dates. */
export async function addDemoMarks(tx: Tx, userId: string): Promise<void> {
  const running = await tx.select({ _id: classTable._id }).from(classTable).where(eq(classTable.status, 'running')).orderBy(classTable.classCode);
  await addAttendance(tx, chanceFrom(11), running.map(({ _id }) => _id), { now: await databaseNow(tx), userId });
}
