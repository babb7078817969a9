import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { TransferTargets } from '#contract/classes/transfer-preview.ts';
import type { Transfer, TransferRow } from '#contract/classes/transfers.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { instalmentTable } from '#server/db/tables/ledger/orders.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { expectNothingLost, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash, insertCourse, TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
/** The day of a session, counted from 1. */
const dayOf = ({ days }: Sold, session: number) => days[session - 1] ?? '';
const share = (of: number, part: number, whole: number) => Math.round((of * part) / whole);

describe('a transfer within a branch', () => {
  it('shows before what it does, and does just that', async () => {
    const one = await desk.sold();
    const target = await desk.target(one);
    const effectiveDate = dayOf(one, 5);
    const bought = one.days.length;
    const value = TUITION - share(TUITION, 4, bought);
    const { sums, findings, seatsTaken, isDirect, mayExecute } = await desk.preview(one, {
      toClassId: target._id,
      effectiveDate,
    });
    const {
      rows: [count],
    } = await server.db.execute<{ left: number; whole: number }>(
      sql`select count(*) filter (where date >= ${effectiveDate})::int as left, count(*)::int as whole from class_sessions where class_id = ${target._id}`,
    );
    const price = share(TUITION, Number(count?.left), Number(count?.whole));
    expect(sums).toMatchObject({
      bought,
      used: 4,
      usedLAK: TUITION - value,
      valueLAK: value,
      newLAK: price,
      differenceLAK: price - value,
      movesLAK: Math.min(value, price),
      lackingLAK: Math.max(0, price - value),
      creditLAK: Math.max(0, value - price),
      dueOn: effectiveDate,
      stillOwedLAK: 0,
    });
    expect({ findings, seatsTaken, mayExecute, isDirect }).toEqual({
      findings: [],
      seatsTaken: 0,
      mayExecute: false,
      isDirect: false,
    });

    const asked = await desk.ask(one, { toClassId: target._id, effectiveDate });
    expect(asked).toMatchObject({
      status: 'open',
      studentId: one.studentId,
      waitsFor: ['from'],
      mayDecide: [],
      mayCancel: true,
      differenceLAK: price - value,
      from: { enrolmentId: one.enrolmentId, status: 'active' },
      to: { classId: target._id, status: 'pending' },
    });
    expect(await desk.enrolment(asked.to.enrolmentId)).toMatchObject({
      status: 'pending',
      transferFromId: one.enrolmentId,
      holdUntil: new Date(`${effectiveDate}T00:00:00+07:00`).toISOString(),
    });
    expect(asked.holdUntil).toBe(new Date(`${effectiveDate}T00:00:00+07:00`).toISOString());
    expect((await desk.preview(one, { toClassId: target._id, effectiveDate })).seatsTaken).toBe(1);
    expect(codeOf(await desk.decide(desk.clerk, asked))).toBe('forbidden');
    expect(
      codeOf(await desk.decide(desk.admin, asked, { expectedDifference: price - value + 1 })),
    ).toBe('transferSumsChanged');

    const decided = done<Transfer>(
      await desk.decide(desk.admin, asked, { expectedDifference: price - value }),
    );
    expect(decided).toMatchObject({
      status: 'done',
      waitsFor: [],
      mayCancel: false,
      sums: { differenceLAK: price - value },
      newOrder: { totalLAK: price, paidLAK: Math.min(value, price) },
    });
    expect(await desk.enrolment(one.enrolmentId)).toMatchObject({
      status: 'transferred',
      endDate: addDays(effectiveDate, -1),
      transferToId: asked.to.enrolmentId,
    });
    expect(await desk.enrolment(asked.to.enrolmentId)).toMatchObject({
      status: 'active',
      startDate: effectiveDate,
      transferFromId: one.enrolmentId,
      holdUntil: null,
      price: TUITION,
    });
    expect(await desk.linesOf(one)).toEqual([
      ['tuition', 1, bought, TUITION],
      ['tuition', -1, 4 - bought, -value],
    ]);
    const newOrder = { orderId: String(decided.newOrder?._id) };
    expect(await desk.linesOf(newOrder)).toEqual([['tuition', 1, Number(count?.left), price]]);
    expect(await desk.orderOf(newOrder)).toMatchObject({
      source: 'transfer',
      state: 'confirmed',
      branchId: desk.vte,
    });
    expect(
      (
        await server.db
          .select()
          .from(instalmentTable)
          .where(eq(instalmentTable.orderId, newOrder.orderId))
      ).map(({ dueOn }) => dueOn),
    ).toEqual([effectiveDate]);
    expect(await desk.creditOf(one)).toBe(Math.max(0, value - price));
    expect(decided.history.map(({ what }) => what)).toEqual(['asked', 'approvedFrom', 'done']);
  });

  it('a cheaper class leaves credit, a dearer one is owed on the day, and what is waived names its line', async () => {
    const cheap = await insertCourse(server.db, { amount: 500_000 });
    const dear = await insertCourse(server.db, { amount: 2_500_000 });
    const less = await desk.sold();
    const effectiveDate = dayOf(less, 3);
    const cheaper = await desk.ask(less, {
      toClassId: (await desk.target(less, { course: cheap }))._id,
      effectiveDate,
    });
    const cheapDone = done<Transfer>(await desk.decide(desk.admin, cheaper));
    expect(cheaper.differenceLAK).toBeLessThan(0);
    expect([await desk.creditOf(less), cheapDone.newOrder?.balanceLAK]).toEqual([
      -cheaper.differenceLAK,
      0,
    ]);

    const more = await desk.sold();
    const toClassId = (await desk.target(more, { course: dear }))._id;
    const dearer = await desk.ask(more, { toClassId, effectiveDate });
    expect(dearer.differenceLAK).toBeGreaterThan(0);
    expect(done<Transfer>(await desk.decide(desk.admin, dearer)).newOrder?.balanceLAK).toBe(
      dearer.differenceLAK,
    );

    const waived = await desk.sold();
    const other = await desk.target(waived, { course: dear });
    expect(
      codeOf(
        await desk.clerk.post(
          '/transfers',
          await desk.input(
            waived,
            { toClassId: other._id, effectiveDate },
            { waives: true, waiveReason: 'our mistake' },
          ),
        ),
      ),
    ).toBe('forbidden');
    const asked = await desk.ask(waived, { toClassId: other._id, effectiveDate });
    expect(codeOf(await desk.decide(desk.admin, asked, { waives: true }))).toBe('fieldsInvalid');
    const settled = done<Transfer>(
      await desk.decide(desk.admin, asked, { waives: true, waiveReason: 'our mistake' }),
    );
    expect(settled.newOrder).toMatchObject({ balanceLAK: 0, totalLAK: settled.sums?.valueLAK });
    const lines = await desk.linesOf({ orderId: String(settled.newOrder?._id) });
    expect(lines.map(([kind, , , amount]) => [kind, amount])).toEqual([
      ['tuition', settled.sums?.newLAK],
      ['adjustment', -asked.differenceLAK],
    ]);
  });

  it('keeps discounts by their per cent, or leaves them behind; what was not paid stays owed where it was', async () => {
    const net = TUITION * 0.9;
    const one = await desk.sold(
      { tenders: [cash(net)] },
      { discount: { kind: 'byHand', percent: 10, reason: 'regular' } },
    );
    const target = await desk.target(one);
    const where = { toClassId: target._id, effectiveDate: dayOf(one, 5) };
    const kept = (await desk.preview(one, where)).sums;
    const left = (await desk.preview(one, { ...where, keepDiscounts: false })).sums;
    expect(kept.newLAK).toBe(left.newLAK - share(left.newLAK, 10, 100));
    expect(kept.valueLAK).toBe(net - share(net, 4, one.days.length));
    const asked = await desk.ask(one, where);
    const settled = done<Transfer>(await desk.decide(desk.admin, asked));
    expect(
      (await desk.linesOf({ orderId: String(settled.newOrder?._id) })).map(([kind]) => kind),
    ).toEqual(['tuition', 'discount']);

    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const owing = await desk.sold({ tenders: [cash(400_000)] }, { course });
    const to = await desk.target(owing, {});
    const effectiveDate = dayOf(owing, 3);
    const before = (await desk.preview(owing, { toClassId: to._id, effectiveDate })).sums;
    expect(before.movesLAK).toBe(400_000 - (TUITION - before.valueLAK));
    expect(before.lackingLAK).toBe(before.newLAK - before.movesLAK);
    const done1 = done<Transfer>(
      await desk.decide(desk.admin, await desk.ask(owing, { toClassId: to._id, effectiveDate })),
    );
    expect(done1.newOrder?.balanceLAK).toBe(before.lackingLAK);
    expect(await desk.orderOf(owing)).toMatchObject({
      totalLAK: TUITION - before.valueLAK,
      paidLAK: TUITION - before.valueLAK,
    });
  });

  it('staff carry out what changes neither course nor sum, where the branch lets them', async () => {
    const one = await desk.sold();
    const [{ slots } = { slots: [] }] = await server.db
      .select({ slots: classTable.slots })
      .from(classTable)
      .where(eq(classTable._id, one.classId));
    const target = await desk.target(one, {
      slots: slots.map((slot) => ({ ...slot, start: '05:00', end: '05:45' })),
    });
    const where = { toClassId: target._id, effectiveDate: dayOf(one, 4) };
    expect((await desk.preview(one, where)).sums.differenceLAK).toBe(0);
    expect(
      codeOf(await desk.clerk.post('/transfers', await desk.input(one, where, { execute: true }))),
    ).toBe('forbidden');
    await server.db
      .update(branchTable)
      .set({ directMoves: true })
      .where(eq(branchTable._id, desk.vte));
    expect(await desk.preview(one, where)).toMatchObject({ isDirect: true, mayExecute: true });
    const settled = await desk.ask(one, where, { execute: true });
    await server.db
      .update(branchTable)
      .set({ directMoves: false })
      .where(eq(branchTable._id, desk.vte));
    expect(settled).toMatchObject({
      status: 'done',
      differenceLAK: 0,
      newOrder: { balanceLAK: 0 },
    });
    expect((await desk.linesOf(one)).length).toBe(2);
    expect([
      await desk.creditOf(one),
      await desk.statusOf(one),
      (await desk.enrolment(settled.to.enrolmentId))?.status,
    ]).toEqual([0, 'transferred', 'active']);
  });

  it('is undone by another transfer: what was paid is where the student is', async () => {
    const one = await desk.sold();
    const target = await desk.target(one);
    const away = await desk.ask(
      one,
      { toClassId: target._id, effectiveDate: dayOf(one, 3) },
      { execute: true },
      desk.admin,
    );
    const { body } = await desk.admin.post(`/orders/${away.newOrder?._id}/void`, {
      reason: 'wrong',
      expectedCame: away.newOrder?.paidLAK,
      moneyBack: false,
    });
    expect(body).toContain('"code"');
    const back = await desk.ask(
      { enrolmentId: away.to.enrolmentId },
      { toClassId: one.classId, effectiveDate: dayOf(one, 3) },
      { execute: true },
      desk.admin,
    );
    expect(back.status).toBe('done');
    const seated = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.studentId, one.studentId));
    expect(seated.map(({ status }) => status).toSorted()).toEqual([
      'active',
      'transferred',
      'transferred',
    ]);
  });
});

