import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderPage, OrderPagePayment } from '#contract/orders/order-page.ts';
import type { PaymentMended } from '#contract/orders/payment-mends.ts';
import type { Slip } from '#contract/money/verify.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { leavingFiles } from '#server/safekeeping/centre-exports/picture-files.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { png, uploaded } from '#tests/helpers/pictures.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  openDrawer,
  priced,
  sendVisit,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let clerk: Client;
let finance: Client;
let vte: string;
let lpb: string;
let product: string;
let shiftId: string;
let accounts: string[];
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, clerk, finance] = [
    await server.as('superadmin'),
    await server.as('admin'),
    await server.as('staff'),
    await server.as('finance'),
  ];
  [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  product = await insertBook(server.db);
  shiftId = (await openDrawer(clerk))._id;
  const rows = await server.db
    .select()
    .from(bankAccountTable)
    .where(and(eq(bankAccountTable.branchId, vte), eq(bankAccountTable.currency, 'LAK')));
  accounts = rows.map(({ _id }) => _id);
});
afterAll(() => server.close());

const bank = (slipFileId: string | null, more: object = {}) => ({
  key: randomUUID(),
  method: 'transfer',
  tendered: BOOK,
  bankAccountId: accounts[0],
  reference: randomUUID().slice(0, 8),
  slipFileId,
  ...more,
});

/** Sells one book for these tenders. */
async function sell(tenders: object[], by = clerk): Promise<Answer> {
  const studentKey = String((await insertProspects(server.db, 1))[0]?._id);
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey },
    products: [book(product, studentKey)],
    tenders,
    shiftId,
  };
  return sendVisit(by, await priced(by, visit));
}

/** The order of a sale and its newest payment. */
async function sold(answer: Promise<Answer>) {
  const orderId = String(done<VisitAnswer>(await answer).order?._id);
  return paymentOf(orderId);
}
async function paymentOf(orderId: string) {
  const order = done<OrderPage>(await clerk.get(`/orders/${orderId}`));
  const live = order.payments.find(({ state }) => state !== 'void' && state !== 'rejected');
  return { orderId, payment: live as OrderPagePayment };
}
const payLater = (orderId: string, tender: object) =>
  clerk.post(`/orders/${orderId}/payments`, {
    debts: [{ orderId, expectedBalance: BOOK }],
    tenders: [tender],
  });
const mend = (paymentId: string, more: object) =>
  finance.post(`/payments/${paymentId}/mend`, {
    method: 'qr',
    tendered: BOOK,
    bankAccountId: accounts[0],
    reference: randomUUID().slice(0, 8),
    reason: 'the wrong way',
    ...more,
  });

const unknown = 'The file was not found. Upload it again';
const taken = 'This photo belongs to another payment. Take another one';

