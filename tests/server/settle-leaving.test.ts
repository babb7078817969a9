import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelSums } from '#contract/orders/cancel-sums.ts';
import type { CancelPreview } from '#contract/classes/class-changes.ts';
import type { DeskFamily } from '#contract/desk/desk.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { orderLineTable, refundRequestTable } from '#server/db/tables/ledger/orders.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { expectNothingLost, openPlaceDesk, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/helpers/test-server.ts';
import { cash, insertCourse, place, priced, sendVisit, TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
/** After so many sessions. */
const after = ({ days }: Sold, count: number) => days[count - 1] ?? '';
const withdraw = (of: Sold, body: object, client = desk.clerk, version = 1) =>
  client.post(`/enrolments/${of.enrolmentId}/change`, {
    change: 'withdraw',
    version,
    reason: 'moves away',
    ...body,
  });

describe('a withdrawal', () => {
  it('says before what is left, and makes it credit by a line of its own', async () => {
    const one = await desk.sold();
    const [bought, lastDay] = [one.days.length, after(one, 4)];
    const value = TUITION - Math.round((TUITION * 4) / bought);
    const before = await desk.ask(one, lastDay);
    expect(before).toMatchObject({
      bought,
      used: 4,
      valueLAK: value,
      freedLAK: value,
      unpaidLAK: 0,
      pendingLAK: 0,
      lines: [{ orderId: one.orderId, netLAK: TUITION, used: 4, valueLAK: value }],
    });
    expect(codeOf(await withdraw(one, { lastDay }))).toBe('fieldsInvalid');
    expect(
      codeOf(await withdraw(one, { lastDay, settlement: 'credit', expectedValue: value - 1 })),
    ).toBe('balanceChanged');
    done(await withdraw(one, { lastDay, settlement: 'credit', expectedValue: value }));
    expect(await desk.linesOf(one)).toEqual([
      ['tuition', 1, bought, TUITION],
      ['tuition', -1, 4 - bought, -value],
    ]);
    expect(await desk.orderOf(one)).toMatchObject({
      state: 'confirmed',
      totalLAK: TUITION - value,
      paidLAK: TUITION - value,
    });
    expect([await desk.creditOf(one), await desk.statusOf(one)]).toEqual([value, 'withdrawn']);
    expect(codeOf(await withdraw(one, { lastDay, settlement: 'credit' }, desk.clerk, 2))).toBe(
      'enrolmentChanged',
    );
    expect(
      codeOf(await desk.clerk.post(`/enrolments/${one.enrolmentId}/restore`, { version: 2 })),
    ).toBe('hasOrder');
  });

  it('lowers first what nobody has paid', async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const one = await desk.sold({ tenders: [cash(400_000)] }, { course });
    const half = one.days.length / 2;
    const value = TUITION - Math.round(TUITION / 2);
    expect(await desk.ask(one, after(one, half))).toMatchObject({
      valueLAK: value,
      unpaidLAK: value,
      freedLAK: 0,
    });
    const early = value + TUITION / 2 - Math.round(TUITION / one.days.length);
    expect(await desk.ask(one, after(one, 1))).toMatchObject({
      valueLAK: early,
      unpaidLAK: TUITION - 400_000,
      freedLAK: early - (TUITION - 400_000),
    });
    done(await withdraw(one, { lastDay: after(one, half), settlement: 'refund' }));
    expect(await desk.orderOf(one)).toMatchObject({ totalLAK: TUITION - value, paidLAK: 400_000 });
    expect([
      await desk.creditOf(one),
      await server.db.$count(refundRequestTable, eq(refundRequestTable.orderId, one.orderId)),
    ]).toEqual([0, 0]);
  });

  it('asks back what became free: a row for finance, which reserves nothing', async () => {
    const one = await desk.sold();
    const before = await desk.ask(one, after(one, 3));
    done(await withdraw(one, { lastDay: after(one, 3), settlement: 'refund' }));
    const [asked] = await server.db
      .select()
      .from(refundRequestTable)
      .where(eq(refundRequestTable.orderId, one.orderId));
    expect(asked).toMatchObject({
      enrolmentId: one.enrolmentId,
      amountLAK: before.freedLAK,
      reason: 'moves away',
      state: 'open',
    });
    expect(await desk.creditOf(one)).toBe(before.freedLAK);
    const family = async () =>
      done<DeskFamily>(
        await desk.clerk.get(`/desk/families?studentId=${one.studentId}&branchId=${desk.vte}`),
      );
    expect(await family()).toMatchObject({
      creditLAK: before.freedLAK,
      askedBackLAK: before.freedLAK,
    });
    const { _id: classId } = await insertClass(server.db, { course: desk.term });
    const used = Math.floor(before.freedLAK / 1000) * 1000 - 1000;
    done(
      await sendVisit(
        desk.clerk,
        await priced(desk.clerk, {
          branchId: desk.vte,
          payer: { kind: 'student', studentKey: one.studentId },
          places: [place(one.studentId, classId)],
          creditLAK: used,
          tenders: [cash(TUITION - used)],
          shiftId: desk.shift._id,
        }),
      ),
    );
    expect(await family()).toMatchObject({
      creditLAK: before.freedLAK - used,
      askedBackLAK: before.freedLAK - used,
    });
  });

  it('keeps the money if that was decided, but its sessions end', async () => {
    const one = await desk.sold();
    done(await withdraw(one, { lastDay: after(one, 3), settlement: 'nothing' }));
    expect(await desk.linesOf(one)).toEqual([
      ['tuition', 1, one.days.length, TUITION],
      ['tuition', -1, 3 - one.days.length, 0],
    ]);
    expect([await desk.creditOf(one), (await desk.orderOf(one))?.paidLAK]).toEqual([0, TUITION]);
  });

  it('takes each discount back by its share, and the line by the rest', async () => {
    const net = TUITION * 0.9;
    const one = await desk.sold(
      { tenders: [cash(net)] },
      { discount: { kind: 'byHand', percent: 10, reason: 'regular' } },
    );
    const share = (whole: number) => whole - Math.round((whole * 5) / one.days.length);
    done(
      await withdraw(one, {
        lastDay: after(one, 5),
        settlement: 'credit',
        expectedValue: share(net),
      }),
    );
    const back = share(TUITION * 0.1);
    expect((await desk.linesOf(one)).slice(2)).toEqual([
      ['tuition', -1, 5 - one.days.length, -(share(net) + back)],
      ['discount', 0, 0, back],
    ]);
    expect(await desk.creditOf(one)).toBe(share(net));
  });

  it('settles months by their days and sessions by their number, newest line first', async () => {
    const month = await insertCourse(server.db, { basis: 'month', amount: 400_000 });
    const one = await desk.sold(
      { tenders: [cash(800_000)] },
      { course: month, basis: 'month', units: 2 },
    );
    const [line] = await desk.linesOf(one);
    const bought = Number(line?.[2]);
    expect(await desk.ask(one, after(one, 3))).toMatchObject({
      bought,
      used: 3,
      valueLAK: 800_000 - Math.round((800_000 * 3) / bought),
    });
    const renewal = {
      branchId: desk.vte,
      payer: { kind: 'student', studentKey: one.studentId },
      places: [
        place(one.studentId, one.classId, {
          enrolmentId: one.enrolmentId,
          basis: 'month',
          coversFrom: one.days[bought],
        }),
      ],
      tenders: [cash(400_000)],
      shiftId: desk.shift._id,
    };
    const second = done<VisitAnswer>(
      await sendVisit(desk.clerk, await priced(desk.clerk, renewal)),
    );
    const both = await desk.ask(one, after(one, 3));
    expect(both.lines.map(({ orderId, used }) => [orderId, used])).toEqual([
      [second.order?._id, 0],
      [one.orderId, 3],
    ]);
    done(
      await withdraw(one, {
        lastDay: after(one, 3),
        settlement: 'credit',
        expectedValue: both.valueLAK,
      }),
    );
    expect(await desk.creditOf(one)).toBe(both.valueLAK);
    const session = await insertCourse(server.db, { basis: 'session', amount: 50_000 });
    const ten = await desk.sold(
      { tenders: [cash(500_000)] },
      { course: session, basis: 'session', units: 10 },
    );
    expect(await desk.ask(ten, after(ten, 4))).toMatchObject({
      bought: 10,
      used: 4,
      valueLAK: 300_000,
    });
  });

  it('of many desks at once is one', async () => {
    const one = await desk.sold();
    const before = await desk.ask(one, after(one, 2));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        withdraw(one, { lastDay: after(one, 2), settlement: 'refund' }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect([
      await desk.creditOf(one),
      await server.db.$count(refundRequestTable, eq(refundRequestTable.orderId, one.orderId)),
    ]).toEqual([before.valueLAK, 1]);
  });

  it('of a hold is made at its order; in a closed day it waits', async () => {
    const held = await desk.sold({ tenders: [], hold: true });
    expect(codeOf(await withdraw(held, { lastDay: held.days[0], settlement: 'credit' }))).toBe(
      'enrolmentChanged',
    );
    const one = await desk.sold();
    await server.db.execute(
      sql`insert into days (branch_id, day, closed_at) values (${desk.vte}, (now() at time zone 'Asia/Vientiane')::date, now())`,
    );
    expect(codeOf(await withdraw(one, { lastDay: one.days[0], settlement: 'credit' }))).toBe(
      'dayClosed',
    );
    await server.db.execute(sql`delete from days where branch_id = ${desk.vte}`);
    expect([
      await desk.statusOf(one),
      await server.db.$count(orderLineTable, and(eq(orderLineTable.orderId, one.orderId))),
    ]).toEqual(['active', 1]);
  });
});

describe('a class that the centre cancels', () => {
  const cancel = (classId: string, students: object[]) =>
    desk.clerk.post(`/classes/${classId}/cancel`, { version: 1, reason: 'too few', students });

  it('settles each student as decided; a hold is credit, and one of which nothing stays is lapsed', async () => {
    const credit = await desk.sold();
    const { classId } = credit;
    const refund = await desk.sold({}, { classId });
    const held = await desk.sold({ tenders: [cash(100_000)], hold: true }, { classId });
    const preview = done<CancelPreview>(await desk.clerk.get(`/classes/${classId}/cancel-preview`));
    const moneyOf = ({ enrolmentId }: Sold) => ({
      ...preview.students.find((one) => one.enrolmentId === enrolmentId)?.money,
      ...cancelSums(preview, {}).get(enrolmentId),
    });
    expect(moneyOf(refund)).toMatchObject({
      used: 0,
      valueLAK: TUITION,
      freedLAK: TUITION,
      isHeld: false,
    });
    expect(moneyOf(held)).toMatchObject({
      valueLAK: TUITION,
      freedLAK: 100_000,
      unpaidLAK: TUITION - 100_000,
      isHeld: true,
    });
    const all = (settlement: string | null) =>
      [credit, refund, held].map(({ enrolmentId }) => ({
        enrolmentId,
        toClassId: null,
        settlement: enrolmentId === credit.enrolmentId ? 'credit' : settlement,
      }));
    expect(codeOf(await cancel(classId, all(null)))).toBe('fieldsInvalid');
    expect((await cancel(classId, all('nothing'))).statusCode).toBe(400);
    expect((await desk.orderOf(credit))?.totalLAK).toBe(TUITION);
    done(await cancel(classId, all('refund')));
    expect([
      await desk.creditOf(credit),
      await desk.creditOf(refund),
      await desk.creditOf(held),
    ]).toEqual([TUITION, TUITION, 100_000]);
    expect(await desk.orderOf(credit)).toMatchObject({
      state: 'confirmed',
      totalLAK: 0,
      paidLAK: 0,
    });
    expect(await desk.orderOf(held)).toMatchObject({ state: 'lapsed', totalLAK: 0, paidLAK: 0 });
    expect([await desk.statusOf(credit), await desk.statusOf(held)]).toEqual([
      'withdrawn',
      'cancelled',
    ]);
    const asked = await server.db
      .select()
      .from(refundRequestTable)
      .where(
        inArray(
          refundRequestTable.orderId,
          [credit, refund, held].map(({ orderId }) => orderId),
        ),
      );
    expect(asked.map(({ enrolmentId, amountLAK }) => [enrolmentId, amountLAK])).toEqual([
      [refund.enrolmentId, TUITION],
    ]);
  });

  it('settles two children of one part-paid order as it was shown: only the first lowers what is owed', async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const { _id: classId } = await insertClass(server.db, { course });
    const children = (await insertProspects(server.db, 2)).map(({ _id }) => String(_id));
    const input = {
      branchId: desk.vte,
      payer: { kind: 'student', studentKey: children[0] },
      places: children.map((child) => place(child, classId)),
      tenders: [cash(1_500_000)],
      shiftId: desk.shift._id,
    };
    const { order } = done<VisitAnswer>(
      await sendVisit(desk.clerk, await priced(desk.clerk, input)),
    );
    const preview = done<CancelPreview>(await desk.clerk.get(`/classes/${classId}/cancel-preview`));
    const sums = preview.students.map(({ enrolmentId }) =>
      cancelSums(preview, {}).get(enrolmentId),
    );
    const unpaid = 2 * TUITION - 1_500_000;
    expect(sums).toEqual([
      { leftLAK: TUITION, unpaidLAK: unpaid, freedLAK: TUITION - unpaid, freedPendingLAK: 0 },
      { leftLAK: TUITION, unpaidLAK: 0, freedLAK: TUITION, freedPendingLAK: 0 },
    ]);
    done(
      await cancel(
        classId,
        preview.students.map(({ enrolmentId }) => ({
          enrolmentId,
          toClassId: null,
          settlement: 'refund',
        })),
      ),
    );
    const asked = await server.db
      .select()
      .from(refundRequestTable)
      .where(eq(refundRequestTable.orderId, String(order?._id)));
    expect(new Map(asked.map(({ enrolmentId, amountLAK }) => [enrolmentId, amountLAK]))).toEqual(
      new Map(preview.students.map(({ enrolmentId }, at) => [enrolmentId, sums[at]?.freedLAK])),
    );
  });
});