describe('a day that has passed', () => {
  it('counts from that day on, also for what is left later', async () => {
    const today = dayInLaos();
    const daily = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      start: '23:00',
      end: '23:30',
    }));
    const running = { startDate: addDays(today, -10), endDate: addDays(today, 20) };
    const course = await insertCourse(server.db);
    const { _id: classId } = await insertClass(server.db, { course, slots: daily, ...running });
    const one = await desk.sold({}, { course, classId });
    await server.db.execute(
      sql`update enrolments set start_date = ${addDays(today, -10)} where id = ${one.enrolmentId}`,
    );
    const target = await desk.target(one, {
      slots: daily.map((slot) => ({ ...slot, start: '22:00', end: '22:30' })),
      ...running,
    });
    const asked = await desk.ask(
      one,
      { toClassId: target._id, effectiveDate: addDays(today, -3) },
      { execute: true },
      desk.admin,
    );
    expect(asked).toMatchObject({
      status: 'done',
      sums: { newLines: [{ sessions: 24, ofSessions: 31 }] },
    });
    expect(
      done(
        await desk.clerk.get(
          `/enrolments/${asked.to.enrolmentId}/leaving?lastDay=${addDays(today, -1)}`,
        ),
      ),
    ).toMatchObject({ bought: 24, used: 3 });
  });
});

