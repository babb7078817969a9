import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EnrolmentPage, StudentPlaces } from '#contract/classes/enrolment-page.ts';
import type { FeeChange } from '#contract/classes/fee-change.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { expectNothingLost, openPlaceDesk, type Sold } from '#tests/helpers/sold-place.ts';
import { addSession, addTaughtClass, dayFromNow, enrol } from '#tests/helpers/taught-class.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { cash, insertCourse, insertFee, TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
  admin = await server.as('admin');
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const pageOf = async ({ enrolmentId }: Pick<Sold, 'enrolmentId'>, client = desk.clerk) =>
  done<EnrolmentPage>(await client.get(`/enrolments/${enrolmentId}/page`));
const change = ({ enrolmentId }: Pick<Sold, 'enrolmentId'>, body: object, client = desk.clerk) =>
  client.post(`/enrolments/${enrolmentId}/change`, { version: 1, reason: 'x', ...body });

describe('the page of a place', () => {
  it('says who, which class, how the price came about, and what is left of it', async () => {
    const one = await desk.sold({ tenders: [cash(TUITION)] });
    const page = await pageOf(one);
    expect(page).toMatchObject({
      _id: one.enrolmentId,
      status: 'active',
      price: TUITION,
      currency: 'LAK',
      feeName: 'Term',
      student: { _id: one.studentId, guardians: [] },
      place: { classId: one.classId, slots: [{ weekday: 1 }] },
      transferFrom: null,
      transferTo: null,
    });
    expect(page.orders).toMatchObject([
      { _id: one.orderId, state: 'confirmed', totalLAK: TUITION, paidLAK: TUITION, balanceLAK: 0 },
    ]);
    expect(page.lines.map(({ kind, amountLAK, orderId }) => [kind, amountLAK, orderId])).toEqual([
      ['tuition', TUITION, one.orderId],
    ]);
    expect(page.left).toMatchObject({ bought: one.days.length, used: 0, valueLAK: TUITION });
    expect(page.changes.map(({ status, source }) => [status, source])).toEqual([
      ['active', 'desk'],
    ]);
    expect(page.changes[0]?.by).not.toBe('');
  });

  it('keeps every change with who and why, and shows the lines of a withdrawal', async () => {
    const one = await desk.sold();
    done(await change(one, { change: 'suspend', reason: 'ill' }));
    done(await change(one, { change: 'resume', version: 2, reason: '' }));
    done(
      await change(one, {
        change: 'withdraw',
        version: 3,
        reason: 'moves away',
        lastDay: one.days[2],
        settlement: 'refund',
      }),
    );
    const page = await pageOf(one);
    expect(page.changes.map(({ status, reason }) => [status, reason])).toEqual([
      ['active', ''],
      ['suspended', 'ill'],
      ['active', ''],
      ['withdrawn', 'moves away'],
    ]);
    expect(page.lines.map(({ amountLAK }) => Math.sign(amountLAK))).toEqual([1, -1]);
    expect(page.refundRequests).toMatchObject([
      { orderId: one.orderId, state: 'open', reason: 'moves away' },
    ]);
    expect(page.left).toBeNull();
  });

  it('shows marks and scores of its own days, and of the place it was transferred from', async () => {
    const [old, now] = [
      await addTaughtClass(server.db, { students: 0 }),
      await addTaughtClass(server.db, { students: 0 }),
    ];
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    const [from, until, since] = [
      await dayFromNow(server.db, -30),
      await dayFromNow(server.db, -8),
      await dayFromNow(server.db, -7),
    ];
    const earlier = await enrol(server.db, old, studentId, {
      status: 'transferred',
      startDate: from,
      endDate: until,
    });
    const place = await enrol(server.db, now, studentId, {
      startDate: since,
      transferFromId: earlier,
    });
    await server.db
      .update(enrolmentTable)
      .set({ transferToId: place })
      .where(eq(enrolmentTable._id, earlier));
    const held = [
      await addSession(server.db, old, -20, { status: 'held' }),
      await addSession(server.db, old, -10, { status: 'held' }),
      await addSession(server.db, now, -3, { status: 'held' }),
    ];
    // One is the mark of a guest before their first day here, one that of a session that was
    // cancelled later.
    const beside = [
      await addSession(server.db, now, -9, { status: 'held' }),
      await addSession(server.db, now, -2, { status: 'cancelled' }),
    ];
    const statuses = ['present', 'absent', 'late', 'present', 'present'] as const;
    await server.db.insert(attendanceTable).values(
      [...held, ...beside].map(({ _id: sessionId }, at) => ({
        sessionId,
        studentId,
        status: statuses[at] ?? 'present',
        markedAt: new Date().toISOString(),
      })),
    );
    const [quiz] = await server.db
      .insert(assessmentTable)
      .values({
        classId: old._id,
        name: 'Quiz',
        type: 'quiz',
        maxScore: 20,
        weight: 0,
        status: 'open',
      })
      .returning();
    await server.db.insert(scoreTable).values({
      assessmentId: String(quiz?._id),
      enrolmentId: earlier,
      score: 17,
      markedAt: new Date().toISOString(),
    });
    const page = await pageOf({ enrolmentId: place });
    expect(
      page.marks.map(({ status, classCode, isEarlier }) => [status, classCode, isEarlier]),
    ).toEqual([
      ['present', old.classCode, true],
      ['absent', old.classCode, true],
      ['late', now.classCode, false],
    ]);
    expect(page.attendance).toEqual({ present: 0, late: 1, excused: 0, absent: 0, makeup: 0 });
    expect(page.scores).toMatchObject([
      { name: 'Quiz', score: 17, maxScore: 20, classCode: old.classCode, isEarlier: true },
    ]);
    expect(page.transferFrom).toMatchObject({ enrolmentId: earlier, classCode: old.classCode });
    expect((await pageOf({ enrolmentId: earlier })).transferTo).toMatchObject({
      enrolmentId: place,
      classCode: now.classCode,
    });
  });
});

