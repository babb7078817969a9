import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { DayRecord } from '#contract/money/days.ts';
import { downToStep } from '#contract/money/cash.ts';
import {
  PAID_OUT_LIMIT_LAK,
  type Drawer,
  type Shift,
  type ShiftRecord,
} from '#contract/money/drawers.ts';
import type { SafeRecord } from '#contract/money/safe.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import {
  branchId,
  emailOf,
  moveTo,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let clerk: Client;
let finance: Client;
let drawerId: string;
let drawers = 0;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  finance = await server.as('finance');
});
afterAll(() => server.close());
beforeEach(async () => {
  drawers += 1;
  const [added] = await server.db
    .insert(drawerTable)
    .values({ branchId: await branchId(server.db, 'VTE'), name: `Test ${drawers}` })
    .returning();
  drawerId = String(added?._id);
});

const float = { LAK: 500_000, THB: 20_000 };
const open = (client = clerk, more: object = {}) =>
  client.post(`/drawers/${drawerId}/open`, { float, ...more });
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;
const move = (shift: Shift, more: object) =>
  clerk.post(`/shifts/${shift._id}/movements`, {
    currency: 'LAK',
    amount: 100_000,
    reason: 'x',
    ...more,
  });
const close = (shift: Shift, counted: object, more: object = {}) =>
  clerk.post(`/shifts/${shift._id}/close`, { counted, left: counted, ...more });

