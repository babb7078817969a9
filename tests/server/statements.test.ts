import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type {
  LineRecorded,
  StatementLoaded,
  StatementPreview,
  StatementTakenBack,
  StatementView,
} from '#contract/money/statements.ts';
import type { Slip } from '#contract/money/verify.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { readStatement, statementOf } from '#server/ledger/verification/read-statement.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { dayInLaos } from '#contract/dates.ts';
import { done } from '#tests/helpers/class-data.ts';
import { xlsx } from '#tests/helpers/sheet-files.ts';
import { expectNothingLost, openPlaceDesk } from '#tests/helpers/sold-place.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
let finance: Client;
let owner: Client;
let account: string;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
  [finance, owner] = [await server.as('finance'), await server.as('superadmin')];
  const [bank] = await server.db
    .select()
    .from(bankAccountTable)
    .where(
      and(
        eq(bankAccountTable.branchId, desk.vte),
        eq(bankAccountTable.currency, 'LAK'),
        eq(bankAccountTable.active, true),
      ),
    );
  account = String(bank?._id);
});
afterAll(() => server.close());
afterEach(async () => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const octets = { 'content-type': 'application/octet-stream' };
const today = dayInLaos().split('-').toReversed().join('/');
const load = (rows: string[]) =>
  finance.send('POST', `/verification/statements?bankAccountId=${account}&fileName=bank.csv`, {
    payload: Buffer.from(['BCEL,,,', 'Date,Reference No.,Details,Credit', ...rows].join('\n')),
    headers: octets,
  });
const view = async () =>
  done<StatementView>(await finance.get(`/verification/statements/${account}`));
const slip = (reference: string) => ({
  key: randomUUID(),
  method: 'transfer',
  tendered: TUITION,
  bankAccountId: account,
  reference,
});
const paymentOf = async (orderId: string) =>
  String(done<OrderPage>(await desk.clerk.get(`/orders/${orderId}`)).payments[0]?._id);

it('rows are matched with slips by reference and amount, and a person confirms; the rest is named either way', async () => {
  const [fits, less, unseen] = await Promise.all(
    ['FIT1', 'LESS1', 'UNSEEN1'].map((reference) => desk.sold({ tenders: [slip(reference)] })),
  );
  if (!fits || !less || !unseen) throw new Error('Nothing was sold');
  done(await finance.post(`/verification/slips/${await paymentOf(unseen.orderId)}/confirm`, {}));
  const rows = [
    `${today} 10:35,fit1,Transfer,"1,250,000.00"`,
    `${today} 09:18,LESS1,Transfer,"1,000,000.00"`,
    `${today} 11:00,NEW1,Transfer,"1,250,000.00"`,
    `${today} 11:05,OUT1,Fee,`,
  ];
  expect(done<StatementLoaded>(await load(rows))).toMatchObject({ added: 3, known: 0, leftOut: 1 });
  expect(done<StatementLoaded>(await load(rows))).toMatchObject({ added: 0, known: 3 });
  const { lines, missing, loaded } = await view();
  expect(loaded).toMatchObject({ fileName: 'bank.csv' });
  const line = (reference: string) => lines.find((one) => one.reference === reference);
  expect(line('fit1')).toMatchObject({
    time: '10:35',
    amount: TUITION,
    payment: null,
    proposal: { by: 'both', reference: 'FIT1' },
  });
  expect(line('LESS1')).toMatchObject({ proposal: { by: 'reference', tendered: TUITION } });
  expect(line('NEW1')).toMatchObject({ payment: null, proposal: null });
  expect(missing.map(({ reference }) => reference)).toContain('UNSEEN1');
  const slips = done<Slip[]>(await finance.get('/verification/slips'));
  expect(slips.find(({ reference }) => reference === 'LESS1')).toMatchObject({
    statement: { amount: 1_000_000 },
  });

  const paymentId = await paymentOf(fits.orderId);
  done(
    await finance.post(`/verification/slips/${paymentId}/confirm`, { lineId: line('fit1')?._id }),
  );
  expect((await view()).lines.find(({ _id }) => _id === line('fit1')?._id)).toMatchObject({
    payment: { _id: paymentId, state: 'confirmed' },
    proposal: null,
  });
  expect(
    codeOf(
      await finance.post(`/verification/slips/${await paymentOf(less.orderId)}/confirm`, {
        lineId: line('fit1')?._id,
      }),
    ),
  ).toBe('lineTaken');
});

it('a row without a slip is recorded as pending by who finds it, and confirmed by another person', async () => {
  const sold = await desk.sold({ tenders: [], hold: true });
  done(await load([`${today} 12:00,FOUND1,Transfer,"1,250,000.00"`]));
  const line = (await view()).lines.find(({ reference }) => reference === 'FOUND1');
  const { paymentId } = done<LineRecorded>(
    await finance.post(`/verification/statement-lines/${line?._id}/record`, {
      orderId: sold.orderId,
      expectedBalance: TUITION,
    }),
  );
  expect(await desk.orderOf(sold)).toMatchObject({
    state: 'confirmed',
    pendingLAK: TUITION,
    paidLAK: 0,
  });
  expect(codeOf(await finance.post(`/verification/slips/${paymentId}/confirm`, {}))).toBe(
    'recordedByYou',
  );
  done(await owner.post(`/verification/slips/${paymentId}/confirm`, {}));
  expect(
    (
      await finance.post(`/verification/statement-lines/${line?._id}/record`, {
        orderId: sold.orderId,
        expectedBalance: 0,
      })
    ).statusCode,
  ).toBeGreaterThanOrEqual(400);
});

it("columns that the program does not know are chosen by hand; a file that was the wrong one is taken back until a row of it is somebody's", async () => {
  const file = Buffer.from(
    [
      'My bank,,,',
      'When,What,Note,Worth',
      `${today},HAND1,gift,"77,000"`,
      `${today},HAND2,gift,"88,000"`,
    ].join('\n'),
  );
  const send = (path: string) =>
    finance.send('POST', `/verification/statements${path}`, { payload: file, headers: octets });
  const { columns, known, counts } = done<StatementPreview>(
    await send(`/columns?bankAccountId=${account}`),
  );
  expect({
    headings: columns.map(({ heading }) => heading),
    first: columns[3]?.samples[0],
    known: [known.day, known.amount, known.reference],
    counts,
  }).toEqual({
    headings: ['When', 'What', 'Note', 'Worth'],
    first: '77,000',
    known: [null, null, null],
    counts: null,
  });
  expect((await send(`?bankAccountId=${account}&fileName=hand.csv&day=0`)).statusCode).toBe(400);
  const wrong = done<StatementLoaded>(
    await send(`?bankAccountId=${account}&fileName=hand.csv&day=0&amount=3&reference=2`),
  );
  expect(wrong).toMatchObject({ added: 2, leftOut: 0 });
  expect((await view()).loaded).toMatchObject({
    statementId: wrong.statementId,
    mayTakeBack: true,
  });
  expect(
    (await desk.clerk.post(`/verification/statements/${wrong.statementId}/take-back`, {}))
      .statusCode,
  ).toBe(403);
  expect(
    done<StatementTakenBack>(
      await finance.post(`/verification/statements/${wrong.statementId}/take-back`, {}),
    ),
  ).toEqual({ rows: 2 });
  expect((await view()).loaded?.statementId).not.toBe(wrong.statementId);
  expect(
    (await finance.post(`/verification/statements/${wrong.statementId}/take-back`, {})).statusCode,
  ).toBe(404);

  const right = done<StatementLoaded>(
    await send(`?bankAccountId=${account}&fileName=hand.csv&day=0&amount=3&reference=1`),
  );
  const line = (await view()).lines.find(({ reference }) => reference === 'HAND1');
  expect(line).toMatchObject({ amount: 77_000 });
  const sold = await desk.sold({ tenders: [], hold: true });
  done<LineRecorded>(
    await finance.post(`/verification/statement-lines/${line?._id}/record`, {
      orderId: sold.orderId,
      expectedBalance: TUITION,
    }),
  );
  expect((await view()).loaded?.mayTakeBack).toBe(false);
  expect(
    codeOf(await finance.post(`/verification/statements/${right.statementId}/take-back`, {})),
  ).toBe('statementUsed');
});

it('a file is read by what banks call their columns, in both languages; anything else is refused', async () => {
  expect(
    readStatement(
      statementOf(
        ['ວັນທີ', 'ເລກອ້າງອີງ', 'ຈຳນວນເງິນ'],
        ['21/11/2026', 'A1', '231.500'],
        ['46347.5', 'A2', '1500'],
      ),
      'LAK',
    ).rows,
  ).toMatchObject([
    { day: '2026-11-21', amount: 231_500 },
    { day: '2026-11-21', time: '12:00', amount: 1500 },
  ]);
  expect(
    readStatement(
      statementOf(
        ['Date', 'Time', 'Ref No', 'Credit (THB)'],
        ['2026-11-21', '08:05', 'B1', '1,250.50'],
      ),
      'THB',
    ).rows,
  ).toMatchObject([
    { row: 2, day: '2026-11-21', time: '08:05', reference: 'B1', description: '', amount: 125_050 },
  ]);
  const book = await xlsx(['Date', 'Reference', 'Credit'], [dayInLaos(), 'BOOK1', 250_000]);
  expect(
    done<StatementLoaded>(
      await finance.send(
        'POST',
        `/verification/statements?bankAccountId=${account}&fileName=bank.xlsx`,
        { payload: book, headers: octets },
      ),
    ),
  ).toMatchObject({ added: 1 });
  expect((await view()).lines.find(({ reference }) => reference === 'BOOK1')).toMatchObject({
    amount: 250_000,
    day: dayInLaos(),
  });
  expect(
    codeOf(
      await finance.send(
        'POST',
        `/verification/statements?bankAccountId=${account}&fileName=x.csv`,
        { payload: Buffer.from('Name,Phone\nKeo,020'), headers: octets },
      ),
    ),
  ).toBe('statementUnknown');
});
