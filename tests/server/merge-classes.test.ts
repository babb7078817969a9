import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudentRecord } from '#contract/people/students.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { addStudent } from '#tests/helpers/people.ts';
import {
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// A merge moves the enrolments of both records to one student and loses none.
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'admin', 'VTE');
  admin = await server.as('admin');
});
afterAll(() => server.close());

type MadeClass = Awaited<ReturnType<typeof insertClass>>;
type Status = (typeof enrolmentTable.$inferInsert)['status'];

async function enrol(
  { _id: classId, branchId, termId, courseId, startDate }: MadeClass,
  { _id: studentId }: StudentRecord,
  status: Status,
) {
  const [added] = await server.db
    .insert(enrolmentTable)
    .values({ studentId, classId, branchId, termId, courseId, startDate, status })
    .returning();
  return String(added?._id);
}

const merge = (keep: StudentRecord, drop: StudentRecord) =>
  admin.post('/students/merge', {
    keepId: keep._id,
    keepVersion: keep.version,
    dropId: drop._id,
    dropVersion: drop.version,
    choices: {},
  });

it('gives the classes of both to the one that stays; of two in one class the one with a seat stays', async () => {
  const [keep, drop] = [await addStudent(server, admin), await addStudent(server, admin)];
  const [own, shared, waitedFor] = [
    await insertClass(server.db),
    await insertClass(server.db),
    await insertClass(server.db),
  ];
  const moved = await enrol(own, drop, 'completed');
  const [kept, twice] = [await enrol(shared, keep, 'active'), await enrol(shared, drop, 'active')];
  const [waiting, seated] = [
    await enrol(waitedFor, keep, 'waitlisted'),
    await enrol(waitedFor, drop, 'active'),
  ];

  expect((await merge(keep, drop)).statusCode).toBe(200);

  expect(await server.db.$count(enrolmentTable, eq(enrolmentTable.studentId, drop._id))).toBe(0);
  const found = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable.studentId, keep._id));
  const statuses = Object.fromEntries(found.map(({ _id, status }) => [_id, status]));
  expect(statuses).toEqual({
    [moved]: 'completed',
    [kept]: 'active',
    [twice]: 'cancelled',
    [waiting]: 'cancelled',
    [seated]: 'active',
  });
  expect(found.find(({ _id }) => _id === twice)?.statusReason).toBe(keep.studentCode);
});

it('moves attendance, and keeps the mark of the kept student where both were marked in a session', async () => {
  const [keep, drop] = [await addStudent(server, admin), await addStudent(server, admin)];
  const { _id } = await insertClass(server.db);
  const [first, second] = await server.db
    .select()
    .from(classSessionTable)
    .where(eq(classSessionTable.classId, _id))
    .limit(2);
  const mark = (
    sessionId: string | undefined,
    studentId: string,
    status: 'present' | 'absent',
  ) => ({ sessionId: String(sessionId), studentId, status, markedAt: '2026-01-05T10:00:00Z' });
  await server.db
    .insert(attendanceTable)
    .values([
      mark(first?._id, keep._id, 'present'),
      mark(first?._id, drop._id, 'absent'),
      mark(second?._id, drop._id, 'absent'),
    ]);

  expect((await merge(keep, drop)).statusCode).toBe(200);

  const of = async (student: StudentRecord) =>
    (
      await server.db
        .select()
        .from(attendanceTable)
        .where(eq(attendanceTable.studentId, student._id))
    )
      .map(({ sessionId, status }) => [sessionId, status])
      .sort();
  expect(await of(keep)).toEqual(
    [
      [first?._id, 'present'],
      [second?._id, 'absent'],
    ].sort(),
  );
  expect(await of(drop)).toEqual([[first?._id, 'absent']]);
});
