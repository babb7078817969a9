import { and, eq, inArray, sql } from 'drizzle-orm';
import { isLiveClass } from '#contract/classes/class-changes.ts';
import { weekdayOf } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import {
  classTable,
  classSessionTable as session,
} from '#server/db/tables/academic/classes.table.ts';
import { holidayCancellationTable as cancellations } from '#server/db/tables/academic/holiday-cancellations.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { changeSessions } from '#server/academic/classes/change-classes.ts';

const entity = 'class-sessions';

/** The reason of each session that these days cancelled when they became holidays. */
async function cancelledBy(
  db: Db | Tx,
  termId: string,
  days: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ sessionId: cancellations.sessionId, reason: cancellations.reason })
    .from(cancellations)
    .where(ofDays(termId, days));
  return new Map(rows.map(({ sessionId, reason }) => [sessionId, reason]));
}

const ofDays = (termId: string, days: readonly string[]) =>
  and(eq(cancellations.termId, termId), inArray(cancellations.date, [...days]));

/**
 * The current plan of the session, because the class may have got another teacher or room
 * meanwhile.
 */
const columns = {
  _id: session._id,
  classId: session.classId,
  branchId: session.branchId,
  date: session.date,
  start: session.start,
  end: session.end,
  status: session.status,
  reason: session.reason,
  isMoved: sql<boolean>`${session.movedFromId} is not null`,
  teacherId: sql<
    string | null
  >`case when ${session.isSubstitute} then ${session.teacherId} else ${classTable.teacherId} end`.as(
    'planned_teacher',
  ),
  roomId: sql<string | null>`
    case when ${session.movedFromId} is null then ${classTable.roomId} else ${session.roomId} end`.as(
    'planned_room',
  ),
  classCode: classTable.classCode,
  classStatus: classTable.status,
  startDate: classTable.startDate,
  endDate: classTable.endDate,
  slots: classTable.slots,
  assistantIds: classTable.assistantIds,
};

/**
 * Those of these sessions that nobody has changed since, in classes that still meet at these times.
 */
