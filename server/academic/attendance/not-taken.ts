import { and, asc, eq, gte, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  ATTENDANCE_LOCK_DAYS,
  closedClassStatuses,
  MAX_NOT_TAKEN,
  type NotTaken,
  type notTakenQuery,
} from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { lengthProblem, MAX_MEETING_DAYS, dayInLaos, addDays } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { hasStudents } from '#server/academic/classes/has-students.ts';

const HOURS_AHEAD_MS = 7 * 60 * 60 * 1000;
const isHoliday = sql`
  exists (
    select 1
    from jsonb_array_elements(${academicTermTable.holidays}) day
    where day ->> 'date' = ${classSessionTable.date}::text
  )`;

/**
 * Past sessions with students but without attendance, oldest first: of the last days that need no
 * reason, or of the requested days.
 */
export async function sessionsNotTaken(
  db: Db,
  user: SignedInUser,
  { from, to, classId, branchId }: z.output<typeof notTakenQuery>,
): Promise<NotTaken[]> {
  const now = Date.parse(await transactionNow(db));
  const today = dayInLaos(now);
  const [first, last] = [from ?? addDays(today, -ATTENDANCE_LOCK_DAYS), to ?? today];
  const tooLong = lengthProblem({ from: first, to: last }, MAX_MEETING_DAYS);
  if (tooLong) throw fieldsInvalid({ from: tooLong });
  const time = new Date(now + HOURS_AHEAD_MS).toISOString().slice(11, 16);
  const isOver = or(
    sql`${classSessionTable.date} < ${today}`,
    and(eq(classSessionTable.date, today), lte(classSessionTable.end, time)),
  );
  return db
    .select({
      _id: classSessionTable._id,
      classId: classSessionTable.classId,
      branchId: classSessionTable.branchId,
      date: classSessionTable.date,
      start: classSessionTable.start,
      end: classSessionTable.end,
      teacherId: classSessionTable.teacherId,
      roomId: classSessionTable.roomId,
      classCode: classTable.classCode,
    })
    .from(classSessionTable)
    .innerJoin(classTable, eq(classTable._id, classSessionTable.classId))
    .innerJoin(academicTermTable, eq(academicTermTable._id, classTable.termId))
    .where(
      and(
        ownBranchOnly(user, classSessionTable.branchId),
        isNull(classSessionTable.attendanceTakenAt),
        notInArray(classSessionTable.status, ['cancelled', 'rescheduled']),
        notInArray(classTable.status, [...closedClassStatuses]),
        notInArray(academicTermTable.status, ['closed', 'archived']),
        gte(classSessionTable.date, first),
        lte(classSessionTable.date, last),
        isOver,
        sql`not ${isHoliday}`,
        hasStudents(),
        classId === undefined ? undefined : eq(classSessionTable.classId, classId),
        branchId === undefined ? undefined : eq(classSessionTable.branchId, branchId),
      ),
    )
    .orderBy(asc(classSessionTable.date), asc(classSessionTable.start), asc(classTable.classCode))
    .limit(MAX_NOT_TAKEN);
}
