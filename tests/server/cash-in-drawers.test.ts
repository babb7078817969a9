import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovedAct } from '#contract/centre/approvals.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { QueueAnswer } from '#contract/reports/overview.ts';
import type { SafeRecord } from '#contract/money/safe.ts';
import type { Shift, ShiftRecord } from '#contract/money/drawers.ts';
import type { Role } from '#contract/roles.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { deviceTable, sessionGapTable } from '#server/db/tables/centre/devices.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { book, cash, insertBook, priced, sendVisit } from '#tests/helpers/visits.ts';

// No cash leaves a drawer that never held it, and none is missed by a count.

const FLOAT = 920_000;
const SALE = 1_000_000;
let server: TestServer;
let clerk: Client;
let finance: Client;
let vte: string;
let drawerId: string;
let studentId: string;
let drawers = 0;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, finance] = [await server.as('staff'), await server.as('finance')];
  vte = await branchId(server.db, 'VTE');
});
afterAll(() => server.close());
beforeEach(async () => {
  drawers += 1;
  const [added] = await server.db
    .insert(drawerTable)
    .values({ branchId: vte, name: `Till ${drawers}` })
    .returning();
  drawerId = String(added?._id);
  studentId = String((await insertProspects(server.db, 1))[0]?._id);
});

const open = async (LAK: number) =>
  done<Shift>(await clerk.post(`/drawers/${drawerId}/open`, { float: { LAK }, reason: 'test' }));
const held = async ({ _id }: Shift) =>
  (await expectedOf(server.db, [_id])).get(_id) ?? { LAK: 0, THB: 0, USD: 0 };
const refusal = (answer: { statusCode: number; json: <T>() => T }) => {
  const { code, error } = answer.json<{ code: string; error: string }>();
  return { status: answer.statusCode, code, error };
};
const sign = (by: Client, role: Role, act: ApprovedAct) =>
  by.post('/auth/approvals', { email: emailOf(role), password, act });
const alertsOf = (kind: 'drawerTooLittle' | 'offlineCash') =>
  server.db
    .select({ detail: alertTable.detail, amountLAK: alertTable.amountLAK })
    .from(alertTable)
    .where(sql`${alertTable.kind} = ${kind} and ${alertTable.detail} like ${`Till ${drawers}%`}`)
    .orderBy(alertTable.at);

async function bookAt(price: number): Promise<string> {
  const _id = await insertBook(server.db);
  await server.db.update(productTable).set({ price }).where(eq(productTable._id, _id));
  return _id;
}

/** A visit of one book, paid in cash. */
async function sale(shift: Shift, price: number, more: object = {}, by = clerk) {
  const visit = await priced(by, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    products: [book(await bookAt(price), studentId)],
    tenders: [cash(price)],
    shiftId: shift._id,
    ...more,
  });
  return sendVisit(by, visit);
}

/** The clerk on this device. */
const clerkOn = (deviceId: string): Client =>
  ({
    get: (path: string) => clerk.get(path, { [DEVICE_HEADER]: deviceId }),
    post: (path: string, body: object, headers: object = {}) =>
      clerk.post(path, body, { ...headers, [DEVICE_HEADER]: deviceId }),
  }) as unknown as Client;

/** The clerk's session names another device with its next request. */
const forgetDevice = () => server.db.update(sessionTable).set({ deviceId: null });