it('a class does not finish while an order holds a seat in it, and names whom and where; a hold that has ended lapses with it', async () => {
  const held = await desk.sold({ tenders: [cash(100_000)], hold: true });
  await server.db.execute(sql`update classes set status = 'running' where id = ${held.classId}`);
  await server.db.execute(
    sql`update class_sessions set status = 'held' where class_id = ${held.classId}`,
  );
  const finish = () =>
    desk.clerk.post(`/classes/${held.classId}/status`, { version: 1, status: 'finished' });
  const number = String((await desk.orderOf(held))?.number);
  expect((await finish()).json()).toMatchObject({
    code: 'seatsHeld',
    error: expect.stringContaining(number) as unknown,
  });
  expect([await desk.statusOf(held), (await desk.orderOf(held))?.state]).toEqual([
    'pending',
    'held',
  ]);
  await server.db.execute(
    sql`update orders set hold_until = now() - interval '1 minute' where id = ${held.orderId}`,
  );
  await server.db.execute(
    sql`update enrolments set seat_hold_until = now() - interval '1 minute' where id = ${held.enrolmentId}`,
  );
  done(await finish());
  expect([
    await desk.statusOf(held),
    await desk.orderOf(held),
    await desk.creditOf(held),
  ]).toMatchObject(['expired', { state: 'lapsed', totalLAK: 0 }, 100_000]);
});

