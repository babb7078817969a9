import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { ClassReplaced } from '#contract/classes/class-changes.ts';
import type { Clash } from '#contract/classes/class-clashes.ts';
import type { ClassInput, SchoolClass } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import { meetings, type Meeting } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { clashError, clashesOf, clashLocks, type ClashQuery } from './clashes.ts';
import { classSessionTable as table } from '#server/db/tables/academic/classes.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { replan, type PlannedSession } from './replan.ts';

type Staffed = Pick<ClassInput, 'teacherId' | 'assistantIds' | 'roomId'>;

/** Everybody who teaches in a class. */
export const teachersOfClass = ({ teacherId, assistantIds }: Omit<Staffed, 'roomId'>): string[] => [
  ...(teacherId === null ? [] : [teacherId]),
  ...assistantIds,
];

/**
 * Throws if a person or a room is needed twice, unless an admin gave a reason; otherwise returns
 * the accepted clashes.
 */
export async function requireFree(
  tx: Tx,
  questions: readonly ClashQuery[],
  override: string,
): Promise<Clash[]> {
  await takeLocks(tx, { advisoryKeys: questions.flatMap(clashLocks) });
  const clashes: Clash[] = [];
  for (const question of questions) clashes.push(...(await clashesOf(tx, question)));
  if (clashes.length > 0 && override === '') throw clashError(clashes);
  return clashes;
}

type Placed = Pick<SchoolClass, '_id' | 'branchId'> & Pick<Staffed, 'teacherId' | 'roomId'>;

export function insertSessions(
  tx: Tx,
  { _id: classId, branchId, teacherId, roomId }: Placed,
  added: readonly Meeting[],
): Promise<void> {
  return insertMany(
    tx,
    table,
    added.map((meeting) => ({ _id: uuidv7(), classId, branchId, ...meeting, teacherId, roomId })),
  );
}

type NewClass = ClassInput & { _id: string };

/** Adds the sessions of a new class; returns the accepted clashes. */
export async function planSessions(
  tx: Tx,
  added: NewClass,
  holidays: readonly string[],
  override: string,
): Promise<Clash[]> {
  const sessions = meetings(added.startDate, added.endDate, added.slots, holidays);
  if (sessions.length === 0) throw fieldsInvalid({ slots: 'noMeetings' });
  const clashes = await requireFree(
    tx,
    [
      {
        sessions,
        teacherIds: teachersOfClass(added),
        roomId: added.roomId,
        exceptClassId: added._id,
      },
    ],
    override,
  );
  await insertSessions(tx, added, sessions);
  return clashes;
}

/** True if attendance was taken or begun in a session; a column for queries on sessions. */
export const isTaught = sql<boolean>`
  (
    ${table.attendanceTakenAt} is not null or ${table.status} = 'held'
      or exists (select 1 from ${attendanceTable} mark where mark.session_id = class_sessions.id)
  )`;

const { _id, date, start, end, status, isSubstitute, movedFromId } = getTableColumns(table);
const planned = { _id, date, start, end, status, isSubstitute, movedFromId, isTaught };

/** The day after the last one with attendance: a class may be changed from this day on. */
export async function earliestChange(db: Db | Tx, classId: string): Promise<string | null> {
  const [taught] = await db
    .select({ last: sql<string | null>`to_char(max(${table.date}), 'YYYY-MM-DD')` })
    .from(table)
    .where(and(eq(table.classId, classId), isTaught));
  return taught?.last ? addDays(taught.last, 1) : null;
}

/** Students with a seat in the class, for whom a new time may clash. */
export async function seatedStudents(tx: Db | Tx, classId: string): Promise<string[]> {
  const isHeld = and(
    eq(enrolmentTable.status, 'pending'),
    sql`${enrolmentTable.holdUntil} > clock_timestamp()`,
  );
  const seated = and(
    eq(enrolmentTable.classId, classId),
    or(inArray(enrolmentTable.status, ['active', 'suspended']), isHeld),
  );
  return (
    await tx.select({ studentId: enrolmentTable.studentId }).from(enrolmentTable).where(seated)
  ).map(({ studentId }) => studentId);
}

const timesOf = ({
  startDate,
  endDate,
  slots,
}: Pick<ClassInput, 'startDate' | 'endDate' | 'slots'>) =>
  [
    startDate,
    endDate,
    ...slots.map(({ weekday, start: from, end: to }) => `${weekday} ${from} ${to}`).sort(),
  ].join();

type Change = { changeFrom: string | null; holidays: readonly string[]; override: string };
type Changed = {
  clashes: Clash[];
  sessionsChangedByHand: ClassReplaced['sessionsChangedByHand'];
  /** Facts for the audit log. */
  told: { changeFrom?: string; sessionsAdded?: number; sessionsRemoved?: number };
};

