import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RosterRow } from '#contract/classes/attendance.ts';
import type { Transfer } from '#contract/classes/transfers.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectNothingLost, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash, insertCourse, TUITION } from '#tests/helpers/visits.ts';

const DESKS = 20;
let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const dayOf = ({ days }: Sold, session: number) => days[session - 1] ?? '';
const passed = (answers: readonly Answer[]) => answers.filter(({ statusCode }) => statusCode < 300);
const worse = (answers: readonly Answer[]) =>
  answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body);

/** The total of all money, and the account of one payer: owed less credit. */
async function accountOf({ studentId }: Pick<Sold, 'studentId'>) {
  const orders = await server.db
    .select()
    .from(orderTable)
    .where(eq(orderTable.payerStudentId, studentId));
  const payments = await server.db
    .select()
    .from(paymentTable)
    .where(eq(paymentTable.payerStudentId, studentId));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const came = sum(payments.map(({ amountLAK }) => amountLAK));
  return {
    came,
    onOrders: sum(orders.map(({ paidLAK, pendingLAK }) => paidLAK + pendingLAK)),
    free: sum(payments.map(({ freeLAK }) => freeLAK)),
    billed: sum(orders.map(({ totalLAK }) => totalLAK)),
  };
}

describe('across branches', () => {
  it('both sides decide, the money follows to the kip, and the student is at home in the new branch', async () => {
    const one = await desk.sold();
    const target = await desk.target(one, { branch: 'LPB' });
    const effectiveDate = dayOf(one, 4);
    const before = await accountOf(one);
    const asked = await desk.ask(one, { toClassId: target._id, effectiveDate });
    expect(codeOf(await desk.decide(desk.clerk, asked))).toBe('forbidden');
    const half = done<Transfer>(await desk.decide(desk.lpbAdmin, asked));
    expect([
      half.status,
      half.waitsFor,
      half.oldOrders,
      half.sums?.lines.map(({ orderNumber }) => orderNumber),
    ]).toEqual(['open', ['from'], [], ['']]);
    expect(codeOf(await desk.decide(desk.lpbAdmin, half))).toBe('transferEnded');
    const settled = done<Transfer>(
      await desk.decide(desk.admin, half, { expectedDifference: half.differenceLAK }),
    );
    expect(settled).toMatchObject({
      status: 'done',
      newOrder: null,
      oldOrders: [{ _id: one.orderId }],
    });
    const there = done<Transfer>(await desk.lpbAdmin.get(`/transfers/${asked._id}`));
    expect(there).toMatchObject({
      newOrder: { branchId: desk.lpb, totalLAK: settled.sums?.newLAK },
      oldOrders: [],
    });
    expect(
      (await server.db.select().from(studentTable).where(eq(studentTable._id, one.studentId)))[0]
        ?.homeBranchId,
    ).toBe(desk.lpb);
    const after = await accountOf(one);
    expect([after.came, after.onOrders + after.free, after.billed - before.billed]).toEqual([
      before.came,
      before.onOrders + before.free,
      asked.differenceLAK,
    ]);
    expect((await desk.lpbAdmin.get(`/orders/${there.newOrder?._id}`)).json()).toMatchObject({
      source: 'transfer',
      acts: [{ action: 'transferIn' }],
    });
    expect(
      (await desk.clerk.get(`/orders/${one.orderId}`))
        .json<{ acts: { action: string }[] }>()
        .acts.map(({ action }) => action),
    ).toEqual(['settle', 'transferOut']);
    expect((await desk.clerk.get(`/orders/${there.newOrder?._id}`)).statusCode).toBe(404);
  });

  it('a superadmin decides for either side at once; nobody else decides for another branch', async () => {
    const one = await desk.sold();
    const target = await desk.target(one, { branch: 'LPB' });
    const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: dayOf(one, 4) });
    expect(done<Transfer>(await desk.decide(desk.owner, asked)).status).toBe('done');
    const own = await desk.sold();
    const within = await desk.ask(own, {
      toClassId: (await desk.target(own))._id,
      effectiveDate: dayOf(own, 4),
    });
    const tries = await Promise.all(
      Array.from({ length: DESKS }, (_, at) =>
        at % 2 === 0
          ? desk.decide(desk.lpbAdmin, within)
          : desk.lpbAdmin.post(`/transfers/${within._id}/cancel`, { version: 1 }),
      ),
    );
    expect([...new Set(tries.map(({ statusCode }) => statusCode))]).toEqual([404]);
    expect((await desk.lpbAdmin.get(`/transfers/${within._id}`)).statusCode).toBe(404);
    expect(done<Transfer>(await desk.decide(desk.admin, within)).status).toBe('done');
  });
});

