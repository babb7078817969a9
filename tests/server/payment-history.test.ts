import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import { sumRows } from '#contract/orders/payment-sums.ts';
import type { PaymentChoices, PaymentRow, PaymentSums } from '#contract/orders/payment-rows.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { book, cash, insertBook, openDrawer, priced, sendVisit } from '#tests/helpers/visits.ts';

let server: TestServer;
let finance: Client;
let vte: string;
let shift: Shift;
/** The order that was paid by kip and baht, and refunded in part. */
let number: string;
let studentCode: string;
beforeAll(async () => {
  server = await startTestServer();
  const clerk = await server.as('staff');
  finance = await server.as('finance');
  vte = await branchId(server.db, 'VTE');
  shift = await openDrawer(clerk);
  const bookId = await insertBook(server.db);
  const [account] = await server.db
    .select()
    .from(bankAccountTable)
    .where(eq(bankAccountTable.branchId, vte))
    .limit(1);
  const slip = (reference: string) => ({
    key: crypto.randomUUID(),
    method: 'transfer',
    currency: account?.currency,
    tendered: 145_000,
    bankAccountId: account?._id,
    reference,
  });
  const sell = async (tenders: object[]) => {
    const [student] = await insertProspects(server.db, 1);
    const visit = {
      branchId: vte,
      payer: { kind: 'student', studentKey: student?._id },
      places: [],
      products: [book(bookId, String(student?._id), { discount: { kind: 'none' } })],
      shiftId: shift._id,
    };
    const { order } = done<VisitAnswer>(
      await sendVisit(clerk, await priced(clerk, { ...visit, tenders })),
    );
    return {
      orderId: String(order?._id),
      number: String(order?.number),
      studentCode: String(student?.studentCode),
    };
  };
  const mixed = await sell([cash(100_000), cash(20_000, 'THB')]);
  ({ number, studentCode } = mixed);
  await sell([slip('SLIP-1')]);
  for (let at = 0; at < 3; at += 1) await sell([cash(145_000)]);
  const { lines } = done<{ lines: { _id: string }[] }>(
    await finance.get(`/orders/${mixed.orderId}`),
  );
  done(
    await finance.post(`/orders/${mixed.orderId}/refunds`, {
      lines: [{ lineId: lines[0]?._id, quantity: 1 }],
      isStillDue: true,
      way: 'cash',
      shiftId: shift._id,
      reason: 'Test',
      expectedLAK: 145_000,
    }),
  );
});
afterAll(() => server.close());

const list = async (query: string, client = finance) =>
  done<PaymentRow[]>(await client.get(`/payments?${query}`));
const sumsOf = async (query: string, client = finance) =>
  done<PaymentSums>(await client.get(`/payments/sums?${query}`));
const all = 'pageSize=200';