describe('a drawer', () => {
  it('is there from the start in every branch, and counts what goes in and out of it', async () => {
    const [desk] = (await clerk.get('/drawers')).json<Drawer[]>();
    expect(desk).toMatchObject({ name: 'Desk 1', shift: null, left: null });
    const shift = done<Shift>(await open());
    expect(shift).toMatchObject({
      expected: { LAK: 500_000, THB: 20_000, USD: 0 },
      closedAt: null,
    });
    done(await move(shift, { kind: 'paidIn' }));
    done(await move(shift, { kind: 'paidOut', paidOutKind: 'expense', amount: 250_000 }));
    const now = (await clerk.get(`/shifts/${shift._id}`)).json<ShiftRecord>();
    expect(now.expected).toEqual({ LAK: 350_000, THB: 20_000, USD: 0 });
    expect(now.movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['paidOut', -250_000],
      ['paidIn', 100_000],
      ['float', 20_000],
      ['float', 500_000],
    ]);
    expect(
      codeOf(await move(shift, { kind: 'paidOut', paidOutKind: 'safe', amount: 350_500 })),
    ).toBe('drawerTooLittle');
    expect((await move(shift, { kind: 'paidOut' })).statusCode).toBe(400);
  });

  it('holds only sums that notes and coins give', async () => {
    const answers = async (answer: Promise<{ json: <T>() => T }>) =>
      (await answer).json<{ fields?: object }>().fields;
    const half = { THB: 20_050 };
    const refused = expect.stringContaining('steps of 1 THB') as string;
    expect(await answers(open(clerk, { float: half }))).toEqual({ 'float.THB': refused });
    expect(
      await answers(open(clerk, { float: { LAK: 100 }, fromSafe: { LAK: 100 }, takenBy: 'Noy' })),
    ).toMatchObject({ 'float.LAK': expect.stringContaining('500 LAK') as string });
    const shift = done<Shift>(await open());
    const baht = { currency: 'THB', amount: 50 };
    expect(await answers(move(shift, { kind: 'paidIn', ...baht }))).toEqual({ amount: refused });
    expect(
      await answers(move(shift, { kind: 'paidOut', paidOutKind: 'expense', ...baht })),
    ).toEqual({ amount: refused });
    expect(await answers(close(shift, float, { left: half, safeReceivedBy: 'Noy' }))).toMatchObject(
      { 'left.THB': refused },
    );
    expect(await answers(close(shift, { ...float, ...half }))).toMatchObject({
      'counted.THB': refused,
    });
    expect(
      await answers(
        finance.post('/safe/movements', {
          branchId: shift.branchId,
          kind: 'toDrawer',
          drawerId,
          receivedBy: 'Noy',
          ...baht,
        }),
      ),
    ).toEqual({ amount: refused });
  });

  it('is opened once, however many try', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => open()));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 201).map(codeOf))).toEqual(
      new Set(['drawerOpen']),
    );
  });

  it('keeps its float, sends the rest into the safe, and is opened tomorrow with what it kept', async () => {
    const shift = done<Shift>(await open());
    const closed = done<Shift>(
      await close(
        shift,
        { LAK: 500_000, THB: 20_000 },
        { left: { LAK: 300_000 }, safeReceivedBy: 'Noy' },
      ),
    );
    expect(closed).toMatchObject({
      counts: { LAK: 500_000, THB: 20_000, USD: 0 },
      difference: { LAK: 0, THB: 0, USD: 0 },
      toBeAccepted: false,
    });
    expect(codeOf(await move(shift, { kind: 'paidIn' }))).toBe('shiftClosed');
    expect((await open()).json()).toMatchObject({
      fields: { reason: expect.any(String) as string },
    });
    done(await open(clerk, { float: { LAK: 300_000 } }));
  });

  it('is closed with a small difference, and with a large one only until somebody else accepts it', async () => {
    const small = done<Shift>(
      await close(done<Shift>(await open()), { LAK: 470_000, THB: 20_000 }),
    );
    expect(small).toMatchObject({ toBeAccepted: false, difference: { LAK: -30_000 } });
    const shift = done<Shift>(await open(finance, { reason: 'note found' }));
    expect((await close(shift, { LAK: 531_000, THB: 20_000 })).statusCode).toBe(400);
    // Over in one currency and short in another is not netted.
    expect(
      done<Shift>(await close(shift, { LAK: 531_000, THB: 15_400 }, { reason: 'exchanged' })),
    ).toMatchObject({ toBeAccepted: true });
    expect((await clerk.post(`/shifts/${shift._id}/accept`, { reason: 'ok' })).statusCode).toBe(
      403,
    );
    expect(
      done<Shift>(await finance.post(`/shifts/${shift._id}/accept`, { reason: 'seen' })),
    ).toMatchObject({ toBeAccepted: false });
  });

  it('is closed at once where a second person signs for the difference on the screen of who counted', async () => {
    const shift = done<Shift>(await open());
    const { _id: shiftId, branchId: inBranch } = shift;
    const words = {
      email: emailOf('finance'),
      password,
      act: {
        kind: 'difference',
        branchId: inBranch,
        shiftId,
        counted: { LAK: 440_000, THB: 20_000, USD: 0 },
        expected: { LAK: 500_000, THB: 20_000, USD: 0 },
      },
    };
    const { token } = done<ApprovalAnswer>(await clerk.post('/auth/approvals', words));
    const closed = done<Shift>(
      await close(
        shift,
        { LAK: 440_000, THB: 20_000 },
        { reason: 'note missing', approvalToken: token },
      ),
    );
    expect(closed).toMatchObject({ toBeAccepted: false, difference: { LAK: -60_000 } });
    const { closing, movements } = (await clerk.get(`/shifts/${shiftId}`)).json<ShiftRecord>();
    expect(closing).toMatchObject({
      left: { LAK: 440_000, THB: 20_000, USD: 0 },
      reason: 'note missing',
      acceptedBy: 'Khamphone Inthavong',
    });
    expect(movements.every(({ by }) => by !== '')).toBe(true);
    const [drawer] = (await clerk.get('/drawers'))
      .json<Drawer[]>()
      .filter(({ _id }) => _id === drawerId);
    expect(drawer).toMatchObject({ lastShiftId: shiftId, left: { LAK: 440_000 } });
  });

  it('gives money to another drawer in one write, however many desks do so at once in both directions', async () => {
    const mine = done<Shift>(await open());
    const [added] = await server.db
      .insert(drawerTable)
      .values({ branchId: mine.branchId, name: `Other ${drawers}` })
      .returning();
    const otherId = String(added?._id);
    const give = (from: Shift, toDrawerId: string, amount: number) =>
      move(from, {
        kind: 'paidOut',
        paidOutKind: 'otherDrawer',
        toDrawerId,
        amount,
        reason: 'small notes',
      });
    expect(codeOf(await give(mine, otherId, 1000))).toBe('otherDrawerClosed');
    expect((await give(mine, drawerId, 1000)).json()).toMatchObject({
      fields: { toDrawerId: expect.any(String) as string },
    });
    expect((await move(mine, { kind: 'paidOut', paidOutKind: 'otherDrawer' })).statusCode).toBe(
      400,
    );
    const other = done<Shift>(
      await clerk.post(`/drawers/${otherId}/open`, { float: { LAK: 100_000 } }),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_one, n) =>
        n % 2 === 0 ? give(mine, otherId, 60_000) : give(other, drawerId, 50_000),
      ),
    );
    // A busy machine may hold a lock for so long that a desk is asked to try again (503).
    for (const { statusCode } of answers) expect([200, 409, 503]).toContain(statusCode);
    const went = answers.filter(({ statusCode }, n) => statusCode === 200 && n % 2 === 0).length;
    const came = answers.filter(({ statusCode }, n) => statusCode === 200 && n % 2 === 1).length;
    const [a, b] = await Promise.all(
      [mine, other].map(async ({ _id }) => (await clerk.get(`/shifts/${_id}`)).json<ShiftRecord>()),
    );
    expect(a?.expected?.LAK).toBe(500_000 - went * 60_000 + came * 50_000);
    expect(b?.expected?.LAK).toBe(100_000 + went * 60_000 - came * 50_000);
    expect(a?.movements.find(({ kind }) => kind === 'paidOut')).toMatchObject({
      reason: `${mine.drawerName} → ${other.drawerName}: small notes`,
    });
    // A drawer that nobody has counted since another day takes no money.
    await server.db
      .update(shiftTable)
      .set({ day: '2020-01-01' })
      .where(eq(shiftTable._id, other._id));
    expect(codeOf(await give(mine, otherId, 1000))).toBe('shiftOfYesterday');
    expect((await clerk.get(`/shifts/${mine._id}`)).json<ShiftRecord>().expected).toEqual(
      a?.expected,
    );
  });

  it('of yesterday is counted, but takes no money', async () => {
    const shift = done<Shift>(await open());
    await server.db
      .update(shiftTable)
      .set({ day: '2020-01-01' })
      .where(eq(shiftTable._id, shift._id));
    expect(codeOf(await move(shift, { kind: 'paidIn' }))).toBe('shiftOfYesterday');
    done(await close(shift, float));
  });

  it('takes nothing in a closed day', async () => {
    const shift = done<Shift>(await open());
    await server.db.execute(
      sql`insert into days (branch_id, day, closed_at) values (${shift.branchId}, ${shift.day}, now())`,
    );
    expect(codeOf(await move(shift, { kind: 'paidIn' }))).toBe('dayClosed');
    await server.db.execute(sql`delete from days`);
  });

  it('that is counted blind tells the clerk nothing before the count', async () => {
    await server.db.update(branchTable).set({ blindCount: true });
    const shift = done<Shift>(await open());
    expect(shift.expected).toBeNull();
    expect((await clerk.get(`/shifts/${shift._id}`)).json()).toMatchObject({
      movements: [],
      float: { LAK: 500_000, THB: 20_000, USD: 0 },
    });
    expect((await finance.get(`/shifts/${shift._id}`)).json<Shift>().expected).toMatchObject(float);
    expect(done<Shift>(await close(shift, { LAK: 400_000, THB: 20_000 }))).toMatchObject({
      expected: float,
      difference: { LAK: -100_000 },
      toBeAccepted: true,
    });
    await server.db.update(branchTable).set({ blindCount: false });
  });

  it('of another branch is not seen and not opened', async () => {
    await moveTo(server.db, 'staff', 'LPB');
    const other = await server.as('staff');
    expect((await other.get('/drawers')).json<Drawer[]>().map(({ name }) => name)).toEqual([
      'Desk 1',
    ]);
    expect((await open(other)).statusCode).toBe(404);
    await moveTo(server.db, 'staff', 'VTE');
  });
});

