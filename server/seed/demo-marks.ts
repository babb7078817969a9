import { and, asc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { AssessmentInput } from '#contract/classes/assessments.ts';
import { attendingStatuses, type AttendanceStatus } from '#contract/classes/attendance.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { chanceFrom, type Chance } from './chance.ts';

/**
 * The number of classes of the home branch whose teachers forgot the attendance, and of how many
 * sessions.
 */
const FORGETFUL = 2;
const FORGOTTEN = 2;

const likely: readonly (readonly [AttendanceStatus, number])[] = [
  ['present', 88],
  ['late', 5],
  ['excused', 3],
  ['absent', 4],
];

type Session = { _id: string; classId: string; date: string };

type RunningClass = { _id: string; branchId: string; startDate: string };

/** The user who marked it, and the time. */
type Author = { now: string; userId: string; branchId: string | null };

const markOf = (
  chance: Chance,
  sessionId: string,
  studentId: string,
  { now, userId }: Pick<Author, 'now' | 'userId'>,
) => {
  const status = chance.weighted(likely);
  return {
    sessionId,
    studentId,
    status,
    minutesLate: status === 'late' ? 5 * (1 + chance.below(4)) : null,
    note: '',
    markedById: userId,
    markedAt: now,
  };
};

/** The sessions that were marked: all except the last ones of forgetful teachers. */
function markedOf(
  sessions: readonly Session[],
  classes: readonly RunningClass[],
  branchId: string | null,
): Session[] {
  // Sorted by id, which is the order of creation, so that the same classes are chosen on any day.
  const inOrder = classes
    .filter((one) => one.branchId === branchId)
    .map(({ _id }) => _id)
    .sort();
  const forgetful = inOrder.slice(0, FORGETFUL);
  return classes.flatMap(({ _id }) => {
    const own = sessions.filter(({ classId }) => classId === _id);
    return forgetful.includes(_id) ? own.slice(0, -FORGOTTEN) : own;
  });
}

/**
 * Marks every past session realistically: most students were there, some came late, two teachers
 * forgot.
 */
async function addAttendance(
  tx: Tx,
  chance: Chance,
  classes: readonly RunningClass[],
  { now, userId, branchId }: Author,
): Promise<void> {
  const classIds = classes.map(({ _id }) => _id);
  const yesterday = sql`${dayInLaos(Date.parse(now))}::date - 1`;
  const sessions = await tx
    .select({
      _id: classSessionTable._id,
      classId: classSessionTable.classId,
      date: classSessionTable.date,
    })
    .from(classSessionTable)
    .where(
      and(
        inArray(classSessionTable.classId, classIds),
        lte(classSessionTable.date, yesterday),
        notInArray(classSessionTable.status, ['cancelled', 'rescheduled']),
      ),
    )
    .orderBy(asc(classSessionTable.date), asc(classSessionTable.start));
  const enrolled = await tx
    .select()
    .from(enrolmentTable)
    .where(
      and(
        inArray(enrolmentTable.classId, classIds),
        inArray(enrolmentTable.status, attendingStatuses),
      ),
    )
    .orderBy(enrolmentTable._id);
  const marked = markedOf(sessions, classes, branchId);
  const marks = marked.flatMap(({ _id, classId, date }) =>
    enrolled
      .filter((one) => one.classId === classId && one.startDate <= date)
      .map(({ studentId }) => markOf(chance, _id, studentId, { now, userId })),
  );
  await insertMany(
    tx,
    attendanceTable,
    marks.map((mark) => ({ ...mark, _id: uuidv7() })),
  );
  const held = {
    status: 'held' as const,
    attendanceTakenAt: now,
    attendanceTakenById: userId,
    version: 2,
  };
  await tx
    .update(classSessionTable)
    .set(held)
    .where(
      inArray(
        classSessionTable._id,
        marked.map(({ _id }) => _id),
      ),
    );
}

type Planned = {
  name: string;
  type: AssessmentInput['type'];
  maxScore: number;
  weight: number;
  week: number;
  status: AssessmentInput['status'];
};

/** The assessments of a class in a term; after seven weeks the last ones are still to come. */
export const planned: readonly Planned[] = [
  { name: 'ສອບຍ່ອຍ 1', type: 'quiz', maxScore: 20, weight: 15, week: 3, status: 'locked' },
  { name: 'ສອບກາງພາກ', type: 'midterm', maxScore: 50, weight: 30, week: 6, status: 'published' },
  { name: 'ການເວົ້າ', type: 'speaking', maxScore: 20, weight: 15, week: 7, status: 'open' },
  { name: 'ສອບທ້າຍພາກ', type: 'final', maxScore: 100, weight: 40, week: 12, status: 'draft' },
];

/**
 * Adds assessments of the running classes, and the scores of those that were given; the open one is
 * half done.
 */
async function addScores(
  tx: Tx,
  chance: Chance,
  classes: readonly RunningClass[],
  { now, userId }: Author,
): Promise<void> {
  const enrolled = await tx
    .select()
    .from(enrolmentTable)
    .where(
      and(
        inArray(
          enrolmentTable.classId,
          classes.map(({ _id }) => _id),
        ),
        inArray(enrolmentTable.status, attendingStatuses),
      ),
    )
    .orderBy(enrolmentTable._id);
  const assessments = classes.flatMap(({ _id: classId, startDate }) =>
    planned.map(({ week, ...one }) => ({
      ...one,
      _id: uuidv7(),
      classId,
      date: addDays(startDate, 7 * week - 3),
    })),
  );
  // The ability of a student shows in all of their scores.
  const able = new Map(enrolled.map(({ _id }) => [_id, 45 + chance.below(50)]));
  const scores = assessments.flatMap(({ _id: assessmentId, classId, maxScore, status }) => {
    const own =
      status === 'draft'
        ? []
        : enrolled.filter(
            (one) => one.classId === classId && (status !== 'open' || chance.percent(50)),
          );
    return own.map(({ _id: enrolmentId }) => {
      const isAbsent = chance.percent(4);
      const percent = Math.min(100, (able.get(enrolmentId) ?? 0) + chance.below(21) - 10);
      const value = {
        score: isAbsent ? null : Math.round((percent / 50) * maxScore) / 2,
        mark: isAbsent ? ('absent' as const) : null,
      };
      return { assessmentId, enrolmentId, ...value, markedById: userId, markedAt: now };
    });
  });
  await insertMany(tx, assessmentTable, assessments);
  await insertMany(tx, scoreTable, scores);
}

/** Adds the marks of the running classes so far; the same every time except for the dates. */
export async function addDemoMarks(
  tx: Tx,
  { _id: userId, branchId }: { _id: string; branchId: string | null },
): Promise<void> {
  const running = await tx
    .select({ _id: classTable._id, branchId: classTable.branchId, startDate: classTable.startDate })
    .from(classTable)
    .where(eq(classTable.status, 'running'))
    .orderBy(classTable.classCode);
  const author = { now: await transactionNow(tx), userId, branchId };
  await addAttendance(tx, chanceFrom(11), running, author);
  await addScores(tx, chanceFrom(13), running, author);
}