describe('money that leaves a drawer', () => {
  it('is refused as change beyond what the drawer holds together with the tender', async () => {
    const shift = await open(2_000_000);
    const answer = refusal(await sale(shift, 50_000, { tenders: [cash(1_000_000, 'USD')] }));
    expect(answer).toMatchObject({ status: 409, code: 'drawerTooLittle' });
    expect(answer.error).toContain('The drawer holds 2,000,000 kip');
    expect(await held(shift)).toEqual({ LAK: 2_000_000, THB: 0, USD: 0 });
    // The tender itself counts: 500 USD come in, and 90 of them go out again.
    const inDollars = { tenders: [cash(10_000, 'USD')], changeIn: 'USD' };
    done(await sale(shift, 50_000, inDollars));
    expect((await held(shift)).USD).toBeLessThan(10_000);
  });

  it('is change down to the part that was chosen, unless all is kept', async () => {
    const shift = await open(100_000);
    const bill = { products: [book(await bookAt(2_600_000), studentId, { giveNow: false })] };
    const tenders = [cash(833_000)];
    const part = done<VisitAnswer>(await sale(shift, 0, { ...bill, tenders, partLAK: 780_000 }));
    expect(part).toMatchObject({
      order: { paidLAK: 780_000 },
      change: [{ currency: 'LAK', amount: 53_000 }],
    });
    expect((await held(shift)).LAK).toBe(880_000);
    const all = done<VisitAnswer>(await sale(shift, 0, { ...bill, tenders, partLAK: null }));
    expect(all).toMatchObject({ order: { paidLAK: 833_000 }, change: [] });
    // A later payment of the rest goes by the same rule.
    const [orderId, expectedBalance] = [all.order?._id, 1_767_000];
    const paid = done<OrderPaid>(
      await clerk.post(`/orders/${orderId}/payments`, {
        debts: [{ orderId, expectedBalance }],
        tenders: [cash(500_000)],
        shiftId: shift._id,
        partLAK: 467_000,
      }),
    );
    expect(paid).toMatchObject({ change: [{ amount: 33_000 }], toCreditLAK: 0 });
  });

  it('is refused in every other way out too, and a blind branch is not told the sum', async () => {
    const shift = await open(100_000);
    const out = {
      kind: 'paidOut',
      paidOutKind: 'safe',
      currency: 'USD',
      amount: 9000,
      reason: 'x',
      receivedBy: 'Noy',
    };
    const answer = refusal(await clerk.post(`/shifts/${shift._id}/movements`, out));
    expect(answer).toMatchObject({ status: 409, code: 'drawerTooLittle' });
    expect(answer.error).toContain('The drawer holds 0.00 USD');
    await server.db.execute(sql`update branches set blind_count = true where id = ${vte}`);
    const blind = refusal(await clerk.post(`/shifts/${shift._id}/movements`, out));
    await server.db.execute(sql`update branches set blind_count = false where id = ${vte}`);
    expect(blind.code).toBe('drawerTooLittle');
    expect(blind.error).not.toContain('0.00');
  });

  it('is accepted from a device that was offline, with an alert and a row for finance', async () => {
    const shift = await open(100_000);
    const taken = {
      tenders: [cash(10_000, 'USD')],
      takenOfflineAt: new Date().toISOString(),
      changeGiven: [{ currency: 'LAK', amount: 1_000_000 }],
    };
    const deviceId = randomUUID();
    await forgetDevice();
    const sent = () => sale(shift, 50_000, taken, clerkOn(deviceId));
    // The server heard the device all the time, so its word is not enough.
    expect(refusal(await sent())).toMatchObject({ status: 409, code: 'drawerTooLittle' });
    const [from, until] = [-600_000, 0].map((ms) => new Date(Date.now() + ms).toISOString());
    await server.db
      .insert(sessionGapTable)
      .values({ deviceId, from: String(from), until: String(until) });
    done(await sent());
    expect((await held(shift)).LAK).toBe(-900_000);
    expect(await alertsOf('drawerTooLittle')).toMatchObject([{ amountLAK: 900_000 }]);
    const { rows } = done<QueueAnswer>(await finance.get('/overview/queue'));
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'shortDrawer',
        name: `Till ${drawers}`,
        detail: '-900,000 LAK',
      }),
    );
  });
});