describe('the list of payments', () => {
  it('has the rows of a receipt together, and pages that break between receipts', async () => {
    const whole = await list(all);
    const units = [...new Set(whole.map(({ receiptId, _id }) => receiptId ?? _id))];
    const answer = await finance.get('/payments?page=1&pageSize=2');
    expect(Number(answer.headers['x-total-count'])).toBe(units.length);
    const pages: PaymentRow[][] = [];
    for (let page = 1; page <= Math.ceil(units.length / 2); page += 1)
      pages.push(await list(`page=${page}&pageSize=2`));
    expect(pages.flat()).toEqual(whole);
    expect(
      pages.every((rows) => new Set(rows.map(({ receiptId, _id }) => receiptId ?? _id)).size <= 2),
    ).toBe(true);
    const mixed = whole.filter(
      ({ orders, amountLAK }) => orders.some((order) => order.number === number) && amountLAK > 0,
    );
    expect(mixed.map(({ currency }) => currency).toSorted()).toEqual(['LAK', 'THB']);
    expect(new Set(mixed.map(({ receiptNumber }) => receiptNumber)).size).toBe(1);
  });

  it('has received = confirmed − refunds, per day, branch, drawer, cashier, currency and method, equal to its rows and to those of the database', async () => {
    const today = dayInLaos();
    const whole = await list(all);
    const { drawers, cashiers } = done<PaymentChoices>(await finance.get('/payments/choices'));
    const queries = [
      '',
      `from=${today}&to=${today}`,
      `branchId=${vte}`,
      ...drawers.map(({ _id }) => `drawerId=${_id}`),
      ...cashiers.map(({ _id }) => `cashierId=${_id}`),
      'currency=THB',
      'currency=LAK',
      'method=cash',
      'method=transfer',
      'state=pending',
      'state=confirmed',
    ];
    for (const query of queries) {
      const sums = await sumsOf(query);
      expect(sums, query).toEqual({
        ...sumRows(await list(`${all}&${query}`)),
        morePeople: false,
      });
    }
    const { rows } = await server.db.execute<{
      method: string;
      currency: string;
      kip: number;
      many: number;
    }>(
      sql`select method, currency, sum(amount_lak)::float8 as kip, count(*)::int as many from payments where branch_id = ${vte} and state = 'confirmed' and method <> 'opening' and confirmed_day = ${today} group by 1, 2`,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { method, currency, kip } of rows)
      expect(
        (await sumsOf(`method=${method}&currency=${currency}&from=${today}&to=${today}`))
          .receivedLAK,
      ).toBe(kip);
    // What is counted is what is summed; the rest is named beside it.
    const ofToday = await sumsOf(`from=${today}&to=${today}`);
    expect([ofToday.payments, ofToday.receivedLAK]).toEqual([
      rows.reduce((sum, { many }) => sum + many, 0),
      rows.reduce((sum, { kip }) => sum + kip, 0),
    ]);
    expect(ofToday.pending.count).toBeGreaterThan(0);
    expect(whole.some(({ amountLAK }) => amountLAK < 0)).toBe(true);
    const inDrawers = await server.db.execute<{ kip: number }>(
      sql`select sum(amount)::float8 as kip from drawer_movements where shift_id = ${shift._id} and currency = 'LAK' and payment_id is not null`,
    );
    expect(
      (await sumsOf(`drawerId=${shift.drawerId}`)).byMethod.find(
        ({ method, currency }) => method === 'cash' && currency === 'LAK',
      )?.amount,
    ).toBe(inDrawers.rows[0]?.kip);
  });

  it('is searched by whatever stands on a receipt', async () => {
    const [row] = (await list(all)).filter(
      ({ orders, currency }) =>
        currency === 'THB' && orders.some((order) => order.number === number),
    );
    for (const search of [
      number,
      number.slice(-6),
      String(row?.receiptNumber),
      String(row?.receiptNumber).slice(-6),
      String(row?.payerName),
      studentCode,
      String(row?.payerPhone).slice(-8),
      String(row?.amountLAK),
    ]) {
      expect(
        (await list(`${all}&search=${encodeURIComponent(search)}`)).map(({ _id }) => _id),
        search,
      ).toContain(row?._id);
    }
    expect(
      (await list(`${all}&search=${number}`))
        .map(({ amountLAK }) => Math.sign(amountLAK))
        .toSorted(),
    ).toEqual([-1, -1, 1, 1]);
    expect((await list(`${all}&search=SLIP-1`)).map(({ reference }) => reference)).toEqual([
      'SLIP-1',
    ]);
    expect(await list(`${all}&search=nothing-like-it`)).toEqual([]);
  });

  it('has nothing of another branch', async () => {
    await moveTo(server.db, 'finance', 'LPB');
    const there = await list(`${all}&branchId=${vte}`);
    const sums = await sumsOf(`branchId=${vte}`);
    const found = await list(`${all}&search=${number}`);
    await moveTo(server.db, 'finance', 'VTE');
    expect([there, sums.payments, found]).toEqual([[], 0, []]);
    expect(new Set((await list(all)).map((row) => row.branchId))).toEqual(new Set([vte]));
  });
});

it('answers everything of one payment, and the list as a file', async () => {
  const refund = (await list(`${all}&search=${number}`)).find(({ amountLAK }) => amountLAK < 0);
  const page = done<PaymentPage>(await finance.get(`/payments/${refund?._id}`));
  expect(page.refundOf).toHaveLength(1);
  const source = done<PaymentPage>(await finance.get(`/payments/${page.refundOf[0]?._id}`));
  expect(source.refunds.map(({ _id, amountLAK }) => [_id, amountLAK])).toEqual([
    [refund?._id, -(refund?.amountLAK ?? 0)],
  ]);
  expect(source.amountLAK).toBe(
    source.given.reduce((sum, one) => sum + one.amountLAK, source.freeLAK) -
      (refund?.amountLAK ?? 0),
  );
  const file = await finance.get(`/payments/export?format=csv&search=${number}`);
  expect([file.headers['x-total-count'], file.body.trim().split('\n').length]).toEqual(['4', 5]);
  const lines = parse(file.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
  expect(lines[0]?.['Time (Vientiane)']).toMatch(
    new RegExp(`^${dayInLaos()}T\\d\\d:\\d\\d:\\d\\d\\+07:00$`),
  );
  // A spreadsheet adds up the refund too.
  expect(lines.map((line) => Number(line['In kip']))).toContain(refund?.amountLAK);
});