describe('must never happen', () => {
  it(`a request that ${DESKS} admins decide at once is decided once`, async () => {
    const one = await desk.sold();
    const asked = await desk.ask(one, {
      toClassId: (await desk.target(one))._id,
      effectiveDate: dayOf(one, 4),
    });
    const answers = await Promise.all(
      Array.from({ length: DESKS }, (_, at) =>
        at % 3 === 2
          ? desk.clerk.post(`/transfers/${asked._id}/cancel`, { version: 1 })
          : desk.decide(
              at % 3 === 0 ? desk.admin : desk.owner,
              asked,
              at % 2 === 0 ? {} : { decision: 'refuse', reason: 'no' },
            ),
      ),
    );
    expect([passed(answers).length, worse(answers)]).toEqual([1, []]);
    const orders = await server.db.$count(orderTable, eq(orderTable.clientRef, asked._id));
    expect(orders).toBe(passed(answers)[0]?.json<Transfer>().status === 'done' ? 1 : 0);
  });

  it('a held seat is sold, or the last seat is promised twice', async () => {
    const course = await insertCourse(server.db);
    const people = await Promise.all(Array.from({ length: 6 }, () => desk.sold({}, { course })));
    const [first] = people;
    if (!first) throw new Error('Nobody');
    const target = await desk.target(first, { capacity: 1 });
    const inputs = await Promise.all(
      people.map((one) => desk.input(one, { toClassId: target._id, effectiveDate: dayOf(one, 4) })),
    );
    const asked = await Promise.all(inputs.map((input) => desk.clerk.post('/transfers', input)));
    expect([passed(asked).length, worse(asked)]).toEqual([1, []]);
    const sold = await Promise.all(
      Array.from({ length: 6 }, () =>
        desk.sold({}, { course, classId: target._id }).catch(() => undefined),
      ),
    );
    expect(sold.filter(Boolean)).toEqual([]);
    const request = passed(asked)[0]?.json<Transfer>();
    if (!request) throw new Error('No request');
    expect(done<Transfer>(await desk.decide(desk.admin, request)).status).toBe('done');
    const seated = await server.db.$count(
      enrolmentTable,
      sql`${enrolmentTable.classId} = ${target._id} and ${enrolmentTable.status} in ('active', 'suspended', 'pending')`,
    );
    expect(seated).toBe(1);
  });

  it('one place is asked for twice', async () => {
    const one = await desk.sold();
    const targets = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        desk.target(one, { slots: [{ weekday: 4, start: `0${at + 5}:00`, end: `0${at + 5}:30` }] }),
      ),
    );
    const inputs = await Promise.all(
      targets.map(({ _id }) => desk.input(one, { toClassId: _id, effectiveDate: dayOf(one, 4) })),
    );
    const answers = await Promise.all(
      [...inputs, ...inputs].map((input) => desk.clerk.post('/transfers', input)),
    );
    expect([passed(answers).length, worse(answers)]).toEqual([1, []]);
    expect(
      answers
        .filter(({ statusCode }) => statusCode >= 300)
        .map(codeOf)
        .filter((code) => code !== 'transferOpen'),
    ).toEqual([]);
    expect(
      await server.db.$count(enrolmentTable, eq(enrolmentTable.studentId, one.studentId)),
    ).toBe(2);
  });

  it('a student is counted twice, or nowhere, while it happens', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => desk.sold()));
    const ids = people.map(({ studentId }) => studentId);
    const asked = await Promise.all(
      people.map(async (one) =>
        desk.ask(one, { toClassId: (await desk.target(one))._id, effectiveDate: dayOf(one, 3) }),
      ),
    );
    const counts: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver)
        counts.push(
          await server.db.$count(
            enrolmentTable,
            sql`${inArray(enrolmentTable.studentId, ids)} and ${enrolmentTable.status} in ('active', 'suspended')`,
          ),
        );
    })();
    const answers = await Promise.all(asked.map((one) => desk.decide(desk.admin, one)));
    isOver = true;
    await watching;
    expect([passed(answers).length, [...new Set(counts)]]).toEqual([
      people.length,
      [people.length],
    ]);
    const { rows } = await server.db.execute<{ pairs: number }>(sql`
      select count(*)::int as pairs from enrolments old join enrolments taken on taken.id = old.transfer_to_id and taken.transfer_from_id = old.id
      where ${inArray(sql`old.student_id`, ids)} and old.status = 'transferred' and taken.status = 'active' and old.end_date < taken.start_date`);
    expect(rows[0]?.pairs).toBe(people.length);
  });

  it('attendance is lost: it stays with the old place, and the day cannot lie before it', async () => {
    const one = await desk.sold();
    const target = await desk.target(one);
    const sessions = (
      await server.db
        .select()
        .from(classSessionTable)
        .where(eq(classSessionTable.classId, one.classId))
        .orderBy(classSessionTable.date)
    ).slice(0, 3);
    await server.db.insert(attendanceTable).values(
      sessions.map(({ _id: sessionId }) => ({
        sessionId,
        studentId: one.studentId,
        status: 'present' as const,
        markedAt: new Date().toISOString(),
      })),
    );
    await server.db
      .update(classSessionTable)
      .set({ status: 'held' })
      .where(
        inArray(
          classSessionTable._id,
          sessions.map(({ _id }) => _id),
        ),
      );
    const marks = () =>
      server.db
        .select()
        .from(attendanceTable)
        .where(eq(attendanceTable.studentId, one.studentId))
        .orderBy(attendanceTable._id);
    const before = await marks();
    const early = await desk.clerk.get(
      `/transfers/preview?enrolmentId=${one.enrolmentId}&toClassId=${target._id}&effectiveDate=${dayOf(one, 3)}`,
    );
    expect(early.json()).toMatchObject({
      code: 'fieldsInvalid',
      fields: { effectiveDate: expect.stringContaining('attendance has been taken') as string },
    });
    const settled = done<Transfer>(
      await desk.decide(
        desk.admin,
        await desk.ask(one, { toClassId: target._id, effectiveDate: dayOf(one, 4) }),
      ),
    );
    expect([settled.sums?.used, await marks()]).toEqual([3, before]);
    const roster = done<RosterRow[]>(await desk.clerk.get(`/classes/${one.classId}/roster`));
    expect(roster.find(({ studentId }) => studentId === one.studentId)).toMatchObject({
      status: 'transferred',
      attendance: { present: 3 },
    });
  });

  it('money appears or goes missing while desks pay, withdraw and move at once', async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const people = await Promise.all(
      Array.from({ length: 6 }, () => desk.sold({ tenders: [cash(500_000)] }, { course })),
    );
    const asked = await Promise.all(
      people.map(async (one, at) =>
        desk.ask(one, {
          toClassId: (await desk.target(one, at % 2 === 0 ? {} : { branch: 'LPB' }))._id,
          effectiveDate: dayOf(one, 3),
        }),
      ),
    );
    const pay = ({ orderId }: Sold) =>
      desk.clerk.post(`/orders/${orderId}/payments`, {
        debts: [{ orderId, expectedBalance: TUITION - 500_000 }],
        tenders: [cash(100_000)],
        shiftId: desk.shift._id,
      });
    const withdraw = ({ enrolmentId, days }: Sold) =>
      desk.clerk.post(`/enrolments/${enrolmentId}/change`, {
        change: 'withdraw',
        version: 1,
        reason: 'x',
        lastDay: days[2],
        settlement: 'credit',
      });
    const ways: ((one: Sold, request: Transfer) => Promise<Answer>)[] = [
      (_one, request) => desk.decide(desk.owner, request),
      pay,
      (_one, request) => desk.clerk.post(`/transfers/${request._id}/cancel`, { version: 1 }),
      withdraw,
    ];
    // Each begins with another one, so that each comes first for somebody.
    const answers = await Promise.all(
      people.flatMap((one, at) =>
        ways.map((_way, n) => (ways[(n + at) % ways.length] ?? pay)(one, asked[at] as Transfer)),
      ),
    );
    expect(worse(answers)).toEqual([]);
    expect(passed(answers).length).toBeGreaterThan(people.length);
    for (const [at, one] of people.entries()) {
      const account = await accountOf(one);
      expect(account.onOrders + account.free).toBe(account.came);
      const [request] = await server.db
        .select()
        .from(transferTable)
        .where(eq(transferTable._id, (asked[at] as Transfer)._id));
      const places = await server.db
        .select()
        .from(enrolmentTable)
        .where(eq(enrolmentTable.studentId, one.studentId));
      const running = places.filter(({ status }) =>
        ['active', 'suspended'].includes(status),
      ).length;
      expect([request?.status, running]).toEqual(
        request?.status === 'done'
          ? ['done', 1]
          : [request?.status, places.some(({ status }) => status === 'withdrawn') ? 0 : 1],
      );
    }
  });

  it('a slip that is still open is lost on the way', async () => {
    const [account] = await server.db
      .select()
      .from(bankAccountTable)
      .where(
        sql`${bankAccountTable.branchId} = ${desk.vte} and ${bankAccountTable.currency} = 'LAK'`,
      )
      .limit(1);
    const slip = {
      key: randomUUID(),
      method: 'qr',
      tendered: TUITION - 200_000,
      bankAccountId: account?._id,
      reference: randomUUID().slice(0, 8),
    };
    const one = await desk.sold({ tenders: [cash(200_000), slip] });
    const target = await desk.target(one);
    const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: dayOf(one, 1) });
    const settled = done<Transfer>(await desk.decide(desk.admin, asked));
    const sums = settled.sums;
    expect(sums?.movesPendingLAK).toBeGreaterThan(0);
    expect(settled.newOrder).toMatchObject({
      pendingLAK: sums?.movesPendingLAK,
      paidLAK: (sums?.movesLAK ?? 0) - (sums?.movesPendingLAK ?? 0),
    });
    expect(await accountOf(one)).toMatchObject({
      came: TUITION,
      onOrders: sums?.movesLAK,
      free: TUITION - (sums?.movesLAK ?? 0),
    });
  });
});
