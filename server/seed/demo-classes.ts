import { eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { classes, type ClassStatus } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import { meetings, type Slot } from '#contract/classes/timetable.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { searchText } from '#server/db/search-text.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { chanceFrom, type Chance } from './chance.ts';
import { demoBranches } from './demo-branches.ts';
import { addDemoCourses, demoCourses, type DemoTerm } from './demo-courses.ts';
import { isOfAge } from './of-age.ts';

const weekly = (start: string, end: string, ...weekdays: number[]): Slot[] =>
  weekdays.map((weekday) => ({ weekday, start, end }));

/** Times of which no two overlap, so that no person and no room is needed twice. */
const patterns = [
  weekly('17:00', '18:30', 1, 3, 5),
  weekly('17:30', '19:00', 2, 4),
  weekly('09:00', '12:00', 6),
  weekly('18:30', '20:00', 1, 3, 5),
  weekly('13:00', '16:00', 6),
  weekly('09:00', '11:30', 7),
] as const;

type Plan = {
  course: string;
  pattern: number;
  room: number | null;
  hasTeacher: boolean;
  fill: number;
};

/**
 * The classes of a branch's running term: one is full, one lacks a teacher, one a room, and one has
 * too few students.
 */
export const plans: readonly Plan[] = [
  { course: 'ENG-A1', pattern: 0, room: 2, hasTeacher: true, fill: 0.8 },
  { course: 'KID-1', pattern: 0, room: 0, hasTeacher: true, fill: 1 },
  { course: 'ENG-A2', pattern: 1, room: 2, hasTeacher: true, fill: 0.6 },
  { course: 'KID-2', pattern: 2, room: 0, hasTeacher: true, fill: 0.9 },
  { course: 'ENG-B1', pattern: 3, room: 3, hasTeacher: true, fill: 0.7 },
  { course: 'CHN-H1', pattern: 1, room: 1, hasTeacher: false, fill: 0.5 },
  { course: 'ENG-A1', pattern: 4, room: null, hasTeacher: true, fill: 0.6 },
  { course: 'IELTS', pattern: 5, room: 3, hasTeacher: true, fill: 0.2 },
];
/** The number of these classes in each branch. */
const sizes: Record<string, number> = { VTE: 8, LPB: 6, PKS: 4 };

export type Centre = {
  courseIds: ReadonlyMap<string, string>;
  rooms: readonly { _id: string; branchId: string }[];
};
type Branch = { _id: string; code: string };

type Making = {
  centre: Centre;
  branch: Branch;
  term: DemoTerm;
  teacherIds: readonly string[];
  isRunning: boolean;
};

export function makeClass(
  { centre, branch, term, teacherIds, isRunning }: Making,
  plan: Plan,
  place: number,
  number: number,
) {
  const course = demoCourses.find(({ code }) => code === plan.course);
  const ofBranch = centre.rooms.filter(({ branchId }) => branchId === branch._id);
  const row = {
    classCode: `${plan.course}-${term.code}-${String(number).padStart(2, '0')}`,
    courseId: centre.courseIds.get(plan.course) ?? '',
    termId: term._id,
    branchId: branch._id,
    startDate: term.startDate,
    endDate: term.endDate,
    slots: [...(patterns[plan.pattern] ?? [])],
    roomId: plan.room === null ? null : (ofBranch[plan.room]?._id ?? null),
    capacity: course?.capacity ?? 12,
    minStudents: 5,
    teacherId:
      plan.hasTeacher && isRunning ? (teacherIds[place % teacherIds.length] ?? null) : null,
    assistantIds: [] as string[],
    deliveryMode: 'onSite' as const,
    feeId: null,
    note: '',
    status: (isRunning ? 'running' : 'open') as ClassStatus,
    statusReason: '',
  };
  return {
    ...row,
    _id: uuidv7(),
    search: searchText(row, classes.search),
    plan,
    holidays: term.holidays,
  };
}

type MadeClass = ReturnType<typeof makeClass>;

export const sessionsOf = ({
  _id: classId,
  branchId,
  startDate,
  endDate,
  slots,
  holidays,
  teacherId,
  roomId,
}: MadeClass) =>
  meetings(
    startDate,
    endDate,
    slots,
    holidays.map(({ date }) => date),
  ).map((meeting) => ({ _id: uuidv7(), classId, branchId, ...meeting, teacherId, roomId }));

type Student = { _id: string; dateOfBirth: string | null };

/**
 * Enrols students of the right age, each into at most one class of a pattern, so that nobody has
 * two classes at once.
 */
function enrolmentsOf(chance: Chance, made: readonly MadeClass[], students: readonly Student[]) {
  const taken = new Map<number, Set<string>>();
  return made.flatMap((one) => {
    const busy = taken.get(one.plan.pattern) ?? new Set<string>();
    taken.set(one.plan.pattern, busy);
    const wanted = Math.round(one.capacity * one.plan.fill);
    const chosen: string[] = [];
    for (let tries = 0; chosen.length < wanted && tries < 400; tries += 1) {
      const { _id: student, dateOfBirth } = chance.pick(students);
      if (busy.has(student) || !isOfAge(one.plan.course, dateOfBirth, one.startDate)) continue;
      busy.add(student);
      chosen.push(student);
    }
    return chosen.map((studentId, index) => ({
      _id: uuidv7(),
      studentId,
      classId: one._id,
      branchId: one.branchId,
      termId: one.termId,
      courseId: one.courseId,
      type: 'regular' as const,
      status: 'active' as const,
      noChargeReason: 'ລົງທະບຽນກ່ອນໃຊ້ລະບົບ',
      // Some students joined late.
      startDate: index % 9 === 8 ? addDays(one.startDate, 14) : one.startDate,
    }));
  });
}

/**
 * Adds classes of the running and the next term with their sessions and enrolments; the same every
 * time except for the dates.
 */
export async function addDemoClasses(tx: Tx): Promise<void> {
  const branches: Branch[] = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .where(
      inArray(
        branchTable.code,
        demoBranches.map(({ code }) => code),
      ),
    )
    .orderBy(branchTable.code);
  const centre = await addDemoCourses(tx, branches, await todayInLaos(tx));
  const teachers = await tx
    .select()
    .from(teacherTable)
    .where(eq(teacherTable.status, 'active'))
    .orderBy(teacherTable.teacherCode);
  const chance = chanceFrom(7);
  const numbers = new Map<string, number>();
  const nextNumber = (series: string) =>
    numbers.set(series, (numbers.get(series) ?? 0) + 1).get(series) ?? 1;
  for (const branch of branches) {
    // Each teacher's home is one branch here, so that none is needed in two.
    const teacherIds = teachers
      .filter(({ branchIds }) => branchIds[0] === branch._id)
      .map(({ _id }) => _id);
    const students = await tx
      .select({ _id: studentTable._id, dateOfBirth: studentTable.dateOfBirth })
      .from(studentTable)
      .where(eq(studentTable.homeBranchId, branch._id))
      .orderBy(studentTable.studentCode);
    const made = centre.terms.map((term, index) =>
      plans
        .slice(0, sizes[branch.code] ?? 4)
        .map((plan, place) =>
          makeClass(
            { centre, branch, term, teacherIds, isRunning: index === 0 },
            plan,
            place,
            nextNumber(`${plan.course}-${term.code}`),
          ),
        ),
    );
    await insertMany(tx, classTable, made.flat());
    await insertMany(tx, classSessionTable, made.flat().flatMap(sessionsOf));
    await insertMany(tx, enrolmentTable, enrolmentsOf(chance, made[0] ?? [], students));
  }
  await addFirstStates(tx);
}

/** Each enrolment became active some days before the student's first session. */
async function addFirstStates(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into ${enrolmentStateTable} (id, enrolment_id, status, source, at)
    select gen_random_uuid(), place.id, place.status, 'before',
      (
        place.start_date - 1 - (row_number() over (order by place.id))::int % 21
      )::timestamp at time zone 'Asia/Vientiane' + interval '9 hours'
    from ${enrolmentTable} place`);
}
