import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  isLiveClass,
  type SessionMove,
  type SessionSubstitute,
} from '#contract/classes/class-changes.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { overlap } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { termOfClass, outsideTerm, requireRoom, requireTeachers } from './class-parts.ts';
import { readClass } from './class-reads.ts';
import { isTaught, requireFree, seatedStudents, teachersOfClass } from './class-timetable.ts';
import type { SessionTime } from './clashes.ts';
import { overrideOf } from './classes.service.ts';
import { classSessionTable as table } from '#server/db/tables/academic/classes.table.ts';

const {
  attendanceTakenById: _by,
  createdAt: _created,
  updatedAt: _updated,
  ...columns
} = getTableColumns(table);
/** The session of the contract, without internal columns of its planning. */
export const sessionColumns = columns;

const entity = 'class-sessions';

type Locked = { session: ClassSession; ofClass: SchoolClass };

/** One session, if `user` may see it; one of another branch is answered as missing. */
async function readSession(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<ClassSession & { isTaught: boolean }> {
  const [session] = await db
    .select({ ...columns, isTaught })
    .from(table)
    .where(and(eq(table._id, _id), ownBranchOnly(user, table.branchId)));
  if (!session) throw new ApiError('notFound');
  return session;
}

/**
 * Locks a session whose plan may still change, after its term and class; throws for one that was
 * taught.
 */
async function lockSession(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  version: number,
): Promise<Locked> {
  const { classId } = await readSession(tx, user, _id);
  const { termId } = await readClass(tx, user, classId);
  await takeLocks(tx, { terms: [termId], classes: [classId], sessions: [_id] });
  const ofClass = await readClass(tx, user, classId);
  const { isTaught: isOver, ...session } = await readSession(tx, user, _id);
  if (session.version !== version) throw new ApiError('versionConflict');
  if (!isLiveClass(ofClass.status)) throw new ApiError('classOver');
  if (isOver) throw new ApiError('sessionFixed');
  return { session, ofClass };
}

async function change(
  tx: Tx,
  { _id, version }: ClassSession,
  values: Partial<ClassSession>,
): Promise<void> {
  await tx
    .update(table)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, _id));
}

type Told = { action: string; before: ClassSession; overrideReason?: string; answerId?: string };

async function written(
  tx: Tx,
  user: SignedInUser,
  { action, before, overrideReason = '', answerId = before._id }: Told,
): Promise<WriteResult<ClassSession>> {
  const { isTaught: _isTaught, ...answer } = await readSession(tx, user, answerId);
  const after = { ...answer, ...(overrideReason !== '' && { overrideReason }) };
  return { answer, audit: { action, entity, entityId: before._id, before, after } };
}

/** Throws if a class would meet twice at once, or on a day on which it cannot. */
async function checkTime(
  tx: Tx,
  { session, ofClass }: Locked,
  at: SessionTime,
  override: string,
): Promise<void> {
  const term = await termOfClass(tx, ofClass.termId, ofClass.branchId);
  if (term.holidays.some(({ date }) => date === at.date))
    throw fieldsInvalid({ date: 'holidayThen' });
  const outside = outsideTerm({ startDate: at.date, endDate: at.date }, term).startDate;
  if (outside !== undefined && override === '') throw fieldsInvalid({ date: outside });
  const others = and(
    eq(table.classId, ofClass._id),
    eq(table.date, at.date),
    ne(table._id, session._id),
  );
  const ofDay = await tx
    .select({ start: table.start, end: table.end, status: table.status })
    .from(table)
    .where(others);
  const isMet = ofDay.some(
    (one) => (one.status === 'scheduled' || one.status === 'held') && overlap(one, at),
  );
  if (isMet) throw fieldsInvalid({ start: 'timesOverlap' });
}

/** The teachers of a session: its own and the class's assistants. */
const staffOf = ({ session, ofClass }: Locked) =>
  teachersOfClass({ teacherId: session.teacherId, assistantIds: ofClass.assistantIds });