it('two leave one order that is part-paid: the second is shown what is true once the first has left', async () => {
  const course = await insertCourse(server.db, { minDeposit: 300_000 });
  const [one, two] = (await insertProspects(server.db, 2)).map(({ _id }) => String(_id));
  const classes = [
    await insertClass(server.db, { course }),
    await insertClass(server.db, { course }),
  ];
  const places = [
    place(String(one), String(classes[0]?._id)),
    place(String(two), String(classes[1]?._id)),
  ];
  const paid = 1_500_000;
  const { order, enrolments } = done<VisitAnswer>(
    await sendVisit(
      desk.clerk,
      await priced(desk.clerk, {
        branchId: desk.vte,
        payer: { kind: 'student', studentKey: one },
        places,
        tenders: [cash(paid)],
        shiftId: desk.shift._id,
      }),
    ),
  );
  const [first, second] = enrolments.map(({ _id: enrolmentId }) => ({
    enrolmentId,
    studentId: String(one),
    orderId: String(order?._id),
    classId: '',
    days: [],
  }));
  if (!first || !second) throw new Error('Two places');
  const lastDay = String(classes[0]?.startDate);
  const before = await desk.ask(second, lastDay);
  const shown = await desk.ask(first, lastDay);
  expect(before).toMatchObject({
    valueLAK: shown.valueLAK,
    unpaidLAK: 2 * TUITION - paid,
    freedLAK: shown.valueLAK - (2 * TUITION - paid),
  });
  done(await withdraw(first, { lastDay, settlement: 'credit', expectedValue: shown.valueLAK }));
  expect(await desk.creditOf(first)).toBe(shown.freedLAK);
  const after = await desk.ask(second, lastDay);
  expect(after).toMatchObject({ valueLAK: shown.valueLAK, unpaidLAK: 0, freedLAK: shown.valueLAK });
  done(await withdraw(second, { lastDay, settlement: 'refund', expectedValue: after.valueLAK }));
  expect([await desk.creditOf(first), (await desk.orderOf(first))?.paidLAK]).toEqual([
    shown.freedLAK + after.freedLAK,
    paid - shown.freedLAK - after.freedLAK,
  ]);
  const asked = await server.db
    .select()
    .from(refundRequestTable)
    .where(eq(refundRequestTable.orderId, first.orderId));
  expect(asked.map(({ amountLAK }) => amountLAK)).toEqual([after.freedLAK]);
});
