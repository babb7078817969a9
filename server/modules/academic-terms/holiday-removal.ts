import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isLive } from '#contract/class-changes.ts';
import { weekdayOf } from '#contract/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { auditTable } from '#server/lib/audit.table.ts';
import { oneAtATime } from '#server/lib/one-at-a-time.ts';
import { clashLocks } from '#server/modules/classes/clashes.ts';
import { classTable, sessionOfClassTable as session } from '#server/modules/classes/classes.table.ts';

const entity = 'class-sessions';

type Told = { date: string; reason: string; sessionIds: string[] };

/** The sessions each of these days took away when it became a holiday, by what was written down then; not again once they were brought back. */
async function takenAway(db: Db | Tx, termId: string, days: readonly string[]): Promise<Map<string, Told>> {
  const ofDays = and(eq(auditTable.entity, entity), eq(auditTable.entityId, termId), inArray(sql`${auditTable.after}->>'date'`, [...days]));
  const told = await db.select({ action: auditTable.action, after: auditTable.after }).from(auditTable).where(ofDays).orderBy(asc(auditTable.at), asc(auditTable._id));
  const byId = new Map<string, Told>();
  for (const { action, after } of told) {
    const entry = after as Told;
    if (action === 'cancel') for (const _id of entry.sessionIds) byId.set(_id, entry);
    else for (const [_id, { date }] of byId) if (date === entry.date) byId.delete(_id);
  }
  return byId;
}

/** As they are planned by now: the class may have got another teacher or room meanwhile. */
const columns = {
  ...{ _id: session._id, classId: session.classId, branchId: session.branchId, date: session.date, start: session.start, end: session.end },
  ...{ status: session.status, reason: session.reason, isMoved: sql<boolean>`${session.movedFromId} is not null` },
  teacherId: sql<string | null>`case when ${session.isSubstitute} then ${session.teacherId} else ${classTable.teacherId} end`.as('planned_teacher'),
  roomId: sql<string | null>`case when ${session.movedFromId} is null then ${classTable.roomId} else ${session.roomId} end`.as('planned_room'),
  ...{ classCode: classTable.classCode, classStatus: classTable.status, startDate: classTable.startDate, endDate: classTable.endDate },
  ...{ slots: classTable.slots, assistantIds: classTable.assistantIds },
};

