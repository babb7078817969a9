import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnrolledRow } from '#contract/classes/enrolling.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let clerk: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
});
afterAll(() => server.close());

const hold = async (classId: string, count: number) => {
  const people = await insertProspects(server.db, count);
  const rows = people.map(({ _id: studentId }) => ({ studentId, classId, as: 'pending' }));
  return (await clerk.post('/enrolments', { rows })).json<{ rows: EnrolledRow[] }>().rows;
};
const end = (_id: string) =>
  server.db
    .update(enrolmentTable)
    .set({ holdUntil: sql`now() - interval '1 second'` })
    .where(eq(enrolmentTable._id, _id));
const expiries = (_id: string) =>
  server.db
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.entityId, _id), sql`${auditTable.after}->>'status' = 'expired'`));

it('a hold that has ended is marked so by the next tidying, once; who has it open may renew it all the same', async () => {
  const { _id: classId } = await insertClass(server.db);
  const [ended, lasting, open] = await hold(classId, 3);
  if (!ended || !lasting || !open) throw new Error('Not enrolled');
  for (const { _id } of [ended, open]) await end(_id);
  // Somebody is at one of them at that very moment: it is left to them, and the tidying does not
  // wait.
  await server.db.transaction(async (tx) => {
    await tx.select().from(enrolmentTable).where(eq(enrolmentTable._id, open._id)).for('update');
    if (onPostgres) await tidy(server.db);
  });
  if (onPostgres) expect(await expiries(open._id)).toEqual([]);
  await tidy(server.db);
  await tidy(server.db);
  const stored = await server.db
    .select({ status: enrolmentTable.status, _id: enrolmentTable._id })
    .from(enrolmentTable)
    .where(eq(enrolmentTable.classId, classId));
  expect(stored.find(({ _id }) => _id === ended._id)?.status).toBe('expired');
  expect(stored.find(({ _id }) => _id === lasting._id)?.status).toBe('pending');
  expect(await expiries(ended._id)).toMatchObject([
    {
      actorId: null,
      device: 'server',
      before: { status: 'pending' },
      after: { status: 'expired' },
    },
  ]);
  expect(await expiries(lasting._id)).toEqual([]);
  expect(
    (
      await clerk.post(`/enrolments/${ended._id}/change`, {
        change: 'renewHold',
        version: ended.version,
      })
    ).json(),
  ).toMatchObject({ status: 'pending', version: 2 });
});

it('an ended hold that another enrolment of the same student replaces is announced too', async () => {
  const { _id: classId } = await insertClass(server.db);
  const [held] = await hold(classId, 1);
  if (!held) throw new Error('Not enrolled');
  await end(held._id);
  const again = await clerk.post('/enrolments', {
    rows: [{ studentId: held.studentId, classId, as: 'pending' }],
  });
  expect(again.statusCode).toBe(200);
  expect(await expiries(held._id)).toHaveLength(1);
});
