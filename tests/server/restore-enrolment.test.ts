import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckedRow, EnrolledRow } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentLeavingTable } from '#server/db/tables/academic/enrolment-leavings.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { refusal } from '#tests/helpers/people.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let clerk: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  admin = await server.as('admin');
});
afterAll(() => server.close());
afterAll(async () => expect(await unnotedStates(server.db)).toEqual([]));

type Ref = { _id: string; version: number };
const noChargeReason = 'ຍັງບໍ່ມີລະບົບເງິນ';
const enrol = (rows: { studentId: string; classId: string; as?: string }[], client = admin) =>
  client.post('/enrolments', { rows, noChargeReason, acceptWarnings: true });
const change = async ({ _id, version }: Ref, what: string, fields: object = {}) =>
  done<EnrolmentRow>(
    await admin.post(`/enrolments/${_id}/change`, { change: what, version, ...fields }),
  );
const withdraw = (row: Ref & { startDate?: string }, lastDay: string) =>
  change(row, 'withdraw', { reason: 'by mistake', lastDay });
const remove = (row: Ref) => change(row, 'cancel', { reason: 'by mistake' });
const restore = ({ _id, version }: Ref, client = clerk, headers: Record<string, string> = {}) =>
  client.post(`/enrolments/${_id}/restore`, { version }, headers);
const listOf = async (classId: string) =>
  (await clerk.get(`/enrolments?classId=${classId}`)).json<EnrolmentRow[]>();
const queueOf = async (classId: string) =>
  (await listOf(classId))
    .filter(({ status }) => status === 'waitlisted')
    .map(({ studentId, waitPosition }) => [studentId, waitPosition]);

/** A class with so many students in it, or waiting for it. */
async function classWith(as: string[], fields: Parameters<typeof insertClass>[1] = {}) {
  const one = await insertClass(server.db, fields);
  const people = await insertProspects(server.db, as.length);
  const rows = done<{ rows: EnrolledRow[] }>(
    await enrol(
      as.map((how, at) => ({ studentId: people[at]?._id ?? '', classId: one._id, as: how })),
    ),
  );
  return { one, rows: rows.rows as [EnrolledRow, ...EnrolledRow[]] };
}

