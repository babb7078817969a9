import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addDays } from '#contract/dates.ts';
import { meetings, type Slot } from '#contract/classes/timetable.ts';
import type { Db } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { insertStudents } from './student-rows.ts';
import { branchId } from './test-server.ts';

let last = 0;

type NewClass = Partial<typeof classTable.$inferInsert> & { branch?: string; course?: string };

/**
 * A class of the demo centre's next term with its meetings, put into the table past every rule;
 * early on Monday unless told otherwise.
 */
export async function insertClass(
  db: Db,
  { branch = 'VTE', course = 'ENG-A1', ...fields }: NewClass = {},
) {
  last += 1;
  const number = last;
  const [term] = await db.select().from(academicTermTable).where(eq(academicTermTable.code, 'T2'));
  const [taught] = await db
    .select()
    .from(courseTable)
    .where(and(eq(courseTable.code, course)));
  if (!term || !taught) throw new Error('No demo centre');
  const slots: Slot[] = [
    { weekday: 1, start: `06:${String(number % 60).padStart(2, '0')}`, end: '07:30' },
  ];
  const row = {
    _id: uuidv7(),
    classCode: `TEST-${number}`,
    courseId: taught._id,
    termId: term._id,
    branchId: await branchId(db, branch),
    startDate: term.startDate,
    endDate: term.endDate,
    slots,
    roomId: null,
    teacherId: null,
    assistantIds: [],
    capacity: 10,
    minStudents: 0,
    deliveryMode: 'onSite' as const,
    note: '',
    status: 'open' as const,
    search: '',
    ...fields,
  };
  const [added] = await db.insert(classTable).values(row).returning();
  if (!added) throw new Error('No class');
  const { _id: classId, branchId: of, teacherId, roomId } = added;
  const met = meetings(row.startDate, row.endDate, row.slots, []);
  await db
    .insert(classSessionTable)
    .values(met.map((meeting) => ({ ...meeting, classId, branchId: of, teacherId, roomId })));
  return added;
}

/** Inserts `count` grown-up prospects of a branch. */
export async function insertProspects(
  db: Db,
  count: number,
  { branch = 'VTE', ...fields }: { branch?: string; dateOfBirth?: string | null } = {},
) {
  const homeBranchId = await branchId(db, branch);
  return insertStudents(
    db,
    Array.from({ length: count }, (_, n) => ({
      firstName: `Somphone ${n}`,
      homeBranchId,
      dateOfBirth: addDays('2000-01-01', n),
      ...fields,
    })),
  );
}
