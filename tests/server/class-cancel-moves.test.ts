import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { cancelSums } from '#contract/orders/cancel-sums.ts';
import type { CancelPreview } from '#contract/classes/class-changes.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import {
  orderLineTable,
  orderTable,
  refundRequestTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { expectNothingLost, openPlaceDesk, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/helpers/test-server.ts';
import { cash, insertCourse, insertFee, TUITION } from '#tests/helpers/visits.ts';

// Students whose class the centre cancels go to another class, and their money with them.

let server: TestServer;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const cancel = (classId: string, students: object[]) =>
  desk.clerk.post(`/classes/${classId}/cancel`, { version: 1, reason: 'too few', students });
const enrolmentsOf = ({ studentId }: Sold) =>
  server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable.studentId, studentId))
    .orderBy(enrolmentTable._id);
const hold = (of: Sold, count: number) =>
  server.db
    .update(classSessionTable)
    .set({ status: 'held' })
    .where(
      and(
        eq(classSessionTable.classId, of.classId),
        inArray(classSessionTable.date, of.days.slice(0, count)),
      ),
    );
const previewOf = async (of: Sold, toClassId: string) => {
  const preview = done<CancelPreview>(
    await desk.clerk.get(`/classes/${of.classId}/cancel-preview`),
  );
  const move = preview.students
    .find((one) => one.enrolmentId === of.enrolmentId)
    ?.money?.moves.find((one) => one.toClassId === toClassId);
  return (
    move && {
      newLAK: move.newLAK,
      ...cancelSums(preview, { [of.enrolmentId]: toClassId }).get(of.enrolmentId),
    }
  );
};

it('moves a student with the money: the new place costs what is left at most, and keeps the discount', async () => {
  const net = TUITION * 0.9;
  const one = await desk.sold(
    { tenders: [cash(net)] },
    { discount: { kind: 'byHand', percent: 10, reason: 'regular' } },
  );
  const bought = one.days.length;
  await hold(one, 4);
  const left = (whole: number) => whole - Math.round((whole * 4) / bought);
  const [value, off] = [left(net), left(TUITION * 0.1)];
  const { _id: toClassId, courseId } = await insertClass(server.db, { course: desk.term });
  expect(await previewOf(one, toClassId)).toEqual({
    newLAK: value,
    leftLAK: 0,
    unpaidLAK: 0,
    freedLAK: 0,
    freedPendingLAK: 0,
  });
  done(await cancel(one.classId, [{ enrolmentId: one.enrolmentId, toClassId }]));
  expect((await desk.linesOf(one)).slice(2)).toEqual([
    ['tuition', -1, 4 - bought, -(value + off)],
    ['discount', 0, 0, off],
    ['tuition', 1, bought, TUITION],
    ['discount', 0, 0, -TUITION * 0.1],
    ['adjustment', 0, 0, value - net],
  ]);
  expect([await desk.orderOf(one), await desk.creditOf(one)]).toMatchObject([
    { state: 'confirmed', totalLAK: net, paidLAK: net },
    0,
  ]);
  const [from, to] = await enrolmentsOf(one);
  expect([from, to]).toMatchObject([
    { status: 'transferred', transferToId: to?._id },
    { status: 'active', classId: toClassId, price: TUITION, basis: 'term' },
  ]);
  expect(await desk.ask({ ...one, enrolmentId: String(to?._id) }, one.days[0] ?? '')).toMatchObject(
    { bought, valueLAK: value - Math.round(value / bought) },
  );
  const cheap = await insertClass(server.db, {
    course: desk.term,
    feeId: await insertFee(server.db, courseId, { amount: 300_000 }),
  });
  const again = { ...one, classId: toClassId, enrolmentId: String(to?._id) };
  const rest = value - 270_000;
  expect(await previewOf(again, cheap._id)).toMatchObject({
    newLAK: 270_000,
    leftLAK: rest,
    freedLAK: rest,
  });
  expect(
    codeOf(await cancel(toClassId, [{ enrolmentId: again.enrolmentId, toClassId: cheap._id }])),
  ).toBe('fieldsInvalid');
  done(
    await cancel(toClassId, [
      { enrolmentId: again.enrolmentId, toClassId: cheap._id, settlement: 'refund' },
    ]),
  );
  expect([await desk.orderOf(one), await desk.creditOf(one)]).toMatchObject([
    { totalLAK: net - rest, paidLAK: net - rest },
    rest,
  ]);
  expect(
    await server.db
      .select()
      .from(refundRequestTable)
      .where(eq(refundRequestTable.orderId, one.orderId)),
  ).toMatchObject([{ amountLAK: rest, state: 'open' }]);
});