describe('cash that is said to be counted before', () => {
  let deviceId: string;
  let then: Shift;
  const during = () => new Date(Date.parse(then.openedAt) + 1).toISOString();
  /** The device was silent while the drawer was open, and the drawer was counted then. */
  async function countedWith(surplus: number): Promise<Shift> {
    then = await open(FLOAT);
    const counted = { LAK: FLOAT + surplus };
    done(
      await clerk.post(`/shifts/${then._id}/close`, {
        counted,
        left: { LAK: FLOAT },
        safeReceivedBy: 'Noy',
        reason: 'counted twice',
      }),
    );
    return open(FLOAT);
  }
  async function wasSilent(): Promise<void> {
    const [from, until] = [-60_000, 60_000].map((ms) =>
      new Date(Date.parse(then.openedAt) + ms).toISOString(),
    );
    await server.db
      .insert(sessionGapTable)
      .values({ deviceId, from: String(from), until: String(until) });
  }
  beforeEach(async () => {
    deviceId = randomUUID();
    await forgetDevice();
    done(await clerkOn(deviceId).get('/auth/me'));
  });
  const taken = async (shift: Shift, price: number, takenOfflineAt = during()) =>
    done<VisitAnswer>(
      await sale(shift, price, { takenOfflineAt, changeGiven: [] }, clerkOn(deviceId)),
    ).offlineCash;

  it('stays in the open drawer where the earlier count was exact', async () => {
    const now = await countedWith(0);
    await wasSilent();
    expect(await taken(now, SALE)).toMatchObject({
      why: 'aboveSurplus',
      inDrawer: [{ currency: 'LAK', amount: SALE }],
    });
    expect((await held(now)).LAK).toBe(1_920_000);
    expect(await alertsOf('offlineCash')).toMatchObject([{ amountLAK: SALE }]);
  });

  it('leaves the open drawer up to the surplus of the earlier count, once', async () => {
    const now = await countedWith(300_000);
    await wasSilent();
    await taken(now, SALE);
    expect((await held(now)).LAK).toBe(1_620_000);
    await taken(now, 200_000);
    expect((await held(now)).LAK).toBe(1_820_000);
    expect(await alertsOf('offlineCash')).toMatchObject([
      { amountLAK: 700_000 },
      { amountLAK: 200_000 },
    ]);
  });

  it('is wholly answered by a surplus that is large enough, without a word', async () => {
    const now = await countedWith(SALE);
    await wasSilent();
    expect(await taken(now, SALE)).toBeNull();
    expect((await held(now)).LAK).toBe(FLOAT);
    expect(await alertsOf('offlineCash')).toEqual([]);
  });

  it('is taken as of now for an hour in which the device spoke, and for one of long ago', async () => {
    const now = await countedWith(SALE);
    expect(await taken(now, SALE)).toMatchObject({ why: 'notSilent', countedAt: null });
    expect((await held(now)).LAK).toBe(1_920_000);
    expect(await taken(now, SALE, '1970-01-01T00:00:00.000Z')).toMatchObject({ why: 'notSilent' });
    expect((await held(now)).LAK).toBe(2_920_000);
    expect(await alertsOf('offlineCash')).toHaveLength(2);
  });

  it('is taken as of now for a time that is still to come, with a note and an alert', async () => {
    const now = await countedWith(SALE);
    await wasSilent();
    const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    // A clock that is a little ahead is no lie.
    expect(await taken(now, 50_000, ahead(5))).toBeNull();
    expect(await taken(now, SALE, ahead(60))).toMatchObject({
      why: 'inFuture',
      countedAt: null,
      inDrawer: [{ currency: 'LAK', amount: SALE }],
    });
    expect((await held(now)).LAK).toBe(FLOAT + 50_000 + SALE);
    expect(await alertsOf('offlineCash')).toMatchObject([{ amountLAK: SALE }]);
  });

  describe('beyond the surplus of its count', () => {
    /** The offline cash that the open drawer shows, and the act that a second person signs. */
    async function toSign(now: Shift) {
      const { offlineCash } = done<ShiftRecord>(await clerk.get(`/shifts/${now._id}`));
      const [row] = offlineCash;
      const act: ApprovedAct = {
        kind: 'offlineCash',
        branchId: vte,
        shiftId: now._id,
        offlineCashId: row?._id ?? '',
        sums: row?.sums ?? { LAK: 0, THB: 0, USD: 0 },
      };
      return { row, act };
    }
    const answer = (by: Client, now: Shift, offlineCashId: string, token: string | null) =>
      by.post(`/shifts/${now._id}/counted-before`, { offlineCashId, approvalToken: token });

    it('leaves the open drawer when finance signs, once, and with an alert', async () => {
      const now = await countedWith(300_000);
      await wasSilent();
      const note = await taken(now, SALE);
      const { row, act } = await toSign(now);
      expect(note).toMatchObject({ offlineCashId: row?._id, shiftId: now._id });
      expect(row).toMatchObject({ sums: { LAK: 700_000, THB: 0, USD: 0 }, isOwn: true });
      const cashId = String(row?._id);
      expect(refusal(await answer(clerk, now, cashId, null)).status).toBe(403);
      expect((await sign(clerk, 'admin', act)).statusCode).toBe(422);
      const { token } = done<ApprovalAnswer>(await sign(clerk, 'finance', act));
      done(await answer(clerk, now, cashId, token));
      expect((await held(now)).LAK).toBe(FLOAT);
      expect(await alertsOf('offlineCash')).toMatchObject([
        { amountLAK: 700_000 },
        { amountLAK: 700_000, detail: `Till ${drawers} · ${row?.receiptNumber}` },
      ]);
      expect((await toSign(now)).row).toBeUndefined();
      expect(refusal(await answer(finance, now, cashId, null)).code).toBe('stepNotAllowed');
      // The surplus is used up, and the signature was for this cash only.
      await taken(now, 200_000);
      expect((await held(now)).LAK).toBe(FLOAT + 200_000);
    });

    it('is not signed for with other sums, and not by the person who sent it', async () => {
      const now = await countedWith(0);
      await wasSilent();
      await taken(now, SALE);
      const { row, act } = await toSign(now);
      const other = { ...act, sums: { LAK: SALE - 1, THB: 0, USD: 0 } } as ApprovedAct;
      const { token } = done<ApprovalAnswer>(await sign(clerk, 'finance', other));
      expect(refusal(await answer(clerk, now, String(row?._id), token)).code).toBe('approvalEnded');
      done(await answer(finance, now, String(row?._id), null));
      expect((await held(now)).LAK).toBe(FLOAT);
      // Finance sends a visit of their own: only another person may sign.
      const own = { takenOfflineAt: during(), changeGiven: [] };
      const device = { [DEVICE_HEADER]: deviceId };
      const onDevice = {
        get: (path: string) => finance.get(path, device),
        post: (path: string, body: object, headers: object = {}) =>
          finance.post(path, body, { ...headers, ...device }),
      } as unknown as Client;
      await forgetDevice();
      done(await sale(now, 50_000, own, onDevice));
      const mine = await toSign(now);
      const mineId = String(mine.row?._id);
      expect(refusal(await answer(finance, now, mineId, null)).code).toBe('offlineCashByYou');
      const signed = done<ApprovalAnswer>(await sign(clerk, 'finance', mine.act));
      expect(refusal(await answer(clerk, now, mineId, signed.token)).code).toBe('offlineCashByYou');
    });

    it('comes back into the drawer when the visit is void because the cash never came', async () => {
      const now = await countedWith(0);
      await wasSilent();
      const sold = await sale(
        now,
        SALE,
        { takenOfflineAt: during(), changeGiven: [] },
        clerkOn(deviceId),
      );
      const orderId = String(done<VisitAnswer>(sold).order?._id);
      const { row } = await toSign(now);
      done(await answer(finance, now, String(row?._id), null));
      expect(refusal(await clerk.post(`/visits/${orderId}/undo`, {})).code).toBe('refundFirst');
      done(
        await finance.post(`/orders/${orderId}/void`, {
          reason: 'never came',
          moneyBack: false,
          expectedCame: SALE,
        }),
      );
      expect((await held(now)).LAK).toBe(FLOAT);
      // Cash that is void already cannot be signed for any more.
      const again = await sale(
        now,
        SALE,
        { takenOfflineAt: during(), changeGiven: [] },
        clerkOn(deviceId),
      );
      const { row: other } = await toSign(now);
      done(
        await finance.post(`/orders/${done<VisitAnswer>(again).order?._id}/void`, {
          reason: 'never came',
          moneyBack: true,
          expectedCame: SALE,
        }),
      );
      expect((await toSign(now)).row).toBeUndefined();
      expect(refusal(await answer(finance, now, String(other?._id), null)).code).toBe(
        'stepNotAllowed',
      );
    });
  });

  it('is not undone by the clerk alone, and comes back where it had never come', async () => {
    const now = await countedWith(SALE);
    await wasSilent();
    const answer = done<VisitAnswer>(
      await sale(now, SALE, { takenOfflineAt: during(), changeGiven: [] }, clerkOn(deviceId)),
    );
    const orderId = String(answer.order?._id);
    expect(answer.undoUntil).toBe(answer.at);
    expect(refusal(await clerk.post(`/visits/${orderId}/undo`, {})).code).toBe('refundFirst');
    done(
      await finance.post(`/orders/${orderId}/void`, {
        reason: 'never came',
        moneyBack: false,
        expectedCame: SALE,
      }),
    );
    expect((await held(now)).LAK).toBe(FLOAT);
  });
});

