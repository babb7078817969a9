import { and, eq, inArray, sql } from 'drizzle-orm';
import { ageFinding } from '#contract/classes/age-finding.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import type { CheckedRow, EntryRow, Finding } from '#contract/classes/enrolling.ts';
import {
  checkWeights,
  type EnrolmentCheck,
  presentStatuses,
} from '#contract/classes/enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { firstSessionOn } from '#server/academic/classes/first-session.ts';
import { seatsTaken, statusNow } from '#server/academic/classes/seats.ts';
import { earlierLevel, type PastEnrolment } from './earlier-level.ts';
import { readPassedBefore } from './passed-before.ts';

export type ClassClash = { date: string; start: string; end: string };

type Found = ClassClash & { targetId: string; otherId: string };

const uuids = (ids: readonly string[]) => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;

/**
 * For each pair of a class of the first and one of the second list that meet at the same time: the
 * first such time from `from` on. No student can be in both. The key is both ids with a space
 * between them.
 */
export async function clashesBetween(
  db: Db | Tx,
  targets: readonly string[],
  others: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, ClassClash>> {
  if (targets.length === 0 || others.length === 0) return new Map();
  const { rows } = await db.execute<Found>(sql`
    select distinct on (mine.class_id, theirs.class_id)
      mine.class_id as "targetId", theirs.class_id as "otherId", mine.date::text as date,
        mine.start_time as start, mine.end_time as end
    from ${classSessionTable} mine
    join ${classSessionTable} theirs on theirs.date = mine.date
      and theirs.start_time < mine.end_time and mine.start_time < theirs.end_time
    where mine.class_id = any(${uuids(targets)})
      and theirs.class_id = any(${uuids(others)})
      and mine.class_id <> theirs.class_id
      and mine.date >= ${from}::date and mine.status in ('scheduled', 'held')
        and theirs.status in ('scheduled', 'held')
    order by mine.class_id, theirs.class_id, mine.date, mine.start_time`);
  return new Map(
    rows.map(({ targetId, otherId, date, start, end }) => [
      `${targetId} ${otherId}`,
      { date, start, end },
    ]),
  );
}

type Where = {
  db: Db | Tx;
  user: SignedInUser;
  /**
   * For a transfer: class and student may be of any branch, because both branches decide about it.
   */
  acrossBranches?: boolean;
};

/** The classes of an enrolment, all of the same branch. */
export async function loadClasses({ db, user, acrossBranches = false }: Where, ids: string[]) {
  const { _id, classCode, branchId, courseId, termId, status, startDate, endDate, capacity } =
    classTable;
  const rows = await db
    .select({
      _id,
      classCode,
      branchId,
      courseId,
      termId,
      status,
      startDate,
      firstSession: firstSessionOn,
      endDate,
      capacity,
      taken: seatsTaken,
    })
    .from(classTable)
    .where(and(inArray(_id, ids), acrossBranches ? undefined : ownBranchOnly(user, branchId)));
  if (rows.length !== ids.length) throw new ApiError('notFound');
  return new Map(rows.map((row) => [row._id, row]));
}

/** The students of an enrolment, none of another branch. */
export async function loadStudents({ db, user, acrossBranches = false }: Where, ids: string[]) {
  const { _id, dateOfBirth, homeBranchId, archived } = studentTable;
  const rows = await db
    .select({ _id, dateOfBirth, homeBranchId })
    .from(studentTable)
    .where(
      and(
        inArray(_id, ids),
        eq(archived, false),
        acrossBranches ? undefined : ownBranchOnly(user, homeBranchId),
      ),
    );
  if (rows.length !== ids.length) throw new ApiError('notFound');
  return new Map(rows.map((row) => [row._id, row]));
}

/** All past and current enrolments of these students. */
function loadEnrolments({ db }: Where, ids: string[]) {
  const { _id, studentId, classId, courseId, termId } = enrolmentTable;
  return db
    .select({
      _id,
      studentId,
      classId,
      courseId,
      termId,
      status: statusNow,
      classCode: classTable.classCode,
      classEnd: classTable.endDate,
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, classId))
    .where(inArray(studentId, ids));
}

type Enrolled = Awaited<ReturnType<typeof loadEnrolments>>[number];

type Loaded = {
  classes: Awaited<ReturnType<typeof loadClasses>>;
  students: Awaited<ReturnType<typeof loadStudents>>;
  courses: Map<
    string,
    Pick<typeof courseTable.$inferSelect, '_id' | 'code' | 'nextCourseId' | 'minAge' | 'maxAge'>
  >;
  enrolments: Map<string, Enrolled[]>;
  /** Courses passed before BranchDesk, by student, as if a class of them had ended long ago. */
  passedBefore: ReadonlyMap<string, PastEnrolment[]>;
  clashes: ReadonlyMap<string, ClassClash>;
  today: string;
  acrossBranches: boolean;
};

const isPresent = ({ status }: Pick<Enrolled, 'status'>) =>
  (presentStatuses as readonly string[]).includes(status);

const isInClass = (enrolment: Pick<Enrolled, 'status'>) =>
  isPresent(enrolment) && enrolment.status !== 'waitlisted';

async function load(where: Where, rows: readonly EntryRow[], together: boolean): Promise<Loaded> {
  const { db } = where;
  const classIds = [...new Set(rows.map(({ classId }) => classId))];
  const classes = await loadClasses(where, classIds);
  const studentIds = [...new Set(rows.map(({ studentId }) => studentId))];
  const students = await loadStudents(where, studentIds);
  const all = await loadEnrolments(where, studentIds);
  const { _id, code, nextCourseId, minAge, maxAge } = courseTable;
  const courses = await db.select({ _id, code, nextCourseId, minAge, maxAge }).from(courseTable);
  const today = await todayInLaos(db);
  const others = all.filter(isInClass).map(({ classId }) => classId);
  const clashes = await clashesBetween(
    db,
    classIds,
    together ? [...others, ...classIds] : others,
    today,
  );
  const enrolments = new Map(
    studentIds.map((studentId) => [studentId, all.filter((one) => one.studentId === studentId)]),
  );
  const passed = await readPassedBefore(db, studentIds);
  const passedBefore = new Map(
    studentIds.map((studentId) => [
      studentId,
      passed
        .filter((one) => one.studentId === studentId)
        .map(({ courseId }) => ({ courseId, status: 'completed' as const, classEnd: '' })),
    ]),
  );
  return {
    classes,
    students,
    courses: new Map(courses.map((course) => [course._id, course])),
    enrolments,
    passedBefore,
    clashes,
    today,
    acrossBranches: where.acrossBranches ?? false,
  };
}

const finding = (check: EnrolmentCheck, details: Partial<Finding> = {}): Finding => ({
  check,
  weight: checkWeights[check],
  ...details,
});

/**
 * The checks of docs/domain.md, "Checks of an enrolment" for one row, in their order; `seated`
 * counts the rows before it that would take seats in the same class.
 */
function findingsOf(
  loaded: Loaded,
  { studentId, classId, as }: EntryRow,
  enrolments: readonly Enrolled[],
  { seated, learnt }: { seated: number; learnt: readonly PastEnrolment[] },
): Finding[] {
  const target = loaded.classes.get(classId);
  const student = loaded.students.get(studentId);
  const course = target && loaded.courses.get(target.courseId);
  // A student of another branch is treated as missing, even by the desk of the class's branch.
  if (
    !target ||
    !student ||
    !course ||
    (!loaded.acrossBranches && student.homeBranchId !== target.branchId)
  )
    throw new ApiError('notFound');
  const present = enrolments.filter(isPresent);
  const findings: Finding[] = [];
  if (present.some((enrolment) => enrolment.classId === classId))
    findings.push(finding('alreadyInClass'));
  const sibling = present.find(
    (enrolment) =>
      enrolment.classId !== classId &&
      enrolment.courseId === target.courseId &&
      enrolment.termId === target.termId,
  );
  if (sibling) findings.push(finding('sameCourse', { classCode: sibling.classCode }));
  const { capacity } = target;
  const takenSeats = target.taken + seated;
  if (as !== 'waitlisted' && takenSeats >= capacity)
    findings.push(finding('seats', { capacity, taken: takenSeats }));
  const inTheWay =
    as === 'waitlisted'
      ? undefined
      : present
          .filter(isInClass)
          .find((enrolment) => loaded.clashes.has(`${classId} ${enrolment.classId}`));
  const clash = inTheWay && loaded.clashes.get(`${classId} ${inTheWay.classId}`);
  if (clash)
    findings.push(
      finding('timeClash', {
        classCode: inTheWay.classCode,
        date: clash.date,
        start: clash.start,
        end: clash.end,
      }),
    );
  const wrongAge = ageFinding(course, student.dateOfBirth, {
    startDate: target.firstSession,
    today: loaded.today,
  });
  if (wrongAge) findings.push(wrongAge);
  const before = earlierLevel([...loaded.courses.values()], target, learnt);
  if (before) findings.push(finding('level', { courseCode: before.code }));
  const isOver =
    !(enrollingStatuses as readonly string[]).includes(target.status) ||
    target.endDate < loaded.today;
  if (isOver) findings.push(finding('classEnded', { classStatus: target.status }));
  return findings;
}

/**
 * The objections to each row, in the order of the checks. With `together` each row counts for those
 * after it, as in one save. `except` are enrolments that are about to change: they block nobody,
 * and one that `holds` a seat in the class keeps it.
 */
export async function checkEnrolments(
  where: Where,
  rows: readonly EntryRow[],
  {
    together,
    except = [],
    holds = false,
  }: { together: boolean; except?: string | readonly string[]; holds?: boolean },
): Promise<CheckedRow[]> {
  const loaded = await load(where, rows, together);
  const seated = new Map<string, number>();
  const leaving = new Set(typeof except === 'string' ? [except] : except);
  const added = new Set<string>();
  return rows.map((row) => {
    const { studentId, classId, as } = row;
    const all = loaded.enrolments.get(studentId) ?? [];
    const findings = findingsOf(
      loaded,
      row,
      leaving.size === 0 ? all : all.filter(({ _id }) => !leaving.has(_id)),
      {
        seated: (seated.get(classId) ?? 0) - (holds ? 1 : 0),
        learnt: [...all, ...(loaded.passedBefore.get(studentId) ?? [])],
      },
    );
    const target = loaded.classes.get(classId);
    if (together && target) {
      if (as !== 'waitlisted') seated.set(classId, (seated.get(classId) ?? 0) + 1);
      // One of a kind is enough to object to those after it, so the list stays as short as the
      // number of classes.
      const kind = `${studentId} ${classId} ${as}`;
      if (!added.has(kind)) all.push(placeholderOf(row, target));
      added.add(kind);
    }
    return { studentId, classId, findings };
  });
}

/** The enrolment that a row would make, for the rows after it. */
const placeholderOf = (
  { studentId, classId, as }: EntryRow,
  { courseId, termId, classCode, endDate }: NonNullable<ReturnType<Loaded['classes']['get']>>,
): Enrolled => ({
  _id: '',
  studentId,
  classId,
  courseId,
  termId,
  status: as,
  classCode,
  classEnd: endDate,
});
