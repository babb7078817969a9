import { and, eq, gt, inArray, isNull, lt, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { AcademicTermInput, Holiday } from '#contract/courses/academic-terms.ts';
import type { HolidaySessions } from '#contract/courses/term-rules.ts';
import type { ClassStatus } from '#contract/classes/classes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { holidayCancellationTable as cancellations } from '#server/db/tables/academic/holiday-cancellations.table.ts';
import { hasStudents } from '#server/academic/classes/has-students.ts';
import { changeSessions } from '#server/academic/classes/change-classes.ts';

const session = classSessionTable;
/** Classes that are completed or cancelled; their days do not restrict the term. */
const PUT_AWAY: ClassStatus[] = ['archived', 'cancelled'];

/**
 * Throws `fieldsInvalid` with the class if it would fall outside these days and branches of a term.
 */
export async function requireClassesInside(
  tx: Tx,
  termId: string,
  term: Pick<AcademicTermInput, 'startDate' | 'endDate' | 'branchIds'>,
): Promise<void> {
  const first = async (which: SQL | undefined) => {
    const [row] = await tx
      .select({ classCode: classTable.classCode, startDate: classTable.startDate })
      .from(classTable)
      .where(and(eq(classTable.termId, termId), which))
      .orderBy(classTable.classCode)
      .limit(1);
    return row;
  };
  const isActive = notInArray(classTable.status, PUT_AWAY);
  const outside = await first(
    and(
      isActive,
      or(lt(classTable.startDate, term.startDate), gt(classTable.endDate, term.endDate)),
    ),
  );
  if (outside) {
    const field = outside.startDate < term.startDate ? 'startDate' : 'endDate';
    throw fieldsInvalid({ [field]: `classOutside:${outside.classCode}` });
  }
  if (term.branchIds.length === 0) return;
  const elsewhere = await first(notInArray(classTable.branchId, term.branchIds));
  if (elsewhere) throw fieldsInvalid({ branchIds: `classElsewhere:${elsewhere.classCode}` });
}

const ofTerm = (db: Db | Tx, termId: string) =>
  inArray(
    session.classId,
    db.select({ _id: classTable._id }).from(classTable).where(eq(classTable.termId, termId)),
  );
const isPlanned = and(eq(session.status, 'scheduled'), isNull(session.attendanceTakenAt));

/**
 * Counts the sessions of a term on these days: those that would be cancelled, and those that stay
 * because they were held.
 */
export async function sessionsOn(
  db: Db | Tx,
  termId: string,
  days: readonly string[],
): Promise<Pick<HolidaySessions, 'planned' | 'held'>> {
  const rows = inArray(session.date, [...days]);
  const [planned, alive] = [
    await db.$count(session, and(ofTerm(db, termId), rows, isPlanned)),
    await db.$count(
      session,
      and(ofTerm(db, termId), rows, inArray(session.status, ['scheduled', 'held'])),
    ),
  ];
  return { planned, held: alive - planned };
}

/**
 * Cancels the planned sessions on new holidays, with the holiday as the reason; refuses more than
 * the user confirmed.
 */
export async function cancelOnHolidays(
  tx: Tx,
  termId: string,
  holidays: readonly Holiday[],
  confirmed: number,
): Promise<AuditEntry[]> {
  if (holidays.length === 0) return [];
  const days = holidays.map(({ date }) => date);
  const find = () =>
    tx
      .select({ _id: session._id, date: session.date })
      .from(session)
      .where(and(ofTerm(tx, termId), inArray(session.date, days), isPlanned));
  // The sessions are locked first, so that nobody takes the attendance of one that is then
  // cancelled.
  await takeLocks(tx, { sessions: (await find()).map(({ _id }) => _id) });
  const planned = await find();
  if (planned.length > confirmed) throw new ApiError('sessionsPlanned', { n: planned.length });
  const entries: AuditEntry[] = [];
  for (const { date, name } of holidays) {
    const ids = planned.filter((session) => session.date === date).map(({ _id }) => _id);
    if (ids.length === 0) continue;
    await changeSessions(tx, inArray(session._id, ids), { status: 'cancelled', reason: name });
    await tx.delete(cancellations).where(inArray(cancellations.sessionId, ids));
    await insertMany(
      tx,
      cancellations,
      ids.map((sessionId) => ({ sessionId, termId, date, reason: name })),
    );
    // One audit entry a day, because a holiday of the whole centre cancels hundreds of sessions.
    entries.push({
      action: 'cancel',
      entity: 'class-sessions',
      entityId: termId,
      after: { date, reason: name, sessionIds: ids },
    });
  }
  return entries;
}

/** The number of past sessions of a term that had students and lack attendance. */
export function withoutAttendance(tx: Tx, termId: string): Promise<number> {
  const isPast = lt(session.date, sql`(now() at time zone 'Asia/Vientiane')::date`);
  const ofLiving = inArray(
    session.classId,
    tx
      .select({ _id: classTable._id })
      .from(classTable)
      .where(and(eq(classTable.termId, termId), ne(classTable.status, 'cancelled'))),
  );
  return tx.$count(
    session,
    and(
      ofLiving,
      eq(session.status, 'scheduled'),
      isNull(session.attendanceTakenAt),
      isPast,
      hasStudents(),
    ),
  );
}