it('moves months by the days that are left, and sessions by their number', async () => {
  const month = await insertCourse(server.db, { basis: 'month', amount: 400_000 });
  const monthly = await desk.sold(
    { tenders: [cash(800_000)] },
    { course: month, basis: 'month', units: 2 },
  );
  const bought = Number((await desk.linesOf(monthly))[0]?.[2]);
  await hold(monthly, 3);
  const { _id: sameDays } = await insertClass(server.db, { course: month });
  done(await cancel(monthly.classId, [{ enrolmentId: monthly.enrolmentId, toClassId: sameDays }]));
  const value = 800_000 - Math.round((800_000 * 3) / bought);
  const lines = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, monthly.orderId))
    .orderBy(orderLineTable.position);
  const kip = Math.round((800_000 * (bought - 3)) / bought);
  expect(lines.slice(2).map((line) => [line.sessions, line.amountLAK])).toEqual([
    [bought, kip],
    ...(kip > value ? [[0, value - kip]] : []),
  ]);
  expect([lines[2]?.coversFrom, lines[2]?.coversTo]).toEqual([
    lines[0]?.coversFrom,
    lines[0]?.coversTo,
  ]);
  const session = await insertCourse(server.db, { basis: 'session', amount: 50_000 });
  const ten = await desk.sold(
    { tenders: [cash(500_000)] },
    { course: session, basis: 'session', units: 10 },
  );
  await hold(ten, 4);
  const { _id: short } = await insertClass(server.db, { course: session });
  await server.db
    .delete(classSessionTable)
    .where(
      and(eq(classSessionTable.classId, short), inArray(classSessionTable.date, ten.days.slice(5))),
    );
  done(
    await cancel(ten.classId, [
      { enrolmentId: ten.enrolmentId, toClassId: short, settlement: 'credit' },
    ]),
  );
  expect(await desk.linesOf(ten)).toEqual([
    ['tuition', 10, 10, 500_000],
    ['tuition', -10, -6, -300_000],
    ['tuition', 5, 5, 250_000],
  ]);
  expect(await desk.creditOf(ten)).toBe(50_000);
});