describe('a photo of a slip', () => {
  it('goes with a payment of the desk, and finance sees and confirms it', async () => {
    const slipFileId = await uploaded(clerk, 'slip');
    const { orderId, payment } = await sold(sell([bank(slipFileId)]));
    const slips = done<Slip[]>(await finance.get('/verification/slips'));
    const slip = slips.find(({ _id }) => _id === payment._id);
    expect(slip?.slipFileId).toBe(slipFileId);
    expect((await finance.get(`/files/${slipFileId}`)).rawPayload.equals(png)).toBe(true);
    done(await finance.post(`/verification/slips/${payment._id}/confirm`, {}));
    expect((await paymentOf(orderId)).payment).toMatchObject({ state: 'confirmed', slipFileId });
  });

  it('may come from a colleague who began the visit, and from an admin who does not see slips', async () => {
    expect((await sell([bank(await uploaded(finance, 'slip'))])).statusCode).toBe(201);
    const ofAdmin = await uploaded(admin, 'slip');
    expect((await sell([bank(ofAdmin)], admin)).statusCode).toBe(201);
    expect((await admin.get(`/files/${ofAdmin}`)).statusCode).toBe(404);
    const ofOwner = await uploaded(owner, 'slip', vte);
    expect((await sell([bank(ofOwner)], owner)).statusCode).toBe(201);
  });

  it('goes with a later payment, and is recorded again after finance rejected it', async () => {
    const { orderId, payment } = await sold(sell([bank(await uploaded(clerk, 'slip'))]));
    const { slipFileId } = payment;
    done(
      await finance.post(`/verification/slips/${payment._id}/reject`, { reason: 'another sum' }),
    );
    // Another family cannot pay with the photo of this one.
    expect((await sell([bank(slipFileId)])).json()).toMatchObject({
      fields: { 'tenders.0.slipFileId': taken },
    });
    expect((await payLater(orderId, bank(slipFileId))).statusCode).toBe(200);
    expect((await paymentOf(orderId)).payment).toMatchObject({ state: 'pending', slipFileId });
  });

  it('stays with a mended payment, unless another one was taken', async () => {
    const slipFileId = await uploaded(clerk, 'slip');
    const { orderId, payment } = await sold(sell([bank(slipFileId)]));
    const kept = done<PaymentMended>(await mend(payment._id, {}));
    expect((await paymentOf(orderId)).payment).toMatchObject({ _id: kept.paymentId, slipFileId });
    const given = done<PaymentMended>(await mend(kept.paymentId, { slipFileId }));
    const other = await uploaded(clerk, 'slip');
    done(await mend(given.paymentId, { slipFileId: other }));
    expect((await paymentOf(orderId)).payment.slipFileId).toBe(other);
    const { orderId: ofCash, payment: wrong } = await sold(sell([cash(BOOK)]));
    const fresh = await uploaded(clerk, 'slip');
    done(await mend(wrong._id, { slipFileId: fresh }));
    expect((await paymentOf(ofCash)).payment.slipFileId).toBe(fresh);
  });

  it('belongs to one payment only', async () => {
    const slipFileId = await uploaded(clerk, 'slip');
    const half = { tendered: BOOK - 45_000 };
    const twice = await sell([bank(slipFileId, half), bank(slipFileId, { tendered: 45_000 })]);
    expect([twice.statusCode, twice.json()]).toMatchObject([
      400,
      { fields: { 'tenders.1.slipFileId': taken } },
    ]);
    const answers = await Promise.all([sell([bank(slipFileId)]), sell([bank(slipFileId)])]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
    const { payment } = await sold(sell([cash(BOOK)]));
    expect((await mend(payment._id, { slipFileId })).json()).toMatchObject({
      fields: { slipFileId: taken },
    });
  });

  it('is no photo, no picture of the centre and nothing of another branch', async () => {
    const elsewhere = await uploaded(owner, 'slip', lpb);
    const wrong = [
      elsewhere,
      await uploaded(owner, 'photo', vte),
      await uploaded(owner, 'photo', lpb),
      await uploaded(owner, 'centre'),
      randomUUID(),
    ];
    const { payment } = await sold(sell([cash(BOOK)]));
    const { orderId, payment: rejected } = await sold(sell([bank(null)]));
    done(await finance.post(`/verification/slips/${rejected._id}/reject`, { reason: 'no slip' }));
    for (const fileId of wrong) {
      const refused = [
        await sell([bank(fileId)]),
        await sell([bank(fileId)], owner),
        await payLater(orderId, bank(fileId)),
      ];
      for (const answer of refused)
        expect([answer.statusCode, answer.json()]).toMatchObject([
          400,
          { fields: { 'tenders.0.slipFileId': unknown } },
        ]);
      expect((await mend(payment._id, { slipFileId: fileId })).json()).toMatchObject({
        fields: { slipFileId: unknown },
      });
    }
  });
});

describe('a picture is read only by people who may', () => {
  it('and no browser may keep it', async () => {
    await moveTo(server.db, 'admin', 'VTE');
    const slip = await uploaded(clerk, 'slip');
    const photo = await uploaded(clerk, 'photo');
    const logo = await uploaded(owner, 'centre');
    const statuses = (client: Client) =>
      Promise.all(
        [slip, photo, logo].map(async (id) => (await client.get(`/files/${id}`)).statusCode),
      );
    expect(await statuses(clerk)).toEqual([200, 200, 200]);
    expect(await statuses(admin)).toEqual([404, 200, 200]);
    expect(await statuses(server.anybody)).toEqual([401, 401, 401]);
    for (const id of [slip, photo, logo])
      expect((await clerk.get(`/files/${id}`)).headers['cache-control']).toBe('no-store');
    await moveTo(server.db, 'staff', 'LPB');
    expect(await statuses(clerk)).toEqual([404, 404, 200]);
    await moveTo(server.db, 'staff', 'VTE');
    done(await finance.post('/auth/logout', {}));
    expect(await statuses(finance)).toEqual([401, 401, 401]);
  });

  it('and a logo that is no picture of the centre is not shown to everybody', async () => {
    const info = done<object>(await owner.get('/school-info'));
    for (const purpose of ['slip', 'photo'] as const) {
      const logoFileId = await uploaded(owner, purpose, vte);
      const refused = await owner.put('/school-info', { ...info, logoFileId });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { fields: { logoFileId: unknown } },
      ]);
    }
  });
});