/** Throws unless all teachers and the room are free at that time. */
async function requireTime(
  tx: Tx,
  locked: Locked,
  { at, roomId }: { at: SessionTime; roomId: string | null },
  override: string,
): Promise<void> {
  await checkTime(tx, locked, at, override);
  const studentIds = await seatedStudents(tx, locked.ofClass._id);
  const question = {
    sessions: [at],
    teacherIds: staffOf(locked),
    roomId,
    studentIds,
    exceptClassId: locked.ofClass._id,
  };
  await requireFree(tx, [question], override);
}

/** Cancels a session, with a reason. */
export async function cancelSession(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, reason }: { version: number; reason: string },
) {
  const { session } = await lockSession(tx, user, _id, version);
  if (session.status !== 'scheduled') throw new ApiError('sessionFixed');
  await change(tx, session, { status: 'cancelled', reason });
  return written(tx, user, { action: 'cancel', before: session });
}

/**
 * Moves a session to another day, time or room: it stays as `rescheduled`, and a new one replaces
 * it.
 */
export async function moveSession(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, overrideReason, reason, ...to }: SessionMove,
) {
  const locked = await lockSession(tx, user, _id, version);
  const { session, ofClass } = locked;
  if (session.status !== 'scheduled') throw new ApiError('sessionFixed');
  const override = overrideOf(user, overrideReason);
  if (to.roomId !== null && to.roomId !== session.roomId)
    await requireRoom(tx, to.roomId, ofClass.branchId);
  await requireTime(tx, locked, { at: to, roomId: to.roomId }, override);
  await change(tx, session, { status: 'rescheduled', reason });
  const { classId, branchId, teacherId, isSubstitute } = session;
  const values = { classId, branchId, teacherId, isSubstitute, ...to, movedFromId: session._id };
  const [added] = await tx.insert(table).values(values).returning({ _id: table._id });
  return written(tx, user, {
    action: 'move',
    before: session,
    overrideReason: override,
    answerId: String(added?._id),
  });
}

/** Gives one session to a substitute, or back to the class's own teacher. */
export async function substituteTeacher(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, teacherId: newTeacherId, reason, overrideReason }: SessionSubstitute,
) {
  const { session, ofClass } = await lockSession(tx, user, _id, version);
  if (session.status !== 'scheduled') throw new ApiError('sessionFixed');
  const teacherId = newTeacherId.toLowerCase();
  await requireTeachers(tx, [teacherId], ofClass.branchId, 'teacherId');
  if (ofClass.assistantIds.includes(teacherId)) throw fieldsInvalid({ teacherId: 'personTwice' });
  const override = overrideOf(user, overrideReason);
  await requireFree(
    tx,
    [{ sessions: [session], teacherIds: [teacherId], exceptSessionId: session._id }],
    override,
  );
  await change(tx, session, { teacherId, isSubstitute: teacherId !== ofClass.teacherId, reason });
  return written(tx, user, { action: 'substitute', before: session, overrideReason: override });
}

/** Restores a cancelled or moved session as it was planned; the one that replaced it is removed. */
export async function restoreSession(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, overrideReason }: { version: number; overrideReason: string },
) {
  const locked = await lockSession(tx, user, _id, version);
  const { session } = locked;
  if (session.status !== 'cancelled' && session.status !== 'rescheduled')
    throw new ApiError('sessionFixed');
  if (session.status === 'rescheduled') {
    // Only if its replacement has not been taught, moved or cancelled itself.
    const stand = and(
      eq(table.movedFromId, session._id),
      eq(table.status, 'scheduled'),
      sql`not ${isTaught}`,
    );
    const deleted = await tx.delete(table).where(stand).returning({ _id: table._id });
    if (deleted.length === 0) throw new ApiError('sessionFixed');
  }
  const override = overrideOf(user, overrideReason);
  await requireTime(tx, locked, { at: session, roomId: session.roomId }, override);
  await change(tx, session, { status: 'scheduled', reason: '' });
  return written(tx, user, { action: 'restore', before: session, overrideReason: override });
}