describe('the silence of a device', () => {
  const rows = (deviceId: string) =>
    server.db.select().from(sessionGapTable).where(eq(sessionGapTable.deviceId, deviceId));
  const heardAgo = (deviceId: string, minutes: number) =>
    server.db
      .update(deviceTable)
      .set({
        lastHeardAt: sql`clock_timestamp() - make_interval(mins => ${minutes}::int)` as never,
      })
      .where(eq(deviceTable.deviceId, deviceId));

  it('is a row after more than five minutes, through a sign-out too, and goes after 72 hours', async () => {
    const deviceId = randomUUID();
    const named = { [DEVICE_HEADER]: deviceId };
    const first = await server.as('admin');
    done(await first.get('/auth/me', named));
    await heardAgo(deviceId, 4);
    done(await first.post('/auth/logout', {}, named));
    const second = await server.as('admin');
    done(await second.get('/auth/me', named));
    expect(await rows(deviceId)).toEqual([]);
    await heardAgo(deviceId, 6);
    const third = await server.as('admin');
    done(await third.get('/auth/me', named));
    expect(await rows(deviceId)).toHaveLength(1);
    // A session keeps its device, so another name makes no silence.
    done(await third.get('/auth/me', { [DEVICE_HEADER]: randomUUID() }));
    const [session] = await server.db
      .select()
      .from(sessionTable)
      .where(eq(sessionTable.deviceId, deviceId))
      .limit(1);
    expect(session?.lastUsedAt).toBeTruthy();
    await server.db
      .update(sessionGapTable)
      .set({ until: sql`clock_timestamp() - interval '73 hours'` as never })
      .where(eq(sessionGapTable.deviceId, deviceId));
    await tidy(server.db);
    expect(await rows(deviceId)).toEqual([]);
  });
});

it('a count is refused when money moved since its screen showed the expected sums', async () => {
  const shift = await open(FLOAT);
  const shown = await held(shift);
  done(
    await clerk.post(`/shifts/${shift._id}/movements`, {
      kind: 'paidIn',
      currency: 'LAK',
      amount: 20_000,
      reason: 'coins',
    }),
  );
  const close = (expected: object) =>
    clerk.post(`/shifts/${shift._id}/close`, { counted: shown, left: shown, expected });
  expect(refusal(await close(shown))).toMatchObject({ status: 409, code: 'countOutdated' });
  const now = await held(shift);
  expect(done<Shift>(await close(now))).toMatchObject({ difference: { LAK: -20_000 } });

  const { balance } = done<SafeRecord>(await finance.get('/safe'));
  const count = (expected: object) =>
    finance.post('/safe/counts', { branchId: vte, counted: balance, expected, reason: '' });
  expect(refusal(await count({ ...balance, LAK: balance.LAK + 1 }))).toMatchObject({
    status: 409,
    code: 'countOutdated',
  });
  done(await count(balance));
});