it('money paid out above the limit of a person and day is signed by a second person', async () => {
  const own = done<Shift>(await open(clerk, { float: { LAK: 9_000_000 }, reason: 'market day' }));
  const payOut = (amount: number, more: object = {}) =>
    move(own, { kind: 'paidOut', paidOutKind: 'expense', amount, reason: 'rent', ...more });
  const { rows } = await server.db.execute<{ sum: string }>(sql`
    select coalesce(-sum(amount), 0) as sum from drawer_movements
    where paid_out_kind in ('expense', 'bank') and currency = 'LAK'`);
  const room = PAID_OUT_LIMIT_LAK - Number(rows[0]?.sum);
  const quarter = downToStep(room / 4, 500);
  for (const part of [quarter, quarter, quarter, room - 3 * quarter]) done(await payOut(part));
  const refused = await payOut(1000);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'paidOutAboveLimit',
      error:
        'With this you have paid out 1,001,000 LAK today, more than the limit. A second person has to approve it.',
    },
  ]);
  done(await payOut(2_000_000, { paidOutKind: 'safe' }));
  const act = {
    kind: 'paidOut',
    branchId: own.branchId,
    shiftId: own._id,
    paidOutKind: 'expense',
    currency: 'LAK',
    amount: 1000,
  };
  const { token } = done<ApprovalAnswer>(
    await clerk.post('/auth/approvals', { email: emailOf('finance'), password, act }),
  );
  expect(codeOf(await payOut(1500, { approvalToken: token }))).toBe('approvalEnded');
  done(await payOut(1000, { approvalToken: token }));
  expect(
    await server.db.select().from(alertTable).where(eq(alertTable.kind, 'paidOutAboveLimit')),
  ).toMatchObject([{ branchId: own.branchId, detail: own.drawerName, amountLAK: 1_001_000 }]);
});