describe('whoever was taken out of a class', () => {
  it.each(['active', 'suspended'] as const)('is back as they were: %s', async (status) => {
    const {
      one,
      rows: [row],
    } = await classWith(['active']);
    const place = status === 'active' ? row : await change(row, 'suspend', { reason: 'ill' });
    const out = await withdraw(place, one.startDate);
    expect(out).toMatchObject({ status: 'withdrawn', endDate: one.startDate });
    const back = done<EnrolmentRow>(await restore(out));
    expect(back).toMatchObject({
      status,
      endDate: null,
      statusReason: status === 'active' ? '' : 'ill',
      version: out.version + 1,
      noChargeReason,
    });
    const [entry] = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, row._id))
      .orderBy(desc(auditTable._id))
      .limit(1);
    expect(entry).toMatchObject({
      action: 'update',
      entity: 'enrolments',
      before: { status: 'withdrawn' },
      after: { status },
    });
  });

  it('has the held seat for as long as before, and not once that time is over', async () => {
    const {
      rows: [row],
    } = await classWith(['pending'], { capacity: 1 });
    const out = await remove(row);
    expect(out.holdUntil).toBeNull();
    const back = done<EnrolmentRow>(await restore(out));
    expect(back).toMatchObject({ status: 'pending', holdUntil: row.holdUntil });
    await server.db
      .update(enrolmentTable)
      .set({ holdUntil: sql`clock_timestamp() + interval '300 milliseconds'` })
      .where(eq(enrolmentTable._id, row._id));
    const again = await remove(back);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(refusal(await restore(again))).toEqual([409, 'restoreTooLate']);
  });

  it('stands in the queue before whoever came later, however it has moved on', async () => {
    const { one, rows } = await classWith(
      ['active', 'waitlisted', 'waitlisted', 'waitlisted', 'waitlisted'],
      { capacity: 1 },
    );
    const [seated, a, b, c, d] = rows as [
      EnrolledRow,
      EnrolledRow,
      EnrolledRow,
      EnrolledRow,
      EnrolledRow,
    ];
    const out = await remove(c);
    expect(done<EnrolmentRow>(await restore(out)).waitPosition).toBe(3);
    expect(await queueOf(one._id)).toEqual(
      [a, b, c, d].map(({ studentId }, at) => [studentId, at + 1]),
    );
    const again = await remove({ ...c, version: c.version + 2 });
    await withdraw(seated, one.startDate);
    await change(a, 'activate', { reason: 'pays later' });
    done(await restore(again));
    expect(await queueOf(one._id)).toEqual(
      [b, c, d].map(({ studentId }, at) => [studentId, at + 1]),
    );
  });

  it('does not get a seat that was given away meanwhile; the answer says so', async () => {
    const {
      one,
      rows: [row],
    } = await classWith(['active'], { capacity: 1 });
    const out = await withdraw(row, one.startDate);
    const [other] = await insertProspects(server.db, 1);
    const [taken] = done<{ rows: EnrolledRow[] }>(
      await enrol([{ studentId: other?._id ?? '', classId: one._id }]),
    ).rows;
    const answer = await restore(out);
    expect(refusal(answer)).toEqual([409, 'seatGone']);
    expect(answer.json<{ error: string; rows: CheckedRow[] }>()).toMatchObject({
      error: 'The class is full. Choose another class or the waiting list.',
      rows: [{ findings: [{ check: 'seats', capacity: 1, taken: 1 }] }],
    });
    expect(refusal(await restore(out, admin))).toEqual([409, 'seatGone']);
    await withdraw(taken ?? row, one.startDate);
    expect((await restore(out)).statusCode).toBe(200);
  });

  it('gets the last seat only once when two of them come back at once', async () => {
    const { one, rows } = await classWith(['active', 'active'], { capacity: 2 });
    const out = await Promise.all(rows.map((row) => withdraw(row, one.startDate)));
    await server.db.update(classTable).set({ capacity: 1 }).where(eq(classTable._id, one._id));
    const answers = await Promise.all(out.map((row) => restore(row)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('does not come back into a class that is over, nor beside another place they have by now', async () => {
    const {
      one,
      rows: [row],
    } = await classWith(['active']);
    const out = await withdraw(row, one.startDate);
    await server.db
      .update(classTable)
      .set({ status: 'finished' })
      .where(eq(classTable._id, one._id));
    const over = await restore(out);
    expect([
      refusal(over),
      over.json<{ rows: CheckedRow[] }>().rows[0]?.findings.map(({ check }) => check),
    ]).toEqual([[409, 'enrolmentsRefused'], ['classEnded']]);
    await server.db.update(classTable).set({ status: 'open' }).where(eq(classTable._id, one._id));
    const beside = await insertClass(server.db, {
      slots: [{ weekday: 2, start: '06:00', end: '07:00' }],
    });
    const [moved] = done<{ rows: EnrolledRow[] }>(
      await enrol([{ studentId: row.studentId, classId: beside._id }]),
    ).rows;
    const found = await restore(out);
    expect(found.json<{ rows: CheckedRow[] }>().rows[0]?.findings).toMatchObject([
      { check: 'sameCourse', classCode: beside.classCode },
    ]);
    await withdraw(moved ?? row, beside.startDate);
    // Enrolled in the same class once more, with a hold that has ended: that is in nobody's way.
    const [held] = done<{ rows: EnrolledRow[] }>(
      await enrol([{ studentId: row.studentId, classId: one._id, as: 'pending' }]),
    ).rows;
    expect(
      (await restore(out))
        .json<{ rows: CheckedRow[] }>()
        .rows[0]?.findings.map(({ check }) => check),
    ).toContain('alreadyInClass');
    await server.db
      .update(enrolmentTable)
      .set({ holdUntil: sql`now() - interval '1 second'` })
      .where(eq(enrolmentTable._id, held?._id ?? ''));
    expect((await restore(out)).statusCode).toBe(200);
  });
});

describe('taking that back', () => {
  it('is refused for what was changed since, never left, or was an undo itself', async () => {
    const {
      one,
      rows: [row, beside],
    } = await classWith(['active', 'active']);
    expect(refusal(await restore(row))).toEqual([409, 'enrolmentChanged']);
    const out = await withdraw(row, one.startDate);
    expect(refusal(await restore({ ...out, version: row.version }))).toEqual([
      409,
      'enrolmentChanged',
    ]);
    expect((await restore(out)).statusCode).toBe(200);
    expect(refusal(await restore(out))).toEqual([409, 'enrolmentChanged']);
    const undone = done<{ rows: EnrolmentRow[] }>(
      await clerk.post('/enrolments/undo', { rows: [beside] }),
    ).rows[0];
    expect(refusal(await restore(undone ?? out))).toEqual([409, 'enrolmentChanged']);
  });

  it('is refused after an hour', async () => {
    const {
      one,
      rows: [row],
    } = await classWith(['active']);
    const out = await withdraw(row, one.startDate);
    await server.db
      .update(enrolmentLeavingTable)
      .set({ leftAt: sql`now() - interval '61 minutes'` })
      .where(eq(enrolmentLeavingTable.enrolmentId, row._id));
    expect(refusal(await restore(out))).toEqual([409, 'restoreTooLate']);
    expect((await listOf(one._id)).map(({ status }) => status)).toEqual(['withdrawn']);
  });

  it('is done once for one key', async () => {
    const {
      one,
      rows: [row],
    } = await classWith(['active']);
    const out = await withdraw(row, one.startDate);
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await restore(out, clerk, key), await restore(out, clerk, key)];
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()]);
    expect((await listOf(one._id))[0]?.version).toBe(out.version + 1);
  });

  it('finds nothing of another branch, and is for whoever may withdraw', async () => {
    const {
      one,
      rows: [row],
    } = await classWith(['active']);
    const out = await withdraw(row, one.startDate);
    expect((await restore(out, server.anybody)).statusCode).toBe(401);
    expect(refusal(await restore(out, await server.as('finance')))).toEqual([403, 'forbidden']);
    expect(
      refusal(
        await server.as('finance').then((finance) =>
          finance.post(`/enrolments/${row._id}/change`, {
            change: 'suspend',
            version: out.version,
            reason: 'x',
          }),
        ),
      ),
    ).toEqual([403, 'forbidden']);
    expect((await restore(out)).statusCode).toBe(200);
    const owner = await server.as('superadmin');
    const other = await insertClass(server.db, { branch: 'LPB' });
    const [there] = await insertProspects(server.db, 1, { branch: 'LPB' });
    const [theirs] = done<{ rows: EnrolledRow[] }>(
      await enrol([{ studentId: there?._id ?? '', classId: other._id }], owner),
    ).rows;
    const gone = done<EnrolmentRow>(
      await owner.post(`/enrolments/${theirs?._id}/change`, {
        change: 'withdraw',
        version: 1,
        reason: 'x',
        lastDay: other.startDate,
      }),
    );
    expect(refusal(await restore(gone))).toEqual([404, 'notFound']);
    expect((await restore(gone, owner)).statusCode).toBe(200);
  });
});
