import { and, asc, eq, gte, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { ATTENDANCE_LOCK_DAYS, closedClassStatuses, MAX_NOT_TAKEN, type NotTaken, type notTakenQuery } from '#contract/attendance.ts';
import type { SignedInUser } from '#contract/auth.ts';
import { dayInLaos } from '#contract/people.ts';
import { addDays } from '#contract/timetable.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { databaseNow } from '#server/lib/database-clock.ts';
import { academicTermTable } from '#server/modules/academic-terms/academic-terms.table.ts';
import { classTable, sessionOfClassTable as sessionTable } from '#server/modules/classes/classes.table.ts';

const HOURS_AHEAD_MS = 7 * 60 * 60 * 1000;
const isHoliday = sql`exists (select 1 from jsonb_array_elements(${academicTermTable.holidays}) day where day ->> 'date' = ${sessionTable.date}::text)`;

/** Sessions that are over without attendance, the oldest first: of the last days that can be marked freely, or from and to when is asked. */
export async function sessionsNotTaken(db: Db, user: SignedInUser, { from, to, classId, branchId }: z.output<typeof notTakenQuery>): Promise<NotTaken[]> {
  const now = Date.parse(await databaseNow(db));
  const today = dayInLaos(now);
  const time = new Date(now + HOURS_AHEAD_MS).toISOString().slice(11, 16);
  const isOver = or(sql`${sessionTable.date} < ${today}`, and(eq(sessionTable.date, today), lte(sessionTable.end, time)));
  return db
    .select({
      ...{ _id: sessionTable._id, classId: sessionTable.classId, branchId: sessionTable.branchId, date: sessionTable.date, start: sessionTable.start },
      ...{ end: sessionTable.end, teacherId: sessionTable.teacherId, roomId: sessionTable.roomId, classCode: classTable.classCode },
    })
    .from(sessionTable)
    .innerJoin(classTable, eq(classTable._id, sessionTable.classId))
    .innerJoin(academicTermTable, eq(academicTermTable._id, classTable.termId))
    .where(
      and(
        ownBranchOnly(user, sessionTable.branchId),
        isNull(sessionTable.attendanceTakenAt),
        notInArray(sessionTable.status, ['cancelled', 'rescheduled']),
        notInArray(classTable.status, [...closedClassStatuses]),
        notInArray(academicTermTable.status, ['closed', 'archived']),
        gte(sessionTable.date, from ?? addDays(today, -ATTENDANCE_LOCK_DAYS)),
        lte(sessionTable.date, to ?? today),
        isOver,
        sql`not ${isHoliday}`,
        classId === undefined ? undefined : eq(sessionTable.classId, classId),
        branchId === undefined ? undefined : eq(sessionTable.branchId, branchId),
      ),
    )
    .orderBy(asc(sessionTable.date), asc(sessionTable.start), asc(classTable.classCode))
    .limit(MAX_NOT_TAKEN);
}
