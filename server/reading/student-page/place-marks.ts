import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { attendanceStatuses, type AttendanceCounts } from '#contract/classes/attendance.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import type { Db } from '#server/db/client.ts';
import {
  assessmentTable,
  classResultTable,
  scoreTable,
} from '#server/db/tables/academic/assessments.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';

/** An enrolment, or one that it was transferred from: `depth` counts back from 0. */
export type ChainedPlace = {
  _id: string;
  classId: string;
  studentId: string;
  startDate: string;
  endDate: string | null;
  depth: number;
};

/** Longer than any real chain of transfers; it only stops an erroneous circle. */
const MOST_TRANSFERS = 50;

/** An enrolment with all those it was transferred from, whose marks stay with the student. */
export async function earlierPlaces(db: Db, enrolmentId: string): Promise<ChainedPlace[]> {
  const { rows } = await db.execute<ChainedPlace>(sql`
    with recursive chain as (
      select one.*, 0 as depth from ${enrolmentTable} one where one.id = ${enrolmentId}
      union all
      select earlier.*, chain.depth + 1
      from chain
      join ${enrolmentTable} earlier on earlier.id = chain.transfer_from_id
      where chain.depth < ${MOST_TRANSFERS}
    )
    select id as _id, class_id as "classId", student_id as "studentId",
      start_date::text as "startDate", end_date::text as "endDate", depth
    from chain order by depth`);
  return rows;
}

/**
 * The student's marks in held sessions of these enrolments, each within the days of its enrolment.
 */
export async function marksOf(
  db: Db,
  places: readonly ChainedPlace[],
): Promise<EnrolmentPage['marks']> {
  const { date, start, end, classId } = classSessionTable;
  const { status, minutesLate, note, markedById, studentId, sessionId } = attendanceTable;
  const within = places.map((place) =>
    and(
      eq(classId, place.classId),
      eq(studentId, place.studentId),
      sql`${date} >= ${place.startDate}::date`,
      place.endDate === null ? undefined : sql`${date} <= ${place.endDate}::date`,
    ),
  );
  const rows = await db
    .select({
      date,
      start,
      end,
      classId,
      classCode: classTable.classCode,
      status,
      minutesLate,
      note,
      markedBy: nameOfUser(markedById),
    })
    .from(attendanceTable)
    .innerJoin(classSessionTable, eq(classSessionTable._id, sessionId))
    .innerJoin(classTable, eq(classTable._id, classId))
    .where(
      and(
        or(...within),
        eq(classSessionTable.status, 'held'),
        inArray(status, [...attendanceStatuses]),
      ),
    )
    .orderBy(asc(date), asc(start));
  const [own] = places;
  return rows.map(({ classId: of, ...row }) => ({
    ...row,
    isEarlier: of !== own?.classId || row.date < own.startDate,
  }));
}

/** The number of marks of each kind. */
export function countMarks(marks: readonly { status: keyof AttendanceCounts }[]): AttendanceCounts {
  const counts: AttendanceCounts = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };
  for (const { status } of marks) counts[status] += 1;
  return counts;
}

/** The scores of these enrolments, without drafts and without missing scores. */
export async function scoresOfPlaces(
  db: Db,
  places: readonly ChainedPlace[],
): Promise<EnrolmentPage['scores']> {
  const {
    _id: assessmentId,
    name,
    type,
    maxScore,
    weight,
    date,
    classId,
    status,
  } = assessmentTable;
  const rows = await db
    .select({
      assessmentId,
      name,
      type,
      maxScore,
      weight,
      date,
      score: scoreTable.score,
      mark: scoreTable.mark,
      classCode: classTable.classCode,
      enrolmentId: scoreTable.enrolmentId,
    })
    .from(scoreTable)
    .innerJoin(assessmentTable, eq(assessmentId, scoreTable.assessmentId))
    .innerJoin(classTable, eq(classTable._id, classId))
    .where(
      and(
        inArray(
          scoreTable.enrolmentId,
          places.map((place) => place._id),
        ),
        sql`${status} <> 'draft'`,
      ),
    )
    .orderBy(sql`${date} nulls last`, asc(assessmentTable.createdAt));
  return rows.map(({ enrolmentId, ...row }) => ({
    ...row,
    isEarlier: enrolmentId !== places[0]?._id,
  }));
}

export async function resultOf(db: Db, enrolmentId: string): Promise<EnrolmentPage['result']> {
  const [score] = await db
    .select({ result: classResultTable.result })
    .from(classResultTable)
    .where(eq(classResultTable.enrolmentId, enrolmentId));
  return score?.result ?? null;
}
