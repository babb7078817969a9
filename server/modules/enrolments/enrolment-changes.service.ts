import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { UNDONE, UNDO_MINUTES, type ChangeInput, type EnrolmentChange, type Entry, type enrolUndo } from '#contract/enrolling.ts';
import type { EnrolmentRow, EnrolmentStatus } from '#contract/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Written } from '#server/lib/write.ts';
import { attendanceTable } from '#server/modules/attendance/attendance.table.ts';
import { sessionOfClassTable } from '#server/modules/classes/classes.table.ts';
import type { Writer } from '#server/modules/students/student-records.service.ts';
import { studentTable } from '#server/modules/students/students.table.ts';
import { holdFromNow, holdHoursOf, lockForEnrolling, makeActive, passChecks, reasonOf } from './enrol.service.ts';
import { checkRows } from './enrolment-checks.ts';
import { readEnrolments } from './enrolments.service.ts';
import { enrolmentTable as table } from './enrolments.table.ts';

/** From which state each change starts; an ended hold counts as `expired`. */
const startsFrom: Record<EnrolmentChange, readonly EnrolmentStatus[]> = {
  activate: ['pending', 'waitlisted', 'expired'],
  renewHold: ['pending', 'expired'],
  suspend: ['active'],
  resume: ['suspended'],
  withdraw: ['active', 'suspended'],
  cancel: ['pending', 'waitlisted', 'expired'],
};

/** Enrolments with their classes and students locked, as they are behind the locks. */
export async function lockEnrolments(writer: Writer, ids: string[]): Promise<EnrolmentRow[]> {
  const { tx, user } = writer;
  const found = await readEnrolments(tx, user, inArray(table._id, ids));
  if (found.length !== new Set(ids).size) throw new ApiError('notFound');
  await lockForEnrolling(writer, found);
  const rows = await readEnrolments(tx, user, inArray(table._id, ids));
  // A merge may have given one to another student since, whom nobody has locked.
  const isSame = rows.every((row) => found.some(({ _id, studentId }) => _id === row._id && studentId === row.studentId));
  if (!isSame) throw new ApiError('enrolmentChanged');
  return rows;
}

/** Whoever stood behind somebody who has left the queue moves up; that is no change of their enrolment that a desk could be surprised by. */
async function closeRanks(tx: Tx, { classId, waitPosition }: Pick<EnrolmentRow, 'classId' | 'waitPosition'>): Promise<void> {
  if (waitPosition === null) return;
  const behind = and(eq(table.classId, classId), eq(table.status, 'waitlisted'), gt(table.waitPosition, waitPosition));
  await tx.update(table).set({ waitPosition: sql`${table.waitPosition} - 1` }).where(behind);
}

/** What may speak against having a seat is looked at again, except what a seat that is held already makes true. */
async function passSeatChecks(writer: Writer, row: EnrolmentRow, as: Entry, input: ChangeInput): Promise<string> {
  const pair = { studentId: row.studentId, classId: row.classId, as };
  const checked = await checkRows({ db: writer.tx, user: writer.user }, [pair], { together: false, except: row._id });
  // A hold that lasts is counted among the seats taken, and is this one.
  const remaining = checked.map((one) => ({ ...one, findings: one.findings.filter(({ check }) => check !== 'seats' || row.status !== 'pending') }));
  passChecks(writer, input, remaining);
  return reasonOf(remaining.flatMap(({ findings }) => findings), input.overrideReason);
}

type Values = Partial<typeof table.$inferInsert>;

async function valuesOf(writer: Writer, row: EnrolmentRow, input: ChangeInput): Promise<Values> {
  const { change, reason, lastDay } = input;
  if (change === 'suspend') return { status: 'suspended', statusReason: reason };
  if (change === 'resume') return { status: 'active', statusReason: '' };
  if (change === 'cancel') return { status: 'cancelled', statusReason: reason, seatHoldUntil: null, waitPosition: null };
  if (change === 'withdraw') {
    if (lastDay === null || lastDay < row.startDate) throw fieldsInvalid({ lastDay: 'datesTurned' });
    return { status: 'withdrawn', statusReason: reason, endDate: lastDay };
  }
  const as = change === 'activate' ? 'active' : 'pending';
  const overrideReason = (await passSeatChecks(writer, row, as, input)) || row.overrideReason;
  if (as === 'active') return { status: as, overrideReason, seatHoldUntil: null, waitPosition: null };
  const hours = await holdHoursOf(writer.tx, row.branchId);
  return { status: as, overrideReason, seatHoldUntil: holdFromNow(hours) as unknown as string, waitPosition: null };
}