describe('a request', () => {
  it('is refused by its rules', async () => {
    const one = await desk.sold();
    const target = await desk.target(one);
    const effectiveDate = dayOf(one, 2);
    const send = async (more: object, input?: object) =>
      codeOf(
        await desk.clerk.post('/transfers', {
          ...(input ?? (await desk.input(one, { toClassId: target._id, effectiveDate }))),
          ...more,
        }),
      );
    const input = await desk.input(one, { toClassId: target._id, effectiveDate });
    expect(await send({ toClassId: one.classId }, input)).toBe('fieldsInvalid');
    const today = dayInLaos();
    const early = await desk.clerk.post('/transfers', {
      ...input,
      effectiveDate: addDays(today, -8),
    });
    expect(early.json()).toMatchObject({
      code: 'fieldsInvalid',
      fields: { effectiveDate: expect.stringContaining('Not before') as string },
    });
    expect(await send({ effectiveDate: addDays(target.endDate, 1) }, input)).toBe('fieldsInvalid');
    expect(await send({ expectedDifference: input.expectedDifference + 1 }, input)).toBe(
      'transferSumsChanged',
    );
    expect(await send({ reasonCode: 'other', reason: '' }, input)).toBe('fieldsInvalid');
    const full = await desk.target(one, { capacity: 1 });
    await desk.sold({}, { classId: full._id });
    for (const client of [desk.clerk, desk.admin]) {
      const answer = await client.post(
        '/transfers',
        await desk.input(one, { toClassId: full._id, effectiveDate }, { overrideReason: 'please' }),
      );
      expect(answer.json()).toMatchObject({
        code: 'transferRefused',
        rows: [{ check: 'seats', weight: 'block' }],
      });
    }
    const held = await desk.sold({ tenders: [], hold: true });
    expect(
      codeOf(
        await desk.clerk.get(
          `/transfers/preview?enrolmentId=${held.enrolmentId}&toClassId=${target._id}&effectiveDate=${effectiveDate}`,
        ),
      ),
    ).toBe('transferNotCharged');
    const asked = done<Transfer>(await desk.clerk.post('/transfers', input));
    expect(await send({}, input)).toBe('transferOpen');
    expect(
      codeOf(
        await desk.clerk.post(`/enrolments/${one.enrolmentId}/change`, {
          change: 'withdraw',
          version: 1,
          reason: 'x',
          lastDay: effectiveDate,
          settlement: 'credit',
        }),
      ),
    ).toBe('transferOpen');
    for (const change of ['activate', 'renewHold', 'cancel'])
      expect(
        codeOf(
          await desk.admin.post(`/enrolments/${asked.to.enrolmentId}/change`, {
            change,
            version: 1,
            reason: 'x',
            acceptWarnings: true,
          }),
        ),
      ).toBe('transferOpen');
    expect(
      codeOf(
        await desk.clerk.post(`/transfers/${asked._id}/decide`, {
          version: 1,
          decision: 'approve',
        }),
      ),
    ).toBe('forbidden');
    expect(codeOf(await desk.decide(desk.admin, asked, { decision: 'refuse' }))).toBe(
      'fieldsInvalid',
    );
    const refused = done<Transfer>(
      await desk.decide(desk.admin, asked, { decision: 'refuse', reason: 'no room for moves' }),
    );
    expect(refused).toMatchObject({
      status: 'refused',
      endReason: 'no room for moves',
      to: { status: 'cancelled' },
      from: { status: 'active' },
    });
    expect(codeOf(await desk.decide(desk.admin, refused))).toBe('transferEnded');
    const again = done<Transfer>(await desk.clerk.post('/transfers', input));
    expect(
      done<Transfer>(await desk.clerk.post(`/transfers/${again._id}/cancel`, { version: 1 }))
        .status,
    ).toBe('cancelled');
    expect((await desk.preview(one, { toClassId: target._id, effectiveDate })).seatsTaken).toBe(0);
  });

  it('ends with its seat, and whoever meets it writes that', async () => {
    const one = await desk.sold();
    const target = await desk.target(one, { capacity: 1 });
    const where = { toClassId: target._id, effectiveDate: dayOf(one, 2) };
    const asked = await desk.ask(one, where);
    await server.db.execute(
      sql`update transfer_requests set hold_until = now() - interval '1 second' where id = ${asked._id}`,
    );
    await server.db.execute(
      sql`update enrolments set seat_hold_until = now() - interval '1 second' where id = ${asked.to.enrolmentId}`,
    );
    const read = async () => done<Transfer>(await desk.admin.get(`/transfers/${asked._id}`));
    expect(await read()).toMatchObject({
      status: 'expired',
      mayDecide: [],
      to: { status: 'expired' },
    });
    expect(codeOf(await desk.decide(desk.admin, asked))).toBe('transferEnded');
    const { rows } = await server.db.execute(
      sql`select status from transfer_requests where id = ${asked._id} union all select status from enrolments where id = ${asked.to.enrolmentId}`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['expired', 'expired']);
    expect((await desk.ask(one, where)).status).toBe('open');
  });

  it('stands in the lists of both branches, by whom it waits for', async () => {
    const one = await desk.sold();
    const target = await desk.target(one, { branch: 'LPB' });
    const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: dayOf(one, 3) });
    expect(asked.waitsFor).toEqual(['from', 'to']);
    const tabOf = async (client: typeof desk.clerk, tab: string) =>
      done<TransferRow[]>(await client.get(`/transfers?tab=${tab}&studentId=${one.studentId}`))
        .length;
    expect([
      await tabOf(desk.admin, 'mine'),
      await tabOf(desk.lpbAdmin, 'mine'),
      await tabOf(desk.owner, 'mine'),
    ]).toEqual([1, 1, 1]);
    const half = done<Transfer>(await desk.decide(desk.admin, asked));
    expect(half).toMatchObject({ status: 'open', waitsFor: ['to'], mayDecide: [] });
    expect([
      await tabOf(desk.admin, 'mine'),
      await tabOf(desk.admin, 'otherBranch'),
      await tabOf(desk.lpbAdmin, 'mine'),
    ]).toEqual([0, 1, 1]);
    expect(codeOf(await desk.decide(desk.admin, half))).toBe('transferEnded');
    done<Transfer>(
      await desk.decide(desk.lpbAdmin, half, { decision: 'refuse', reason: 'full next month' }),
    );
    expect([
      await tabOf(desk.admin, 'refused'),
      await tabOf(desk.lpbAdmin, 'refused'),
      await tabOf(desk.lpbAdmin, 'all'),
    ]).toEqual([1, 1, 1]);
    expect(
      done<Record<string, number>>(await desk.lpbAdmin.get('/transfers/counts')),
    ).toMatchObject({ mine: 0 });
  });

  it('is chosen from cards with seats, clash and price', async () => {
    const one = await desk.sold();
    const [open, clashing] = [await desk.target(one), await desk.target(one, { branch: 'LPB' })];
    const { targets, valueLAK } = done<TransferTargets>(
      await desk.clerk.get(
        `/transfers/targets?enrolmentId=${one.enrolmentId}&effectiveDate=${dayOf(one, 2)}&sameCourse=true`,
      ),
    );
    expect(targets.find(({ classId }) => classId === open._id)).toMatchObject({
      capacity: 10,
      seatsTaken: 0,
      problem: null,
    });
    expect(targets.some(({ classId }) => classId === one.classId || classId === clashing._id)).toBe(
      false,
    );
    const card = targets.find(({ classId }) => classId === open._id);
    expect(card?.differenceLAK).toBe((card?.newLAK ?? 0) - valueLAK);
    const there = done<TransferTargets>(
      await desk.clerk.get(
        `/transfers/targets?enrolmentId=${one.enrolmentId}&branchId=${desk.lpb}&sameCourse=true`,
      ),
    );
    expect(there.targets.map(({ classId }) => classId)).toContain(clashing._id);
  });
});