/** The sessions that stay because somebody changed them; a moved one appears as its replacement. */
const keptByHand = (unchanged: readonly PlannedSession[]): Changed['sessionsChangedByHand'] =>
  unchanged
    .filter((session) => session.status !== 'rescheduled')
    .map((session) => ({
      _id: session._id,
      date: session.date,
      start: session.start,
      end: session.end,
      status: session.status,
      isSubstitute: session.isSubstitute,
    }))
    .toSorted((a, b) => (a.date + a.start < b.date + b.start ? -1 : 1));

/** The first day of a change, which is never before the last attendance. */
async function firstDay(tx: Tx, classId: string, changeFrom: string | null): Promise<string> {
  const [now, earliest] = [await todayInLaos(tx), await earliestChange(tx, classId)];
  if (changeFrom === null) return earliest !== null && earliest > now ? earliest : now;
  if (earliest !== null && changeFrom < earliest)
    throw fieldsInvalid({
      changeFrom: `taughtUntil:${earliest.split('-').toReversed().join('/')}`,
    });
  return changeFrom;
}

/**
 * Plans the sessions of a class again from a day on, after a change of times, people or room.
 * Earlier sessions, taught ones and those changed by hand stay; without such a change nothing is
 * done.
 */
export async function replaceSessions(
  tx: Tx,
  before: SchoolClass,
  input: ClassInput,
  { changeFrom, holidays, override }: Change,
): Promise<Changed> {
  const isRoomNew = before.roomId !== input.roomId;
  const newTeachers = teachersOfClass(input).filter(
    (teacherId) => !teachersOfClass(before).includes(teacherId),
  );
  const areTimesNew = timesOf(before) !== timesOf(input);
  if (
    !areTimesNew &&
    !isRoomNew &&
    newTeachers.length === 0 &&
    before.teacherId === input.teacherId
  )
    return { clashes: [], sessionsChangedByHand: [], told: {} };
  // Taking attendance uses the same lock, so a session that is marked meanwhile is recognised and
  // stays.
  const sessions = await tx
    .select({ _id: table._id })
    .from(table)
    .where(eq(table.classId, before._id));
  await takeLocks(tx, { sessions: sessions.map((session) => session._id) });
  const from = await firstDay(tx, before._id, changeFrom);
  const existing: PlannedSession[] = await tx
    .select(planned)
    .from(table)
    .where(eq(table.classId, before._id));
  const { added, removed, same, moved, kept } = replan(existing, { ...input, from, holidays });
  checkDaysInUse(
    existing.filter((session) => !removed.includes(session)),
    input,
  );
  const studentIds = added.length === 0 ? [] : await seatedStudents(tx, before._id);
  const exceptClassId = before._id;
  const clashes = await requireFree(
    tx,
    [
      {
        sessions: added,
        teacherIds: teachersOfClass(input),
        roomId: input.roomId,
        studentIds,
        exceptClassId,
      },
      { sessions: [...same, ...moved], teacherIds: newTeachers, exceptClassId },
      { sessions: same, roomId: isRoomNew ? input.roomId : null, exceptClassId },
    ],
    override,
  );
  const idsOf = (sessions: readonly PlannedSession[]) =>
    inArray(
      table._id,
      sessions.map((session) => session._id),
    );
  const changed = { version: sql`${table.version} + 1`, updatedAt: sql`now()` };
  await tx.delete(table).where(idsOf(removed));
  const isTeacherNew = before.teacherId !== input.teacherId;
  if (isTeacherNew || isRoomNew)
    await tx
      .update(table)
      .set({ teacherId: input.teacherId, roomId: input.roomId, ...changed })
      .where(idsOf(same));
  if (isTeacherNew)
    await tx
      .update(table)
      .set({ teacherId: input.teacherId, ...changed })
      .where(idsOf(moved));
  await insertSessions(tx, { ...input, _id: before._id, branchId: before.branchId }, added);
  return {
    clashes,
    sessionsChangedByHand: keptByHand(kept),
    told: { changeFrom: from, sessionsAdded: added.length, sessionsRemoved: removed.length },
  };
}

/** Throws if remaining sessions would lie outside the days of their class. */
function checkDaysInUse(
  staying: readonly PlannedSession[],
  { startDate, endDate }: Pick<ClassInput, 'startDate' | 'endDate'>,
): void {
  const planned = staying.filter(
    (session) =>
      (session.status === 'scheduled' || session.isTaught) && session.movedFromId === null,
  );
  if (planned.some((session) => session.date < startDate))
    throw fieldsInvalid({ startDate: 'sessionsOutside' });
  if (planned.some((session) => session.date > endDate))
    throw fieldsInvalid({ endDate: 'sessionsOutside' });
}