async function candidates(db: Db | Tx, termId: string, days: readonly string[]) {
  const reasons = await cancelledBy(db, termId, days);
  if (reasons.size === 0) return [];
  const cancelledSessions = await db
    .select(columns)
    .from(session)
    .innerJoin(classTable, eq(classTable._id, session.classId))
    .where(and(eq(classTable.termId, termId), inArray(session._id, [...reasons.keys()])))
    .orderBy(session.date, session.start, classTable.classCode, session._id);
  return cancelledSessions.filter(
    ({
      _id,
      status,
      reason,
      classStatus,
      startDate,
      endDate,
      date,
      start,
      end,
      isMoved,
      slots,
    }) => {
      const isPlanned =
        isMoved ||
        slots.some(
          (slot) => slot.weekday === weekdayOf(date) && slot.start === start && slot.end === end,
        );
      return (
        status === 'cancelled' &&
        reason === reasons.get(_id) &&
        isLiveClass(classStatus) &&
        startDate <= date &&
        date <= endDate &&
        isPlanned
      );
    },
  );
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/**
 * The sessions that need the same room or people, students included, as another one of them or as a
 * scheduled session.
 */
async function clashingPairs(
  db: Db | Tx,
  restorable: readonly Candidate[],
): Promise<{ _id: string; otherId: string }[]> {
  const rows = restorable.map(
    ({ _id, classId, date, start, end, teacherId, roomId, assistantIds }) => ({
      id: _id,
      classId,
      date,
      start,
      end,
      roomId,
      people: [...assistantIds, ...(teacherId === null ? [] : [teacherId])],
    }),
  );
  const isSeated = (enrolment: string) =>
    sql.raw(
      `
        (
          ${enrolment}.status in ('active', 'suspended')
            or (
              ${enrolment}.status = 'pending' and ${enrolment}.seat_hold_until > clock_timestamp()
            )
        )`,
    );
  const isThere = (enrolment: string) =>
    sql.raw(
      `
        ${enrolment}.start_date <= one.date
          and (${enrolment}.end_date is null or ${enrolment}.end_date >= one.date)`,
    );
  const { rows: pairs } = await db.execute<{ _id: string; otherId: string }>(sql`
    with wanted as (
      select id, "classId" as class_id, date, start as start_time, "end" as end_time,
        "roomId" as room_id, people, true as is_wanted
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(
        id uuid, "classId" uuid, date date, start text, "end" text, "roomId" uuid, people uuid[]
      )),
    meeting as (
      select * from wanted union all
      select taught.id, taught.class_id, taught.date, taught.start_time, taught.end_time,
        taught.room_id, helped.assistant_ids || taught.teacher_id, false
      from ${session} taught join ${classTable} helped on helped.id = taught.class_id
      where taught.date in (select date from wanted) and taught.status in ('scheduled', 'held'))
    select one.id as _id, other.id as "otherId"
    from meeting one
    join meeting other on other.date = one.date and other.id <> one.id
      and other.start_time < one.end_time and one.start_time < other.end_time
    where one.is_wanted
      and (
        one.class_id = other.class_id
        or one.room_id = other.room_id
        or one.people && other.people
        or exists (
          select 1
          from ${enrolmentTable} here
          join ${enrolmentTable} there on there.student_id = here.student_id
          where here.class_id = one.class_id
            and there.class_id = other.class_id
            and ${isSeated('here')}
            and ${isSeated('there')}
            and ${isThere('here')}
            and ${isThere('there')}
        )
      )`);
  return pairs;
}

/**
 * Splits the sessions of these days: those restored when the days are no longer holidays, and those
 * that stay cancelled because they would clash.
 */
export async function sessionsBack(
  db: Db | Tx,
  termId: string,
  days: readonly string[],
): Promise<{ back: Candidate[]; staying: Candidate[] }> {
  const restorable = days.length === 0 ? [] : await candidates(db, termId, days);
  if (restorable.length === 0) return { back: [], staying: [] };
  const pairs = await clashingPairs(db, restorable);
  const away = new Set<string>();
  const open = new Set(restorable.map(({ _id }) => _id));
  // Of two that clash, the first is restored.
  for (const { _id } of restorable) {
    open.delete(_id);
    if (
      pairs.some((pair) => pair._id === _id && !away.has(pair.otherId) && !open.has(pair.otherId))
    )
      away.add(_id);
  }
  return {
    back: restorable.filter(({ _id }) => !away.has(_id)),
    staying: restorable.filter(({ _id }) => away.has(_id)),
  };
}

/**
 * Restores the sessions that removed holidays had cancelled; refuses more than the user confirmed.
 */
export async function bringBack(
  tx: Tx,
  termId: string,
  days: readonly string[],
  confirmed: number,
): Promise<AuditEntry[]> {
  if (days.length === 0) return [];
  const restorable = await candidates(tx, termId, days);
  // The students are not locked, because there are thousands: somebody who is enrolled at this
  // moment may clash on this one day.
  const advisoryKeys = restorable.flatMap(({ teacherId, assistantIds, roomId }) =>
    clashLocks({
      teacherIds: [...assistantIds, ...(teacherId === null ? [] : [teacherId])],
      roomId,
    }),
  );
  await takeLocks(tx, { sessions: restorable.map(({ _id }) => _id), advisoryKeys });
  const { back, staying } = await sessionsBack(tx, termId, days);
  if (back.length > confirmed) throw new ApiError('sessionsReturn', { n: back.length });
  for (const { _id, teacherId, roomId } of back) {
    const change = { status: 'scheduled' as const, reason: '', teacherId, roomId };
    await changeSessions(tx, eq(session._id, _id), change);
  }
  await tx.delete(cancellations).where(ofDays(termId, days));
  const idsOf = (rows: readonly Candidate[], day: string) =>
    rows.filter(({ date }) => date === day).map(({ _id }) => _id);
  return days
    .map((date) => ({ date, sessionIds: idsOf(back, date), clashing: idsOf(staying, date) }))
    .filter(({ sessionIds, clashing }) => sessionIds.length + clashing.length > 0)
    .map((after) => ({ action: 'restore', entity, entityId: termId, after }));
}