describe('the photo of a slip is deleted once its keeping time is over', () => {
  /** As if the day had been closed so long ago; null for a day that was reopened. */
  const closed = (ago: string | null) =>
    server.db.execute(sql`
      insert into days (branch_id, day, closed_at)
      values (${vte}, (now() at time zone 'Asia/Vientiane')::date, now() - ${ago}::interval)
      on conflict (branch_id, day) do update set closed_at = excluded.closed_at`);
  const photosOf = async (orderIds: string[]) => {
    const pages = orderIds.map(async (id) =>
      done<OrderPage>(await finance.get(`/orders/${id}`)).payments.map((one) => [
        one.state,
        one.slipEnded,
        one.slipFileId !== null,
      ]),
    );
    return (await Promise.all(pages)).flat();
  };

  it('while payment, slip and log stay, and never before it was verified and its day closed', async () => {
    finance = await server.as('finance');
    const fileIds = await Promise.all([0, 1, 2].map(() => uploaded(clerk, 'slip')));
    const sales = await Promise.all(fileIds.map((id) => sold(sell([bank(id)]))));
    const [confirmed, rejected] = sales.map(({ payment }) => payment._id);
    done(await finance.post(`/verification/slips/${confirmed}/confirm`, {}));
    done(await finance.post(`/verification/slips/${rejected}/reject`, { reason: 'too little' }));
    const orderIds = sales.map(({ orderId }) => orderId);
    const kept = [
      ['confirmed', false, true],
      ['rejected', false, true],
      ['pending', false, true],
    ];
    await server.db.execute(sql`update files set created_at = now() - interval '3 years'`);
    const setTo = (months: number) =>
      server.db.execute(sql`update school_info set slip_months = ${months}`);
    for (const [ago, months] of [
      [null, 24],
      ['2 years -1 hour', 24],
      ['2 years 1 hour', 25],
      ['2 years 1 hour', 0],
    ] as const) {
      await closed(ago);
      await setTo(months);
      await tidy(server.db);
      expect(await photosOf(orderIds), `${ago}, ${months}`).toEqual(kept);
    }

    await setTo(24);
    await tidy(server.db);
    expect(await photosOf(orderIds)).toEqual([
      ['confirmed', true, false],
      ['rejected', true, false],
      ['pending', false, true],
    ]);
    const statuses = fileIds.map(async (id) => (await finance.get(`/files/${id}`)).statusCode);
    expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
    const { rows } = await server.db.execute(sql`
      select length(content) as n, (select count(*)::int from audit_log
        where action = 'remove' and entity_id = files.id::text and record_branch_id = ${vte}) as logged
      from files where id = ${fileIds[0]}`);
    expect(rows).toEqual([{ n: 0, logged: 1 }]);
    const leaving = (await leavingFiles(server.db)).map(({ id }) => id);
    expect(fileIds.map((id) => leaving.includes(id))).toEqual([false, false, true]);
  });
});
