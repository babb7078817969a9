import { and, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { demoBranches } from './demo-branches.ts';
import { isOfAge } from './of-age.ts';

const HOUR_MS = 3_600_000;
const HOLDS_H = [0.3, 5.5, 21];
const WAITING = 3;
/** Reasons why some students started before they were billed. */
const BEGAN = ['ພໍ່ຈະຈ່າຍຫຼັງເກັບກ່ຽວ', 'ຍ້າຍມາຈາກບັນຊີເກົ່າ'];

/** Rows that are inserted together need the same fields. */
const fieldsAt = (now: number) => ({
  waitPosition: null,
  holdUntil: null,
  statusReason: '',
  createdAt: new Date(now).toISOString(),
});

type Row = typeof enrolmentTable.$inferInsert & { _id: string };
type Class = typeof classTable.$inferSelect & { taken: number };

type Next = (one: Pick<Class, 'courseId' | 'startDate'>) => string | undefined;

/** Students of a branch without a class now, each once, for a class of their age. */
async function freePeople(tx: Tx, branchId: string): Promise<Next> {
  const { rows: left } = await tx.execute<{ id: string; birthday: string | null }>(sql`
    select student.id, student.date_of_birth::text as birthday
    from ${studentTable} student
    where student.home_branch_id = ${branchId} and not student.archived
      and not exists (
        select
        from ${enrolmentTable} enrolment
        where enrolment.student_id = student.id
          and enrolment.status in ('waitlisted', 'pending', 'active', 'suspended')
      )
        order by student.student_code`);
  const codes = new Map(
    (await tx.select({ _id: courseTable._id, code: courseTable.code }).from(courseTable)).map(
      ({ _id, code }) => [_id, code],
    ),
  );
  return ({ courseId, startDate }) => {
    const at = left.findIndex(({ birthday }) =>
      isOfAge(codes.get(courseId) ?? '', birthday, startDate),
    );
    return at < 0 ? undefined : left.splice(at, 1)[0]?.id;
  };
}

function rowsOf(
  one: Class,
  { next, now }: { next: Next; now: number },
  made: readonly Partial<Row>[],
): Row[] {
  const { _id: classId, branchId, termId, courseId, startDate } = one;
  return made.flatMap((values): Row[] => {
    const studentId = next(one);
    return studentId === undefined
      ? []
      : [
          {
            _id: uuidv7(),
            studentId,
            classId,
            branchId,
            termId,
            courseId,
            startDate,
            type: 'regular',
            status: 'pending',
            ...fieldsAt(now),
            ...values,
          },
        ];
  });
}

/**
 * Adds the open tasks of a branch's desk: holds that end soon and later, a queue with an offer, one
 * without a free seat, and a hold that has lapsed.
 */
async function addPendingOf(tx: Tx, branchId: string, now: number): Promise<Row[]> {
  const taken = sql<number>`
    (
      select count(*)::int
      from ${enrolmentTable} enrolment
      where enrolment.class_id = classes.id
        and enrolment.status in ('active', 'suspended', 'pending')
    )`;
  const found = await tx
    .select({ one: classTable, taken })
    .from(classTable)
    .where(and(eq(classTable.branchId, branchId), inArray(classTable.status, ['open', 'running'])))
    .orderBy(classTable.startDate, classTable.classCode);
  const classes = found.map(({ one, taken: seats }): Class => ({ ...one, taken: seats }));
  const full = classes.find((one) => one.taken >= one.capacity);
  const spare = classes.find(
    ({ status, taken: seats, capacity }) =>
      status === 'running' && capacity - seats >= BEGAN.length,
  );
  const [coming, offered] = classes.filter(({ status }) => status === 'open');
  const people = { next: await freePeople(tx, branchId), now };
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  const waits = (count: number, from = 1) =>
    Array.from({ length: count }, (_, n): Partial<Row> => ({
      status: 'waitlisted',
      waitPosition: from + n,
      createdAt: at(-24 * (6 - n)),
    }));
  return [
    ...(coming
      ? rowsOf(coming, people, [
          ...HOLDS_H.map((hours): Partial<Row> => ({ holdUntil: at(hours) })),
          { status: 'expired', holdUntil: at(-20), createdAt: at(-44) },
        ])
      : []),
    ...(offered
      ? rowsOf(offered, people, [
          { holdUntil: at(22.6), waitPosition: 1, createdAt: at(-9 * 24) },
          ...waits(WAITING - 1, 2),
        ])
      : []),
    ...(full ? rowsOf(full, people, waits(WAITING)) : []),
    ...(spare
      ? rowsOf(
          spare,
          people,
          BEGAN.map((reason): Partial<Row> => ({ status: 'active', statusReason: reason })),
        )
      : []),
  ];
}

/**
 * Adds seats in the demo branches that wait for money, for a free seat or for a phone call. `tx`
 * contains the demo centre.
 */
export async function addDemoPending(tx: Tx): Promise<void> {
  const now = Date.parse(await transactionNow(tx));
  const branches = await tx
    .select({ _id: branchTable._id })
    .from(branchTable)
    .where(
      inArray(
        branchTable.code,
        demoBranches.map(({ code }) => code),
      ),
    )
    .orderBy(branchTable.code);
  const rows: Row[] = [];
  for (const { _id } of branches) rows.push(...(await addPendingOf(tx, _id, now)));
  await insertMany(tx, enrolmentTable, rows);
  const [clerk] = await tx
    .select({ _id: userTable._id })
    .from(userTable)
    .where(eq(userTable.role, 'staff'));
  await recordEnrolmentStatus(
    tx,
    rows.map(({ _id }) => _id),
    { source: 'desk', byId: clerk?._id ?? null },
  );
}
