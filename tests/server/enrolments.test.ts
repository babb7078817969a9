import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { enrolmentRow, type EnrolmentRow } from '#contract/classes/enrolments.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { seatsOf, seatsTaken } from '#server/academic/classes/seats.ts';
import { refusal } from '#tests/helpers/people.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let clerk: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
});
afterAll(() => server.close());

/** A class of the demo centre with students in it. */
async function demoClass(code: string) {
  const where = and(
    eq(classTable.branchId, await branchId(server.db, code)),
    eq(classTable.status, 'running'),
  );
  const [found] = await server.db
    .select()
    .from(classTable)
    .where(where)
    .orderBy(classTable.classCode)
    .limit(1);
  if (!found) throw new Error('No class');
  return found;
}

const rowsOf = async (query: string, client = clerk) =>
  (await client.get(`/enrolments?${query}`)).json<EnrolmentRow[]>();

describe('the list', () => {
  it('names the students of a class', async () => {
    const { _id, capacity } = await demoClass('VTE');
    const rows = await rowsOf(`classId=${_id}&status=active`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(capacity);
    expect(z.array(z.strictObject(enrolmentRow.shape)).safeParse(rows).success).toBe(true);
    expect(await rowsOf(`classId=${_id}&status=waitlisted,withdrawn`)).toEqual([]);
    expect(
      (await rowsOf(`studentId=${rows[0]?.studentId}`)).map(({ classId }) => classId),
    ).toContain(_id);
  });

  it('needs a class or a student, and hides other branches', async () => {
    expect(refusal(await clerk.get('/enrolments'))).toEqual([400, 'fieldsInvalid']);
    const { _id } = await demoClass('LPB');
    expect(await rowsOf(`classId=${_id}`)).toEqual([]);
    expect((await rowsOf(`classId=${_id}`, await server.as('superadmin'))).length).toBeGreaterThan(
      0,
    );
  });

  it('reads a pending one as expired when its hold has ended, which frees the seat', async () => {
    const { _id } = await demoClass('VTE');
    const [first] = await rowsOf(`classId=${_id}&status=active`);
    const taken = async () => server.db.transaction(async (tx) => (await seatsOf(tx, _id))?.taken);
    const hold = (until: string) =>
      server.db
        .update(enrolmentTable)
        .set({ status: 'pending', holdUntil: sql`now() + ${until}::interval` })
        .where(eq(enrolmentTable._id, String(first?._id)));
    const before = await taken();
    await hold('1 hour');
    expect(await taken()).toBe(before);
    expect((await rowsOf(`classId=${_id}&status=pending`)).map((one) => one._id)).toEqual([
      first?._id,
    ]);
    await hold('-1 second');
    expect(await taken()).toBe(Number(before) - 1);
    expect((await rowsOf(`classId=${_id}&status=expired`)).map((one) => one._id)).toEqual([
      first?._id,
    ]);
    const [row] = await server.db
      .select({ seatsTaken })
      .from(classTable)
      .where(eq(classTable._id, _id));
    expect(row?.seatsTaken).toBe(Number(before) - 1);
  });
});