describe('completing one place', () => {
  it('is refused while sessions are to come, and gives nothing back', async () => {
    const one = await desk.sold();
    const refused = await change(one, { change: 'complete' });
    expect([codeOf(refused), refused.json<{ error: string }>().error]).toEqual([
      'sessionsLeft',
      expect.stringContaining(String(one.days.length)),
    ]);
    const free = await addTaughtClass(server.db, { students: 0 });
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    const enrolmentId = await enrol(server.db, free, studentId);
    const finance = await server.as('finance');
    expect(codeOf(await change({ enrolmentId }, { change: 'complete' }, finance))).toBe(
      'forbidden',
    );
    const ahead = await addSession(server.db, free, 3);
    expect(codeOf(await change({ enrolmentId }, { change: 'complete' }))).toBe('classNotOver');
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(eq(classSessionTable._id, ahead._id));
    done(await change({ enrolmentId }, { change: 'complete' }));
    const page = await pageOf({ enrolmentId });
    expect([page.status, page.endDate, page.lines]).toEqual([
      'completed',
      await dayFromNow(server.db, 0),
      [],
    ]);
  });
});

describe('another fee', () => {
  const feeOf = async (one: Sold, feeId?: string) =>
    done<FeeChange>(
      await admin.get(
        `/enrolments/${one.enrolmentId}/fee-change${feeId === undefined ? '' : `?feeId=${feeId}`}`,
      ),
    );
  const send = (one: Sold, body: object, client = admin) =>
    client.post(`/enrolments/${one.enrolmentId}/fee-change`, {
      version: 1,
      reason: 'staff child',
      ...body,
    });

  /** A place of a course with a second, cheaper price and a dearer one. */
  async function withFees(more: object = {}) {
    const code = await insertCourse(server.db);
    const [course] = await server.db.select().from(courseTable).where(eq(courseTable.code, code));
    const courseId = String(course?._id);
    const [staff, dear] = [
      await insertFee(server.db, courseId, {
        amount: 800_000,
        priceCategory: 'staff',
        name: 'Staff child',
      }),
      await insertFee(server.db, courseId, {
        amount: 1_500_000,
        priceCategory: 'company',
        name: 'Company',
      }),
    ];
    return { one: await desk.sold(more, { course: code }), staff, dear };
  }

  it('is shown before, lowers the bill, and what is paid too much is credit', async () => {
    const { one, staff, dear } = await withFees();
    const asked = await feeOf(one);
    expect(asked.change).toBeNull();
    expect(asked.fees.map(({ priceCategory, isCurrent }) => [priceCategory, isCurrent])).toEqual([
      ['', true],
      ['company', false],
      ['staff', false],
    ]);
    expect((await feeOf(one, staff)).change).toEqual({
      left: one.days.length,
      bought: one.days.length,
      oldLAK: TUITION,
      newLAK: 800_000,
      differenceLAK: 800_000 - TUITION,
      freedLAK: TUITION - 800_000,
      freedPendingLAK: 0,
    });
    expect((await feeOf(one, dear)).change).toMatchObject({
      newLAK: 1_500_000,
      differenceLAK: 1_500_000 - TUITION,
      freedLAK: 0,
    });
    expect(codeOf(await send(one, { feeId: staff, expectedDifference: -1 }))).toBe(
      'balanceChanged',
    );
    expect(
      codeOf(await send(one, { feeId: staff, expectedDifference: 800_000 - TUITION }, desk.clerk)),
    ).toBe('forbidden');
    expect((await desk.clerk.get(`/enrolments/${one.enrolmentId}/fee-change`)).statusCode).toBe(
      403,
    );
    done(await send(one, { feeId: staff, expectedDifference: 800_000 - TUITION }));
    expect(await desk.orderOf(one)).toMatchObject({ totalLAK: 800_000, paidLAK: 800_000 });
    expect(await desk.creditOf(one)).toBe(TUITION - 800_000);
    const page = await pageOf(one);
    expect(page).toMatchObject({
      status: 'active',
      price: 800_000,
      feeCategory: 'staff',
      left: { bought: one.days.length, used: 0, valueLAK: 800_000 },
    });
    expect(page.changes.at(-1)).toMatchObject({
      status: null,
      reason: 'staff child',
      fields: [{ field: 'price', before: `${TUITION} LAK`, after: '800000 LAK' }],
    });
    expect(codeOf(await send(one, { feeId: dear, expectedDifference: 0 }))).toBe(
      'enrolmentChanged',
    );
  });

  it('tells money that a slip has paid from credit', async () => {
    const { rows } = await server.db.execute<{ id: string }>(
      sql`insert into bank_accounts (id, branch_id, bank, currency, account_name, account_no) values (gen_random_uuid(), ${desk.vte}, 'BCEL', 'LAK', 'DEMO', '1') returning id`,
    );
    const slip = {
      key: randomUUID(),
      method: 'qr',
      tendered: 100_000,
      bankAccountId: rows[0]?.id,
      reference: 'FT-FEE',
    };
    const { one, staff } = await withFees({ tenders: [cash(TUITION - 100_000), slip] });
    expect((await feeOf(one, staff)).change).toMatchObject({
      freedLAK: TUITION - 800_000,
      freedPendingLAK: 100_000,
    });
    done(await send(one, { feeId: staff, expectedDifference: 800_000 - TUITION }));
    expect(await desk.orderOf(one)).toMatchObject({ paidLAK: 800_000, pendingLAK: 0 });
  });

  it('raises the bill, is owed, and goes back to the kip; the value left follows the new price', async () => {
    const { one, staff, dear } = await withFees();
    done(await send(one, { feeId: dear, expectedDifference: 1_500_000 - TUITION }));
    expect(await desk.orderOf(one)).toMatchObject({
      totalLAK: 1_500_000,
      paidLAK: TUITION,
      state: 'confirmed',
    });
    const used = 3;
    expect(await desk.ask(one, one.days[used - 1] ?? '')).toMatchObject({
      used,
      valueLAK: 1_500_000 - Math.round((1_500_000 * used) / one.days.length),
    });
    done(await send(one, { feeId: staff, expectedDifference: 800_000 - 1_500_000, version: 2 }));
    expect(await desk.orderOf(one)).toMatchObject({ totalLAK: 800_000, paidLAK: 800_000 });
    expect(await desk.creditOf(one)).toBe(TUITION - 800_000);
  });

  it('is none of another course, nor for a place that nobody charged', async () => {
    const { one } = await withFees();
    const { staff: other } = await withFees();
    expect(codeOf(await send(one, { feeId: other, expectedDifference: 0 }))).toBe('feeNotForPlace');
    const free = await addTaughtClass(server.db, { students: 1 });
    expect(
      codeOf(
        await send(
          { ...one, enrolmentId: free.enrolments[0] ?? '' },
          { feeId: other, expectedDifference: 0 },
        ),
      ),
    ).toBe('stepNotAllowed');
  });

  it(`is changed by one of 20 admins at once`, async () => {
    const { one, staff } = await withFees();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(one, { feeId: staff, expectedDifference: 800_000 - TUITION }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await desk.orderOf(one)).toMatchObject({ totalLAK: 800_000 });
    expect(await desk.linesOf(one)).toHaveLength(3);
  });
});

