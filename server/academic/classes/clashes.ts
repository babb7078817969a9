import { sql, type SQL } from 'drizzle-orm';
import type { Clash } from '#contract/classes/class-clashes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';

/** The day and time of a session that is to be held. */
export type SessionTime = { date: string; start: string; end: string };

export type ClashQuery = {
  sessions: readonly SessionTime[];
  teacherIds?: readonly string[];
  roomId?: string | null;
  studentIds?: readonly string[];
  /** A class does not clash with itself. */
  exceptClassId?: string | undefined;
  /** The session that is being moved. */
  exceptSessionId?: string | undefined;
};

/**
 * Nobody reads more clashes; the first sessions are enough to recognise a class that clashes all
 * term.
 */
const MAX_FOUND = 200;
const MAX_NAMED = 3;

/** The advisory locks that keep others from taking the same people or room meanwhile. */
export const clashLocks = ({
  teacherIds = [],
  roomId,
  studentIds = [],
}: Omit<ClashQuery, 'sessions'>): string[] => [
  ...teacherIds.map((_id) => `teacher:${_id}`),
  ...(roomId ? [`room:${roomId}`] : []),
  ...studentIds.map((_id) => `student:${_id}`),
];

const any = (ids: readonly string[]) => sql`any(${sql.param(ids)}::uuid[])`;

/**
 * The sessions with these people or this room that overlap a wanted one; a session that begins when
 * another ends is no clash.
 */
function overlapping(
  kind: SQL,
  who: SQL,
  people: SQL,
  { sessions, exceptClassId, exceptSessionId }: ClashQuery,
): SQL {
  const times = JSON.stringify(sessions.map(({ date, start, end }) => ({ date, start, end })));
  return sql`
    select distinct ${kind}::text as kind, who.id as "whoId", ${who} as who, class.id as "classId",
      class.class_code as "classCode",
      class.branch_id as "branchId", meeting.id as "sessionId",
        to_char(meeting.date, 'YYYY-MM-DD') as date, meeting.start_time as start,
        meeting.end_time as "end"
    from ${people}
    join jsonb_to_recordset(${times}::jsonb) as wanted(date date, start text, "end" text)
      on meeting.date = wanted.date and meeting.start_time < wanted."end"
        and wanted.start < meeting.end_time
    where meeting.status in ('scheduled', 'held')
      and ${exceptClassId === undefined ? sql`true` : sql`class.id <> ${exceptClassId}`}
      and ${exceptSessionId === undefined ? sql`true` : sql`meeting.id <> ${exceptSessionId}`}`;
}

const teachersOf = (ids: readonly string[]) => sql`
  teachers who
  join ${classSessionTable} meeting on meeting.teacher_id = who.id
    or meeting.class_id in (
      select helped.id from ${classTable} helped where who.id = any(helped.assistant_ids)
    )
  join ${classTable} class on class.id = meeting.class_id and who.id = ${any(ids)}`;

const roomOf = (_id: string) => sql`
  rooms who
  join ${classSessionTable} meeting on meeting.room_id = who.id and who.id = ${_id}
  join ${classTable} class on class.id = meeting.class_id`;

const studentsOf = (ids: readonly string[]) => sql`
  students who
  join ${enrolmentTable} enrolment on enrolment.student_id = who.id and who.id = ${any(ids)}
    and (
      enrolment.status in ('active', 'suspended')
        or (enrolment.status = 'pending' and enrolment.seat_hold_until > clock_timestamp())
    )
  join ${classTable} class on class.id = enrolment.class_id
  join ${classSessionTable} meeting on meeting.class_id = class.id
    and meeting.date >= enrolment.start_date
      and (enrolment.end_date is null or meeting.date <= enrolment.end_date)`;

/**
 * The teachers, room and students that are needed elsewhere at the wanted times, in the order of
 * time. A caller that writes holds the locks of `clashLocks` first.
 */
export async function clashesOf(db: Db | Tx, question: ClashQuery): Promise<Clash[]> {
  const { sessions, teacherIds = [], roomId, studentIds = [] } = question;
  const fullName = sql`who.first_name || ' ' || who.last_name`;
  const parts = [
    ...(teacherIds.length > 0
      ? [overlapping(sql`'teacher'`, fullName, teachersOf(teacherIds), question)]
      : []),
    ...(roomId ? [overlapping(sql`'room'`, sql`who.name`, roomOf(roomId), question)] : []),
    ...(studentIds.length > 0
      ? [overlapping(sql`'student'`, fullName, studentsOf(studentIds), question)]
      : []),
  ];
  if (sessions.length === 0 || parts.length === 0) return [];
  const { rows } = await db.execute<Clash>(
    sql`
      ${sql.join(parts, sql` union all `)} order by date, start, kind desc, who limit ${MAX_FOUND}`,
  );
  return rows;
}

const inFigures = (day: string) => day.split('-').toReversed().join('/');

/**
 * The 409 error that names everybody who clashes, the other class and the time; names and figures
 * need no translation.
 */
export function clashError(clashes: readonly Clash[]): ApiError {
  const isFirst = ({ whoId, classId }: Clash, at: number) =>
    clashes.findIndex((clash) => clash.whoId === whoId && clash.classId === classId) === at;
  const named = clashes
    .filter(isFirst)
    .map(
      ({ who, classCode, date, start, end }) =>
        `${who}: ${classCode} ${inFigures(date)} ${start}–${end}`,
    );
  const rest = named.length > MAX_NAMED ? ` (+${named.length - MAX_NAMED})` : '';
  return new ApiError('classClashes', { n: named.slice(0, MAX_NAMED).join('; ') + rest });
}
