import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { CopyChange, CopyProblem, CopyRow } from '#contract/classes/class-copies.ts';
import { isCopyable } from '#contract/classes/class-copies.ts';
import type { ClassInput } from '#contract/classes/classes.ts';
import type { Clash } from '#contract/classes/class-clashes.ts';
import { addDays } from '#contract/dates.ts';
import { isTermOf } from '#contract/courses/current-term.ts';
import { meetings, type Meeting, type Slot } from '#contract/classes/timetable.ts';
import { tuitionBases } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import type { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { clashesOf } from './clashes.ts';
import { busyTimes, type BusyTimes } from './busy-times.ts';

type Source = typeof classTable.$inferSelect;
type Term = typeof academicTermTable.$inferSelect;
type Course = Pick<
  typeof courseTable.$inferSelect,
  '_id' | 'nameEn' | 'nameLo' | 'active' | 'nextCourseId' | 'totalHours' | 'totalSessions'
>;

/** A planned copy: the row that is shown, and the class that would be added. */
export type PlannedCopy = { row: CopyRow; input: ClassInput | undefined };

/** The last class of a long course may end this many days after the term. */
const DAYS_PAST_END = 400;

const minutesOf = ({ start, end }: Slot) => {
  const [from = 0, to = 0] = [start, end].map(
    (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  );
  return to - from;
};

/** The meetings that complete the course from the first day of a term, without its holidays. */
function wholeCourse(
  { totalSessions, totalHours }: Pick<Course, 'totalSessions' | 'totalHours'>,
  slots: readonly Slot[],
  term: Pick<Term, 'startDate' | 'endDate' | 'holidays'>,
): Meeting[] {
  const holidays = term.holidays.map(({ date }) => date);
  const all = meetings(term.startDate, addDays(term.endDate, DAYS_PAST_END), slots, holidays);
  if (totalSessions !== null) return all.slice(0, totalSessions);
  const wanted = (totalHours ?? 0) * 60;
  let taught = 0;
  return all.filter((meeting) => {
    if (taught >= wanted) return false;
    taught += minutesOf({ weekday: 1, ...meeting });
    return true;
  });
}

type Known = {
  term: Term;
  courses: ReadonlyMap<string, Course>;
  teachers: ReadonlySet<string>;
  rooms: ReadonlySet<string>;
  fees: readonly (typeof courseFeeTable.$inferSelect)[];
  copies: ReadonlyMap<string, string[]>;
};

/** The key of a person or a room in a branch. */
export const ofBranch = (id: string, branchId: string) => `${id} ${branchId}`;

/** Everything that classes of a term are held against. */
export async function readKnown(db: Db | Tx, term: Term): Promise<Known> {
  const courses = await db.select().from(courseTable);
  const teachers = await db
    .select({ _id: teacherTable._id, branchIds: teacherTable.branchIds })
    .from(teacherTable)
    .where(and(eq(teacherTable.status, 'active'), eq(teacherTable.archived, false)));
  const rooms = await db
    .select({ _id: roomTable._id, branchId: roomTable.branchId })
    .from(roomTable)
    .where(eq(roomTable.active, true));
  const fees = await db.select().from(courseFeeTable);
  const before = await db
    .select({ from: classTable.copiedFromId, classCode: classTable.classCode })
    .from(classTable)
    .where(and(eq(classTable.termId, term._id), ne(classTable.status, 'cancelled')))
    .orderBy(classTable.classCode);
  const copies = new Map<string, string[]>();
  for (const { from, classCode } of before)
    if (from !== null) copies.set(from, [...(copies.get(from) ?? []), classCode]);
  return {
    term,
    courses: new Map(courses.map((course) => [course._id, course])),
    teachers: new Set(
      teachers.flatMap(({ _id, branchIds }) =>
        branchIds.map((branchId) => ofBranch(_id, branchId)),
      ),
    ),
    rooms: new Set(rooms.map(({ _id, branchId }) => ofBranch(_id, branchId))),
    fees,
    copies,
  };
}

type Fee = Known['fees'][number];
type Priced = { courseId: string; branchId: string; feeId: string | null };

/** True if a class can be sold on a day: at its own price, or at one of its course. */
export function hasPrice(
  { fees, term }: Pick<Known, 'fees' | 'term'>,
  { courseId, branchId, feeId }: Priced,
  day: string,
): boolean {
  const own = fees.find(({ _id }) => _id === feeId);
  const isForClass = (fee: Fee) =>
    (fee.branchId === null || fee.branchId === branchId) &&
    (fee.termId === null || fee.termId === term._id);
  return fees.some(
    (fee) =>
      fee.active &&
      tuitionBases.some((basis) => basis === fee.basis) &&
      fee.courseId === courseId &&
      (fee.seriesId === own?.seriesId || isForClass(fee)) &&
      fee.validFrom <= day &&
      (fee.validTo === null || fee.validTo >= day),
  );
}

/**
 * The own price that a class takes along, in its newest version: the one that the class had may
 * have been replaced since, and desks sell at the version of the day.
 */
function ownFeeId(fees: readonly Fee[], source: Source, courseId: string): string | null {
  const had = fees.find(({ _id }) => _id === source.feeId);
  const newest = fees.find(
    (fee) =>
      fee.seriesId === had?.seriesId &&
      fee.active &&
      fee.replacedById === null &&
      fee.courseId === courseId &&
      (fee.branchId === null || fee.branchId === source.branchId),
  );
  return newest?._id ?? null;
}

/** One class in the new term on its own, without the other ones. */
function planOne(known: Known, source: Source, change: CopyChange): PlannedCopy {
  const { term } = known;
  const { branchId, slots } = source;
  const problems: CopyProblem[] = [];
  const add = (cell: CopyProblem['cell'], kind: CopyProblem['kind'], detail = '') =>
    problems.push({ cell, kind, detail });
  const own = known.courses.get(source.courseId);
  const next = known.courses.get(own?.nextCourseId ?? '');
  const course = change.goesUp ? (next ?? own) : own;
  if (!isTermOf(term, branchId)) add('branch', 'branchNotInTerm');
  if (change.goesUp && !next) add('course', 'noNextCourse');
  else if (!course?.active) add('course', 'courseClosed');

  const whole = course ? wholeCourse(course, slots, term) : [];
  const inTerm = whole.filter(({ date }) => date <= term.endDate);
  const taught = change.endsWithTerm ? inTerm : whole;
  const [first, last] = [taught[0]?.date ?? null, taught.at(-1)?.date ?? null];
  if (taught.length === 0) add('days', 'noMeetings');
  if (last !== null && last > term.endDate) add('days', 'pastTermEnd', last);

  const teacherId = change.teacherId === undefined ? source.teacherId : change.teacherId;
  const roomId = change.roomId === undefined ? source.roomId : change.roomId;
  const isHere = (id: string) => known.teachers.has(ofBranch(id, branchId));
  if (teacherId !== null && !isHere(teacherId)) add('teacher', 'teacherLeft');
  if (roomId !== null && !known.rooms.has(ofBranch(roomId, branchId))) add('room', 'roomClosed');
  const assistantIds = source.assistantIds.filter((id) => isHere(id) && id !== teacherId);
  if (source.assistantIds.some((id) => !isHere(id))) add('teacher', 'assistantLeft');

  const courseId = course?._id ?? source.courseId;
  const feeId = ownFeeId(known.fees, source, courseId);
  if (first !== null && !hasPrice(known, { courseId, branchId, feeId }, first)) add('fee', 'noFee');
  const capacity = change.capacity ?? source.capacity;
  const copies = known.copies.get(source._id) ?? [];
  if (change.copiesSeen !== undefined && copies.length > change.copiesSeen)
    add('course', 'copiedMeanwhile', copies.join(', '));
  const row: CopyRow = {
    classId: source._id,
    classCode: source.classCode,
    branchId,
    courseId,
    slots,
    capacity,
    goesUp: change.goesUp,
    endsWithTerm: change.endsWithTerm,
    teacherId,
    roomId,
    problems,
    courseName: { en: course?.nameEn ?? '', lo: course?.nameLo ?? '' },
    startDate: first,
    endDate: last,
    sessions: taught.length,
    copies,
  };
  if (first === null || last === null) return { row, input: undefined };
  const { deliveryMode, minStudents, note } = source;
  const input: ClassInput = {
    courseId,
    termId: term._id,
    branchId,
    startDate: first,
    endDate: last,
    slots,
    roomId,
    capacity,
    minStudents: Math.min(minStudents, capacity),
    teacherId,
    assistantIds,
    deliveryMode,
    feeId,
    note,
  };
  return { row, input };
}

const inFigures = (day: string) => day.split('-').toReversed().join('/');
const clashProblem = ({ kind, who, classCode, date, start, end }: Clash): CopyProblem => ({
  cell: kind === 'room' ? 'room' : 'teacher',
  kind: 'clash',
  detail: `${who}: ${classCode} ${inFigures(date)} ${start}–${end}`,
});

/** The first clash of each person and room with the classes that are there. */
async function clashesThere(db: Db | Tx, input: ClassInput, sessions: readonly Meeting[]) {
  const { teacherId, assistantIds, roomId } = input;
  const teacherIds = [...(teacherId === null ? [] : [teacherId]), ...assistantIds];
  const found = await clashesOf(db, { sessions, teacherIds, roomId });
  return found
    .filter(({ whoId }, at) => found.findIndex((other) => other.whoId === whoId) === at)
    .map(clashProblem);
}

/** The clashes with the copies before it, which then count as being there. */
function clashesInside(
  { row, input }: PlannedCopy,
  sessions: readonly Meeting[],
  taken: BusyTimes,
): CopyProblem[] {
  if (!input) return [];
  const { teacherId, assistantIds, roomId } = input;
  const people = [...(teacherId === null ? [] : [teacherId]), ...assistantIds];
  const found = [...people, ...(roomId === null ? [] : [roomId])].flatMap((id) => {
    const clash = taken.find(id, sessions);
    return clash
      ? {
          cell: id === roomId ? ('room' as const) : ('teacher' as const),
          kind: 'clash' as const,
          detail: `${clash.label} ${inFigures(clash.date)} ${clash.start}–${clash.end}`,
        }
      : [];
  });
  if (found.length === 0 && isCopyable(row))
    for (const id of [...people, ...(roomId === null ? [] : [roomId])])
      taken.add(id, sessions, row.classCode);
  return found;
}

/** The classes of a term that `user` may copy. */
export function copySources(
  db: Db | Tx,
  user: SignedInUser,
  fromTermId: string,
  which?: SQL,
): Promise<Source[]> {
  return db
    .select()
    .from(classTable)
    .where(
      and(
        eq(classTable.termId, fromTermId),
        ne(classTable.status, 'cancelled'),
        ownBranchOnly(user, classTable.branchId),
        which,
      ),
    )
    .orderBy(asc(classTable.classCode));
}

/**
 * Plans copies in the order of their codes: a class that clashes with one before it has the
 * problem, not both. The preview and the write use this one function; the write holds the locks of
 * everybody in it.
 */
export async function planCopies(
  db: Db | Tx,
  term: Term,
  sources: readonly Source[],
  changes: readonly CopyChange[],
): Promise<PlannedCopy[]> {
  const known = await readKnown(db, term);
  const changeOf = new Map(changes.map((change) => [change.classId, change]));
  const holidays = term.holidays.map(({ date }) => date);
  const taken = busyTimes();
  const planned: PlannedCopy[] = [];
  for (const source of sources) {
    const change = changeOf.get(source._id) ?? {
      classId: source._id,
      goesUp: false,
      endsWithTerm: false,
    };
    const one = planOne(known, source, change);
    if (one.input) {
      const { startDate, endDate, slots } = one.input;
      const sessions = meetings(startDate, endDate, slots, holidays);
      one.row.problems.push(...(await clashesThere(db, one.input, sessions)));
      one.row.problems.push(...clashesInside(one, sessions, taken));
    }
    planned.push(one);
  }
  return planned;
}

export const ofClassIds = (ids: readonly string[]) => inArray(classTable._id, [...ids]);