/** Those of them that nobody has changed since, of classes that are still taught at these times. */
async function candidates(db: Db | Tx, termId: string, days: readonly string[]) {
  const told = await takenAway(db, termId, days);
  if (told.size === 0) return [];
  const found = await db
    .select(columns)
    .from(session)
    .innerJoin(classTable, eq(classTable._id, session.classId))
    .where(and(eq(classTable.termId, termId), inArray(session._id, [...told.keys()])))
    .orderBy(session.date, session.start, classTable.classCode, session._id);
  return found.filter(({ _id, status, reason, classStatus, startDate, endDate, date, start, end, isMoved, slots }) => {
    const isPlanned = isMoved || slots.some((slot) => slot.weekday === weekdayOf(date) && slot.start === start && slot.end === end);
    return status === 'cancelled' && reason === told.get(_id)?.reason && isLive(classStatus) && startDate <= date && date <= endDate && isPlanned;
  });
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/** Which of them need the same people, students among them, or the same room as another one, or as a session that takes place. */
async function clashingPairs(db: Db | Tx, wanted: readonly Candidate[]): Promise<{ _id: string; otherId: string }[]> {
  const rows = wanted.map(({ _id, classId, date, start, end, teacherId, roomId, assistantIds }) => ({ id: _id, classId, date, start, end, roomId, people: [...assistantIds, ...(teacherId === null ? [] : [teacherId])] }));
  const isSeated = (place: string) => sql.raw(`(${place}.status in ('active', 'suspended') or (${place}.status = 'pending' and ${place}.seat_hold_until > clock_timestamp()))`);
  const isThere = (place: string) => sql.raw(`${place}.start_date <= one.date and (${place}.end_date is null or ${place}.end_date >= one.date)`);
  const { rows: found } = await db.execute<{ _id: string; otherId: string }>(sql`
    with wanted as (
      select id, "classId" as class_id, date, start as start_time, "end" as end_time, "roomId" as room_id, people, true as is_wanted
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(id uuid, "classId" uuid, date date, start text, "end" text, "roomId" uuid, people uuid[])),
    meeting as (
      select * from wanted union all
      select taught.id, taught.class_id, taught.date, taught.start_time, taught.end_time, taught.room_id, helped.assistant_ids || taught.teacher_id, false
      from class_sessions taught join classes helped on helped.id = taught.class_id
      where taught.date in (select date from wanted) and taught.status in ('scheduled', 'held'))
    select one.id as _id, other.id as "otherId"
    from meeting one
    join meeting other on other.date = one.date and other.id <> one.id and other.start_time < one.end_time and one.start_time < other.end_time
    where one.is_wanted and (one.class_id = other.class_id or one.room_id = other.room_id or one.people && other.people or exists (
      select 1 from enrolments here join enrolments there on there.student_id = here.student_id
      where here.class_id = one.class_id and there.class_id = other.class_id
        and ${isSeated('here')} and ${isSeated('there')} and ${isThere('here')} and ${isThere('there')}))`);
  return found;
}

/** What comes back when these days are holidays no longer, and what stays away because it would clash. */
export async function sessionsBack(db: Db | Tx, termId: string, days: readonly string[]): Promise<{ back: Candidate[]; staying: Candidate[] }> {
  const wanted = days.length === 0 ? [] : await candidates(db, termId, days);
  if (wanted.length === 0) return { back: [], staying: [] };
  const pairs = await clashingPairs(db, wanted);
  const away = new Set<string>();
  const open = new Set(wanted.map(({ _id }) => _id));
  // Of two that need the same, the first one comes back.
  for (const { _id } of wanted) {
    open.delete(_id);
    if (pairs.some((pair) => pair._id === _id && !away.has(pair.otherId) && !open.has(pair.otherId))) away.add(_id);
  }
  return { back: wanted.filter(({ _id }) => !away.has(_id)), staying: wanted.filter(({ _id }) => away.has(_id)) };
}

/** Brings back what holidays that are none any more had cancelled; refuses more than was agreed to. */
export async function bringBack(tx: Tx, termId: string, days: readonly string[], confirmed: number): Promise<AuditEntry[]> {
  if (days.length === 0) return [];
  const wanted = await candidates(tx, termId, days);
  // The students are not locked, there are thousands: whoever is enrolled at this moment may clash on this one day.
  await oneAtATime(tx, wanted.flatMap(({ teacherId, assistantIds, roomId }) => clashLocks({ teacherIds: [...assistantIds, ...(teacherId === null ? [] : [teacherId])], roomId })));
  await tx.select({ _id: session._id }).from(session).where(inArray(session._id, wanted.map(({ _id }) => _id))).orderBy(session._id).for('update');
  const { back, staying } = await sessionsBack(tx, termId, days);
  if (back.length > confirmed) throw new ApiError('sessionsReturn', { n: back.length });
  for (const { _id, teacherId, roomId } of back) {
    const change = { status: 'scheduled' as const, reason: '', teacherId, roomId, version: sql`${session.version} + 1`, updatedAt: sql`now()` };
    await tx.update(session).set(change).where(eq(session._id, _id));
  }
  const idsOf = (rows: readonly Candidate[], day: string) => rows.filter(({ date }) => date === day).map(({ _id }) => _id);
  return days
    .map((date) => ({ date, sessionIds: idsOf(back, date), clashing: idsOf(staying, date) }))
    .filter(({ sessionIds, clashing }) => sessionIds.length + clashing.length > 0)
    .map((after) => ({ action: 'restore', entity, entityId: termId, after }));
}