it('moves a hold as a hold, who is suspended as such, and who was not charged without a line', async () => {
  const held = await desk.sold({ tenders: [cash(100_000)], hold: true });
  const { classId } = held;
  const suspended = await desk.sold({}, { classId });
  await server.db
    .update(enrolmentTable)
    .set({ status: 'suspended' })
    .where(eq(enrolmentTable._id, suspended.enrolmentId));
  const free = { ...held, studentId: String((await insertProspects(server.db, 1))[0]?._id) };
  const [like] = await enrolmentsOf(suspended);
  if (!like) throw new Error('No enrolment');
  const { _id: _old, ...fields } = like;
  const [added] = await server.db
    .insert(enrolmentTable)
    .values({ ...fields, studentId: free.studentId, status: 'active' })
    .returning();
  await server.db.execute(
    sql`insert into enrolment_states (id, enrolment_id, status, reason, source, at) select gen_random_uuid(), id, status, '', 'board', now() from enrolments where id in (${added?._id}, ${suspended.enrolmentId})`,
  );
  const { _id: toClassId } = await insertClass(server.db, { course: desk.term });
  const before = await desk.orderOf(held);
  done(
    await cancel(
      classId,
      [held.enrolmentId, suspended.enrolmentId, String(added?._id)].map((enrolmentId) => ({
        enrolmentId,
        toClassId,
      })),
    ),
  );
  const [, seat] = await enrolmentsOf(held);
  expect(await desk.orderOf(held)).toMatchObject({
    state: 'held',
    holdUntil: before?.holdUntil,
    totalLAK: TUITION,
    paidLAK: 100_000,
  });
  expect(seat).toMatchObject({
    status: 'pending',
    classId: toClassId,
    holdUntil: before?.holdUntil,
  });
  expect([
    (await enrolmentsOf(suspended))[1]?.status,
    (await enrolmentsOf(free))[1]?.status,
    (await desk.orderOf(suspended))?.totalLAK,
  ]).toEqual(['suspended', 'active', TUITION]);
  done(
    await (
      await server.as('admin')
    ).post(`/orders/${held.orderId}/confirm`, { reason: 'known family' }),
  );
  expect((await enrolmentsOf(held)).map(({ status }) => status)).toEqual(['transferred', 'active']);
});

it('confirms a hold whose money is enough for the other class', async () => {
  const held = await desk.sold({ tenders: [cash(400_000)], hold: true });
  await server.db
    .update(orderTable)
    .set({ holdOnPurpose: false })
    .where(eq(orderTable._id, held.orderId));
  const { _id: toClassId, courseId } = await insertClass(server.db, { course: desk.term });
  await server.db.execute(
    sql`update classes set fee_id = ${await insertFee(server.db, courseId, { amount: 300_000 })} where id = ${toClassId}`,
  );
  done(
    await cancel(held.classId, [
      { enrolmentId: held.enrolmentId, toClassId, settlement: 'credit' },
    ]),
  );
  expect([await desk.orderOf(held), await desk.creditOf(held)]).toMatchObject([
    { state: 'confirmed', totalLAK: 300_000, paidLAK: 300_000 },
    100_000,
  ]);
  expect((await enrolmentsOf(held)).map(({ status }) => status)).toEqual(['transferred', 'active']);
});

it('changes nothing if the other class is full or has no price, and of many at once is one', async () => {
  const one = await desk.sold();
  const full = await insertClass(server.db, { course: desk.term, capacity: 1 });
  await desk.sold({}, { classId: full._id });
  const to = (toClassId: string) =>
    cancel(one.classId, [{ enrolmentId: one.enrolmentId, toClassId }]);
  expect(codeOf(await to(full._id))).toBe('classFull');
  const month = await desk.sold(
    { tenders: [cash(400_000)] },
    { course: await insertCourse(server.db, { basis: 'month', amount: 400_000 }), basis: 'month' },
  );
  const { _id: unpriced, courseId } = await insertClass(server.db, {});
  const [{ courseId: ofMonth } = { courseId: '' }] = await enrolmentsOf(month);
  await server.db.execute(sql`update classes set course_id = ${ofMonth} where id = ${unpriced}`);
  await server.db.execute(sql`update course_fees set active = false where course_id = ${ofMonth}`);
  expect([courseId === ofMonth, await previewOf(month, unpriced)]).toEqual([false, undefined]);
  expect(
    codeOf(await cancel(month.classId, [{ enrolmentId: month.enrolmentId, toClassId: unpriced }])),
  ).toBe('priceMissing');
  expect([await desk.linesOf(one), await desk.statusOf(one), await desk.statusOf(month)]).toEqual([
    [['tuition', 1, one.days.length, TUITION]],
    'active',
    'active',
  ]);
  const { _id: toClassId } = await insertClass(server.db, { course: desk.term });
  const answers = await Promise.all(Array.from({ length: 10 }, () => to(toClassId)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect([await desk.linesOf(one), (await enrolmentsOf(one)).length]).toMatchObject([
    { length: 3 },
    2,
  ]);
});
