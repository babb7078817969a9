import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { ClassSession } from '#contract/classes/classes.ts';
import type { Enrolment } from '#contract/classes/enrolments.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { branchId } from './test-server.ts';

/** The day that many days from today by the database's clock. */
export const dayFromNow = async (db: Db, days: number) =>
  addDays(dayInLaos(Date.parse(await transactionNow(db))), days);

/**
 * A running class of its own in the running term of the demo centre, with so many students in it
 * and no sessions yet.
 */
export async function addTaughtClass(db: Db, { students = 4, branch = 'VTE' } = {}) {
  const [term] = await db.select().from(academicTermTable).where(eq(academicTermTable.code, 'T1'));
  const [course] = await db.select().from(courseTable).where(eq(courseTable.code, 'ENG-A1'));
  if (!term || !course) throw new Error('No demo centre');
  const row = {
    _id: uuidv7(),
    classCode: `TEST-${randomInt(1e9)}`,
    courseId: course._id,
    termId: term._id,
    branchId: await branchId(db, branch),
    startDate: term.startDate,
    endDate: term.endDate,
    slots: [],
    capacity: 40,
    minStudents: 0,
    assistantIds: [],
    deliveryMode: 'onSite' as const,
    note: '',
    status: 'running' as const,
    search: '',
  };
  await db.insert(classTable).values(row);
  const people = await db
    .select()
    .from(studentTable)
    .where(eq(studentTable.homeBranchId, row.branchId))
    .orderBy(studentTable.studentCode)
    .limit(students);
  const enrolments: string[] = [];
  for (const { _id } of people) enrolments.push(await enrol(db, row, _id));
  return { ...row, studentIds: people.map(({ _id }) => _id), enrolments };
}

type ClassOfTest = {
  _id: string;
  branchId: string;
  termId: string;
  courseId: string;
  startDate: string;
};

/** Puts a student into a class, active from its first day on unless it says otherwise. */
export async function enrol(
  db: Db,
  { _id: classId, branchId: branch, termId, courseId, startDate }: ClassOfTest,
  studentId: string,
  fields: Partial<Enrolment> = {},
): Promise<string> {
  const _id = uuidv7();
  await db.insert(enrolmentTable).values({
    _id,
    studentId,
    classId,
    branchId: branch,
    termId,
    courseId,
    status: 'active',
    startDate,
    noChargeReason: 'test',
    ...fields,
  });
  return _id;
}

/** A session of a class so many days from today. */
export async function addSession(
  db: Db,
  { _id: classId, branchId: branch }: Pick<ClassOfTest, '_id' | 'branchId'>,
  days: number,
  fields: Partial<ClassSession> = {},
) {
  const row = {
    _id: uuidv7(),
    classId,
    branchId: branch,
    date: await dayFromNow(db, days),
    start: '09:00',
    end: '10:30',
    ...fields,
  };
  await db.insert(classSessionTable).values(row);
  return row;
}
