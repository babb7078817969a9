import { and, eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { academicTerms } from '#contract/courses/academic-terms.ts';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { searchText } from '#server/db/search-text.ts';
import { readCurrentTerm } from '#server/academic/academic-terms/current-terms.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { chanceFrom } from '#server/seed/chance.ts';
import { makeClass, plans, sessionsOf, type Centre } from '#server/seed/demo-classes.ts';
import type { DemoTerm } from '#server/seed/demo-courses.ts';
import { PAST_TERMS, planPast, type Sat } from './past-plan.ts';

const TERM_DAYS = 91;
const TAUGHT_DAYS = 84;
/** A smaller group is not opened as a class. */
const FEWEST = 3;
/** One student in this many joined weeks after the start of term. */
const LATE = 4;
/** The days of the term on which students dropped out, and their reasons. */
const DROPPED_ON = [17, 24, 33, 45];
const reasons = ['ຍ້າຍໄປແຂວງອື່ນ', 'ເວລາບໍ່ກົງກັນ', 'ຍາກເກີນໄປ', 'ຄ່າໃຊ້ຈ່າຍ'];

/** Adds the terms before the running one, the newest first. */
async function addTerms(tx: Tx): Promise<DemoTerm[]> {
  const running = await readCurrentTerm(tx);
  if (!running) throw new Error('The demo terms are not there');
  const year = Number(running.startDate.slice(0, 4));
  const rows = Array.from({ length: PAST_TERMS }, (_term, index) => {
    const startDate = addDays(running.startDate, -TERM_DAYS * (index + 1));
    const code = `T${4 - index}-${startDate.slice(2, 4)}`;
    const term = {
      name: `ພາກຮຽນ ${4 - index}`,
      code,
      academicYear: `${year - 1}-${year}`,
      startDate,
      endDate: addDays(startDate, TAUGHT_DAYS - 1),
      enrolFrom: null,
      enrolTo: null,
      branchIds: [],
      holidays: [{ date: addDays(startDate, 38), name: 'ວັນພັກຂອງສູນ' }],
    };
    return {
      ...term,
      _id: uuidv7(),
      status: 'closed' as const,
      currentUntil: null,
      defaultFrom: null,
      search: searchText(term, academicTerms.search),
    };
  });
  await tx.insert(academicTermTable).values(rows);
  return rows;
}

type Branch = { _id: string; code: string };

async function readBranch(tx: Tx, branch: Branch, codeOf: ReadonlyMap<string, string>) {
  const students = await tx
    .select({
      _id: studentTable._id,
      status: studentTable.status,
      birthday: studentTable.dateOfBirth,
    })
    .from(studentTable)
    .where(eq(studentTable.homeBranchId, branch._id))
    .orderBy(studentTable.studentCode);
  const placed = await tx
    .select({ studentId: enrolmentTable.studentId, courseId: enrolmentTable.courseId })
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable.branchId, branch._id), eq(enrolmentTable.status, 'active')))
    .orderBy(enrolmentTable._id);
  const now = placed.map(({ studentId, courseId }) => ({
    studentId,
    course: codeOf.get(courseId) ?? '',
  }));
  return {
    students: students.map(({ _id, status, birthday }) => ({
      _id,
      birthday,
      isGone: status !== 'active' && status !== 'prospect',
    })),
    now,
  };
}

type MadeClass = ReturnType<typeof makeClass>;

function placesIn(one: MadeClass, sat: readonly Sat[]) {
  return sat.map(({ studentId, dropped }, index) => {
    const endDate = dropped
      ? addDays(one.startDate, DROPPED_ON[index % DROPPED_ON.length] ?? 20)
      : one.endDate;
    const place = {
      studentId,
      classId: one._id,
      branchId: one.branchId,
      termId: one.termId,
      courseId: one.courseId,
      startDate:
        index % LATE === LATE - 1 && !dropped
          ? addDays(one.startDate, 7 * (1 + ((index + one.capacity) % 8)))
          : one.startDate,
      endDate,
    };
    return {
      ...place,
      _id: uuidv7(),
      type: 'regular' as const,
      status: dropped ? ('withdrawn' as const) : ('completed' as const),
      statusReason: dropped ? (reasons[index % reasons.length] ?? '') : '',
      noChargeReason: '',
    };
  });
}

/** The classes of a branch in a past term, one for each course with enough students. */
function classesOf(
  made: Omit<Parameters<typeof makeClass>[0], 'isRunning'>,
  sat: readonly Sat[],
  nextNumber: (series: string) => number,
) {
  return plans.flatMap((plan, place) => {
    const own =
      plans.findIndex(({ course }) => course === plan.course) === place
        ? sat.filter(({ course }) => course === plan.course)
        : [];
    if (own.length < FEWEST) return [];
    const one = {
      ...makeClass(
        { ...made, isRunning: true },
        { ...plan, hasTeacher: true },
        place,
        nextNumber(`${plan.course}-${made.term.code}`),
      ),
      status: 'finished' as const,
    };
    return [{ one, places: placesIn(one, own.slice(0, one.capacity)) }];
  });
}

/**
 * Adds three past terms: their classes with sessions and enrolments; the same every time except for
 * the dates.
 */
export async function addPastClasses(tx: Tx): Promise<void> {
  const terms = await addTerms(tx);
  const courses = await tx
    .select({ _id: courseTable._id, code: courseTable.code })
    .from(courseTable);
  const centre: Centre = {
    courseIds: new Map(courses.map(({ code, _id }) => [code, _id])),
    rooms: await tx.select().from(roomTable).orderBy(roomTable.name),
  };
  const codeOf = new Map(courses.map(({ code, _id }) => [_id, code]));
  const branches = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .where(inArray(branchTable.code, ['VTE', 'LPB', 'PKS']))
    .orderBy(branchTable.code);
  const teachers = await tx
    .select()
    .from(teacherTable)
    .where(eq(teacherTable.status, 'active'))
    .orderBy(teacherTable.teacherCode);
  const numbers = new Map<string, number>();
  const nextNumber = (series: string) =>
    numbers.set(series, (numbers.get(series) ?? 0) + 1).get(series) ?? 1;
  const patternOf = (course: string) => plans.find((plan) => plan.course === course)?.pattern ?? 0;
  const chance = chanceFrom(31);
  const made = [];
  for (const branch of branches) {
    const teacherIds = teachers
      .filter(({ branchIds }) => branchIds[0] === branch._id)
      .map(({ _id }) => _id);
    const sat = planPast({
      ...(await readBranch(tx, branch, codeOf)),
      patternOf,
      chance,
      starts: terms.map(({ startDate }) => startDate),
    });
    for (const [index, term] of terms.entries())
      made.push(
        ...classesOf(
          { centre, branch, term, teacherIds },
          sat.filter(({ termsAgo }) => termsAgo === index + 1),
          nextNumber,
        ),
      );
  }
  await insertMany(
    tx,
    classTable,
    made.map(({ one }) => one),
  );
  await insertMany(
    tx,
    classSessionTable,
    made.flatMap(({ one }) => sessionsOf(one)),
  );
  await insertMany(
    tx,
    enrolmentTable,
    made.flatMap(({ places }) => places),
  );
}