describe('the record of a student', () => {
  it('has every place here with its marks, the orders and the account', async () => {
    const one = await desk.sold({ tenders: [cash(TUITION)] });
    const record = done<StudentPlaces>(await desk.clerk.get(`/students/${one.studentId}/places`));
    expect(record).toMatchObject({
      _id: one.studentId,
      isOfOtherBranch: false,
      owedLAK: 0,
      creditLAK: 0,
      places: [{ enrolmentId: one.enrolmentId, classId: one.classId, status: 'active' }],
      orders: [{ _id: one.orderId, totalLAK: TUITION }],
    });
  });

  it('of another branch is there only for who has to do with them, and then without what is elsewhere', async () => {
    const [theirs, ours] = [
      await addTaughtClass(server.db, { students: 0, branch: 'LPB' }),
      await addTaughtClass(server.db, { students: 0 }),
    ];
    const studentId = String((await insertProspects(server.db, 1, { branch: 'LPB' }))[0]?._id);
    const there = await enrol(server.db, theirs, studentId);
    expect((await desk.clerk.get(`/students/${studentId}/places`)).statusCode).toBe(404);
    expect((await desk.clerk.get(`/enrolments/${there}/page`)).statusCode).toBe(404);
    // A transfer that is open holds a seat here.
    const here = await enrol(server.db, ours, studentId, {
      status: 'pending',
      transferFromId: there,
    });
    const record = done<StudentPlaces>(await desk.clerk.get(`/students/${studentId}/places`));
    expect(record.isOfOtherBranch).toBe(true);
    expect(record.places.map(({ enrolmentId }) => enrolmentId)).toEqual([here]);
    expect((await desk.clerk.get(`/enrolments/${there}/page`)).statusCode).toBe(404);
    expect((await pageOf({ enrolmentId: here })).transferFrom).toMatchObject({
      enrolmentId: null,
      branchId: await branchId(server.db, 'LPB'),
    });
    const owner = await server.as('superadmin');
    expect((await pageOf({ enrolmentId: here }, owner)).transferFrom).toMatchObject({
      enrolmentId: there,
    });
    expect(
      done<StudentPlaces>(await owner.get(`/students/${studentId}/places`)).places,
    ).toHaveLength(2);
  });
});