/** POST `/enrolments/{id}/change`: one step of an enrolment's life, unless somebody took another one since. */
export async function changeEnrolment(writer: Writer, _id: string, input: ChangeInput): Promise<Written<EnrolmentRow>> {
  const { tx, user } = writer;
  const [before] = await lockEnrolments(writer, [_id]);
  if (!before) throw new ApiError('notFound');
  if (before.version !== input.version || !startsFrom[input.change].includes(before.status)) throw new ApiError('enrolmentChanged');
  const values = await valuesOf(writer, before, input);
  await tx.update(table).set({ ...values, version: before.version + 1, updatedAt: sql`now()` }).where(eq(table._id, _id));
  if (before.status === 'waitlisted') await closeRanks(tx, before);
  const active = values.status === 'active' ? await makeActive(tx, [before.studentId]) : { audit: [] };
  const [answer] = await readEnrolments(tx, user, eq(table._id, _id));
  if (!answer) throw new ApiError('notFound');
  return { answer, audit: [{ action: 'update', entity: 'enrolments', entityId: _id, before, after: answer }, ...active.audit] };
}

/** Whether attendance of one of them was taken in their classes: then they were there, and it is no longer taken back. */
async function wereThere(tx: Tx, rows: readonly EnrolmentRow[]): Promise<boolean> {
  for (const { classId, studentId, createdAt } of rows) {
    const [mark] = await tx
      .select({ _id: attendanceTable._id })
      .from(attendanceTable)
      .innerJoin(sessionOfClassTable, eq(sessionOfClassTable._id, attendanceTable.sessionId))
      .where(and(eq(sessionOfClassTable.classId, classId), eq(attendanceTable.studentId, studentId), sql`${attendanceTable.markedAt} >= ${createdAt}::timestamptz`))
      .limit(1);
    if (mark) return true;
  }
  return false;
}

/** Whoever became a student by what is taken back is a prospect again, unless their record has changed since. */
async function makeProspects(tx: Tx, versions: ReadonlyMap<string, number>): Promise<AuditEntry[]> {
  const audit: AuditEntry[] = [];
  for (const [studentId, version] of versions) {
    const where = and(eq(studentTable._id, studentId), eq(studentTable.version, version), eq(studentTable.status, 'active'));
    const rows = await tx.update(studentTable).set({ status: 'prospect', version: version + 1, updatedAt: sql`now()` }).where(where).returning({ _id: studentTable._id });
    for (const { _id } of rows) audit.push({ action: 'update', entity: 'students', entityId: _id, before: { status: 'active' }, after: { status: 'prospect' } });
  }
  return audit;
}

/** POST `/enrolments/undo`: takes a save back, all of it or nothing. Nothing is deleted: what was saved ends as cancelled. */
export async function undoEnrolments(writer: Writer, input: z.output<typeof enrolUndo>): Promise<Written<{ rows: EnrolmentRow[] }>> {
  const { tx, user } = writer;
  const asked = new Map(input.rows.map((row) => [row._id, row]));
  const before = await lockEnrolments(writer, [...asked.keys()]);
  const undoable: readonly EnrolmentStatus[] = ['active', 'pending', 'waitlisted', 'expired'];
  if (before.some(({ _id, version, status }) => version !== asked.get(_id)?.version || !undoable.includes(status))) throw new ApiError('enrolmentChanged');
  const old = await tx.$count(table, and(inArray(table._id, [...asked.keys()]), sql`${table.createdAt} < now() - make_interval(mins => ${UNDO_MINUTES}::int)`));
  if (old > 0 || (await wereThere(tx, before))) throw new ApiError('undoTooLate');
  // The last of a queue first, so that the places of those who follow are still what they were.
  for (const row of before.toSorted((a, b) => (b.waitPosition ?? 0) - (a.waitPosition ?? 0))) {
    await tx
      .update(table)
      .set({ status: 'cancelled', statusReason: UNDONE, seatHoldUntil: null, waitPosition: null, version: row.version + 1, updatedAt: sql`now()` })
      .where(eq(table._id, row._id));
    await closeRanks(tx, row);
  }
  const versions = new Map(before.flatMap(({ _id, studentId }) => {
    const version = asked.get(_id)?.studentVersion ?? null;
    return version === null ? [] : [[studentId, version] as const];
  }));
  const students = await makeProspects(tx, versions);
  const rows = await readEnrolments(tx, user, inArray(table._id, [...asked.keys()]));
  const audit = rows.map((after): AuditEntry => ({ action: 'update', entity: 'enrolments', entityId: after._id, before: before.find(({ _id }) => _id === after._id), after }));
  return { answer: { rows }, audit: [...audit, ...students] };
}