describe('money from the safe at the opening', () => {
  it('leaves the safe, is no difference, and what remains stands on the day', async () => {
    const vte = await branchId(server.db, 'VTE');
    const safeNow = async () =>
      done<SafeRecord>(await finance.get(`/safe?branchId=${vte}`)).balance;
    const first = done<Shift>(await open());
    expect(first.openingDifference).toBeNull();
    done(
      await close(
        first,
        { LAK: 500_000, THB: 20_000 },
        { left: { LAK: 300_000 }, safeReceivedBy: 'Noy' },
      ),
    );
    const before = await safeNow();
    // 100,000 kip and 150 baht more than was left; all baht and 80,000 kip are from the safe.
    const float400 = { LAK: 400_000, THB: 15_000 };
    const fromSafe = { LAK: 80_000, THB: 15_000 };
    expect((await open(clerk, { float: float400, fromSafe, reason: 'x' })).json()).toMatchObject({
      fields: { takenBy: expect.any(String) as string },
    });
    expect((await open(clerk, { float: float400, fromSafe, takenBy: 'Noy' })).json()).toMatchObject(
      { fields: { reason: expect.any(String) as string } },
    );
    const all = { THB: 900_000_000, USD: 900_000 };
    const tooMuch = { float: { LAK: 300_000, ...all }, fromSafe: all, takenBy: 'Noy' };
    const short = await open(clerk, tooMuch);
    expect(codeOf(short)).toBe('safeTooLittle');
    expect(short.json()).toMatchObject({ error: 'There is not enough THB, USD in the safe' });
    const shift = done<Shift>(
      await open(clerk, { float: float400, fromSafe, takenBy: 'Noy', reason: 'found 20,000' }),
    );
    expect(shift).toMatchObject({
      expected: { LAK: 400_000, THB: 15_000, USD: 0 },
      openingDifference: { LAK: 20_000, THB: 0, USD: 0 },
    });
    expect(await safeNow()).toEqual({
      ...before,
      LAK: before.LAK - 80_000,
      THB: before.THB - 15_000,
    });
    const { totals } = done<DayRecord>(await finance.get(`/days/${shift.day}?branchId=${vte}`));
    expect(totals.drawers).toContainEqual(
      expect.objectContaining({
        shiftId: shift._id,
        openingDifference: { LAK: 20_000, THB: 0, USD: 0 },
      }),
    );
    // Both sides of the movement name who took the money.
    const { rows } = await server.db.execute<{ amount: string }>(sql`
      select -m.amount as amount from safe_movements m
      join drawer_movements d on d.id = m.drawer_movement_id
      where d.shift_id = ${shift._id} and m.kind = 'toDrawer' and m.received_by = 'Noy'
      order by m.currency`);
    expect(rows.map(({ amount }) => Number(amount))).toEqual([80_000, 15_000]);
  });
});

it('an opening difference above the limit needs a second person, who signs for its sums', async () => {
  const first = done<Shift>(await open());
  const left = { LAK: 500_000, THB: 20_000, USD: 0 };
  done(await clerk.post(`/shifts/${first._id}/close`, { counted: left, left }));
  const reason = 'notes were missing';
  // 30,000 kip are the limit of the branch; the currencies are never netted.
  const less = (LAK: number) => ({ float: { ...left, LAK }, reason });
  const refused = await clerk.post(`/drawers/${drawerId}/open`, less(469_500));
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'openingDifferenceAboveLimit']);
  expect(codeOf(await finance.post(`/drawers/${drawerId}/open`, less(469_500)))).toBe(
    'openingDifferenceAboveLimit',
  );
  const act = {
    kind: 'openingDifference',
    branchId: await branchId(server.db, 'VTE'),
    drawerId,
    counted: { ...left, LAK: 469_500 },
    expected: left,
  };
  const signed = await clerk.post('/auth/approvals', {
    email: emailOf('finance'),
    password,
    act,
  });
  const approvalToken = done<ApprovalAnswer>(signed).token;
  expect(
    codeOf(await clerk.post(`/drawers/${drawerId}/open`, { ...less(400_000), approvalToken })),
  ).toBe('approvalEnded');
  const opened = done<Shift>(
    await clerk.post(`/drawers/${drawerId}/open`, { ...less(469_500), approvalToken }),
  );
  expect(opened.openingDifference).toEqual({ LAK: -30_500, THB: 0, USD: 0 });
});

it('an opening difference up to the limit, and money from the safe, need no second person', async () => {
  const first = done<Shift>(await open());
  const left = { LAK: 500_000, THB: 20_000, USD: 0 };
  done(await clerk.post(`/shifts/${first._id}/close`, { counted: left, left }));
  const float = { ...left, LAK: 470_000 };
  done(await clerk.post(`/drawers/${drawerId}/open`, { float, reason: 'notes were missing' }));
});
