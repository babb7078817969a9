import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type {
  LineRecorded,
  StatementLeftOut,
  StatementLoaded,
  StatementPreview,
  StatementView,
} from '#contract/money/statements.ts';
import type { Slip } from '#contract/money/verify.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { dayInLaos } from '#contract/dates.ts';
import { done } from '#tests/helpers/class-data.ts';
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
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
  [finance, owner] = [await server.as('finance'), await server.as('superadmin')];
});
afterAll(() => server.close());
afterEach(async () => expectNothingLost(server));

/** A new account, so that each test has the rows of its own files only. */
async function newAccount(): Promise<string> {
  const _id = uuidv7();
  await server.db.insert(bankAccountTable).values({
    _id,
    branchId: desk.vte,
    bank: 'BCEL',
    currency: 'LAK',
    accountName: 'Centre',
    accountNo: _id.slice(-8),
  });
  return _id;
}
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const post = (account: string, path: string, file: Buffer | string) =>
  finance.send('POST', `/verification/statements${path}bankAccountId=${account}`, {
    payload: Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream' },
  });
const load = async (account: string, ...rows: string[]) =>
  done<StatementLoaded>(
    await post(
      account,
      '?fileName=bank.csv&',
      ['Date,Time,Ref,Description,Credit', ...rows].join('\n'),
    ),
  );
const loadCase = async (account: string, name: string) =>
  done<StatementLoaded>(
    await post(account, `?fileName=${name}&`, await readFile(`tests/cases/reading/${name}`)),
  );
const view = async (account: string) =>
  done<StatementView>(await finance.get(`/verification/statements/${account}`));
const rowsOf = async (account: string) =>
  (await view(account)).lines.map(({ day, time, description, amount }) =>
    [day.slice(8), time, description, amount].filter(Boolean).join(' '),
  );
const record = (client: Client, lineId: string | undefined, orderId: string, owed = TUITION) =>
  client.post(`/verification/statement-lines/${lineId}/record`, { orderId, expectedBalance: owed });
const today = dayInLaos().split('-').toReversed().join('/');

const overlaps = [
  '1',
  '2',
  '3-newest-first',
  '4-partial-day',
  '5-no-time',
  '7-seconds',
  '8-trailing-space',
];

it('files that overlap give each row of the bank once, in any order of the files', async () => {
  for (const order of [overlaps, overlaps.toReversed()]) {
    const account = await newAccount();
    for (const name of order) await loadCase(account, `overlap-${name}.csv`);
    expect(await loadCase(account, 'overlap-3-newest-first.csv')).toMatchObject({ added: 0 });
    expect(await rowsOf(account)).toEqual([
      '20 09:00:12 PROMPTPAY 100',
      '20 09:00:12 PROMPTPAY 100',
      '21 10:00 PROMPTPAY 100',
      '22 11:00 PROMPTPAY 100',
      '23 08:00 PROMPTPAY 100',
    ]);
  }
});

it('a text that grew is the same row with the newer text, and a cut reference keeps rows apart', async () => {
  const [grown, cut] = [await newAccount(), await newAccount()];
  await loadCase(grown, 'dup-desc-1.csv');
  expect(await loadCase(grown, 'dup-desc-2.csv')).toMatchObject({ added: 0, known: 2 });
  expect(await rowsOf(grown)).toEqual([
    '27 08:00 ONEPAY 02055XXXX18 101000',
    '27 08:05 CASH DEPOSIT ATM 102000',
  ]);
  expect(await loadCase(cut, 'reference-scientific.csv')).toMatchObject({ added: 2 });
  const { lines, loaded } = await view(cut);
  expect(lines.map(({ reference }) => reference)).toEqual(['', '']);
  const left = await finance.get(`/verification/statements/${loaded?.statementId}/left-out`);
  expect(done<StatementLeftOut>(left).cutReferences.map(({ row }) => row)).toEqual([2, 3]);
});

it.each([
  ['st-refsci.csv', [''], [2]],
  ['st-refbig.xlsx', ['', '202611251234567', ''], [2, 4]],
] as const)(
  '%s keeps its rows apart without the references that were cut',
  async (name, references, cut) => {
    const account = await newAccount();
    expect(await loadCase(account, name)).toMatchObject({ added: references.length, known: 0 });
    expect(await loadCase(account, name)).toMatchObject({ added: 0, known: references.length });
    const { lines, loaded } = await view(account);
    expect(lines.map((line) => line.reference)).toEqual(references);
    expect(lines.map(({ day, amount }) => `${day} ${amount}`)).toEqual(
      references.map(() => '2026-11-25 350000'),
    );
    const left = await finance.get(`/verification/statements/${loaded?.statementId}/left-out`);
    expect(done<StatementLeftOut>(left).cutReferences.map(({ row }) => row)).toEqual(cut);
  },
);

it('a row that the bank has with another sum is not added, and somebody is asked to look', async () => {
  const account = await newAccount();
  const rows = ['FT2632400001,KEO,351000', 'FT2632400003,NOY,401000', '0000000004,DAO,451000'].map(
    (row, at) => `19/11/2026,0${at}:00,${row}`,
  );
  await load(account, ...rows);
  const again = rows.map((row) => row.replace('401000', '441000').replace('451000', '450000'));
  expect(await load(account, ...again)).toMatchObject({ added: 0, known: 1, unread: 2 });
  expect((await view(account)).lines.map(({ amount }) => amount).sort()).toEqual([
    351_000, 401_000, 451_000,
  ]);
  const { loaded } = await view(account);
  const left = await finance.get(`/verification/statements/${loaded?.statementId}/left-out`);
  expect(done<StatementLeftOut>(left).unread.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'changedSum'],
    [4, 'changedSum'],
  ]);
});

it('two deposits of a newest-first list are two, and both are recorded without a made-up reference', async () => {
  const account = await newAccount();
  await loadCase(account, 'newest-first-morning.csv');
  expect(await loadCase(account, 'newest-first-afternoon.csv')).toMatchObject({
    added: 1,
    known: 1,
  });
  for (const { _id } of (await view(account)).lines) {
    const sold = await desk.sold({ tenders: [], hold: true });
    const { paymentId } = done<LineRecorded>(await record(finance, _id, sold.orderId));
    done(await owner.post(`/verification/slips/${paymentId}/confirm`, {}));
  }
  const payments = await server.db
    .select()
    .from(paymentTable)
    .where(eq(paymentTable.bankAccountId, account))
    .orderBy(paymentTable.tendered);
  expect(payments.map(({ tendered, reference, state }) => [tendered, reference, state])).toEqual([
    [11_000, '', 'confirmed'],
    [12_000, '', 'confirmed'],
  ]);
});

it('two equal deposits of one day are both recorded, and each row only once by two desks', async () => {
  const account = await newAccount();
  const rows = [`${today},,,CASH,9000`, `${today},,,CASH,9000`];
  await load(account, ...rows);
  expect(await load(account, ...rows)).toMatchObject({ added: 0, known: 2 });
  const sold = await Promise.all([1, 2, 3].map(() => desk.sold({ tenders: [], hold: true })));
  const [first, second] = (await view(account)).lines;
  const both = await Promise.all([
    record(finance, first?._id, String(sold[0]?.orderId)),
    record(owner, first?._id, String(sold[1]?.orderId)),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  done(await record(finance, second?._id, String(sold[2]?.orderId)));
  await load(account, `${today},08:00,,CASH ATM 7,9000`, `${today},09:00,,CASH ATM 7,9000`);
  expect((await view(account)).lines.map(({ time, payment }) => [time, payment?.tendered])).toEqual(
    [
      ['08:00', 9000],
      ['09:00', 9000],
    ],
  );
});

it('the preview has the rows that would not be in, as the loaded file has', async () => {
  const account = await newAccount();
  const file = `Date,Ref,Credit,Debit\n${today},FT1,9000,\n${today},FT2,,500\n${today},FT3,x9,`;
  const seen = done<StatementPreview>(await post(account, '/columns?', file));
  expect(seen.notIncoming).toMatchObject([{ row: 3, reason: 'moneyOut' }]);
  expect(seen.unread).toMatchObject([{ row: 4, reason: 'amountUnreadable' }]);
  const { statementId } = done<StatementLoaded>(await post(account, '?fileName=a.csv&', file));
  const left = await finance.get(`/verification/statements/${statementId}/left-out`);
  expect(done<StatementLeftOut>(left)).toMatchObject({
    notIncoming: seen.notIncoming,
    unread: seen.unread,
  });
});

it('a code of a branch is no reference of a payment, though no other row has it yet', async () => {
  const account = await newAccount();
  await load(account, `${today},08:00,0300,CASH,6000`);
  const [line] = (await view(account)).lines;
  const sold = await desk.sold({ tenders: [], hold: true });
  const { paymentId } = done<LineRecorded>(await record(finance, line?._id, sold.orderId));
  const [paid] = await server.db.select().from(paymentTable).where(eq(paymentTable._id, paymentId));
  expect(paid?.reference).toBe('');
});

it('a rejected payment sets its row free, and a slip with the reference is not recorded twice', async () => {
  const account = await newAccount();
  await load(account, `${today},,FT990077,ONEPAY,8000`, `${today},,0101,COUNTER,7000`);
  const [sold, other] = await Promise.all([1, 2].map(() => desk.sold({ tenders: [], hold: true })));
  const [line] = (await view(account)).lines.filter(({ amount }) => amount === 8000);
  const paid = done<LineRecorded>(await record(finance, line?._id, String(sold?.orderId)));
  expect(codeOf(await record(owner, line?._id, String(other?.orderId)))).toBe('lineTaken');
  done(await owner.post(`/verification/slips/${paid.paymentId}/reject`, { reason: 'Other child' }));
  expect((await view(account)).lines.find(({ _id }) => _id === line?._id)?.payment).toBeNull();
  done(await record(finance, line?._id, String(other?.orderId)));

  const slip = { key: uuidv7(), method: 'transfer', tendered: TUITION, bankAccountId: account };
  await desk.sold({ tenders: [{ ...slip, reference: 'ft 990-088' }] });
  await load(account, `${today},,FT990088,ONEPAY,6000`);
  const [taken] = (await view(account)).lines.filter(({ amount }) => amount === 6000);
  expect(taken?.proposal).toMatchObject({ by: 'reference', reference: 'ft 990-088' });
  const third = await desk.sold({ tenders: [], hold: true });
  expect(codeOf(await record(finance, taken?._id, third.orderId))).toBe('referenceRecorded');
});

it('a slip is proposed to the row with its reference before one with its sum', async () => {
  const account = await newAccount();
  const slip = { key: uuidv7(), method: 'transfer', tendered: TUITION, bankAccountId: account };
  await desk.sold({ tenders: [{ ...slip, reference: 'FT551122' }] });
  await load(account, `${today},07:00,,CASH,${TUITION}`, `${today},08:00,FT551122,KEO,${TUITION}`);
  const proposed = (await view(account)).lines.map(({ time, proposal }) => [time, proposal?.by]);
  expect(proposed).toEqual([
    ['07:00', undefined],
    ['08:00', 'both'],
  ]);
  const slips = done<Slip[]>(await finance.get('/verification/slips'));
  expect(slips.find(({ reference }) => reference === 'FT551122')?.statement?.amount).toBe(TUITION);
});

it('a file that is taken back leaves the rows of earlier files as they were', async () => {
  const account = await newAccount();
  await load(account, '20/11/2026,,,CASH,5000');
  const later = await load(
    account,
    '20/11/2026,09:30,FT100200,CASH ATM,5000',
    '21/11/2026,,,CASH,1',
  );
  expect(await rowsOf(account)).toEqual(['20 09:30 CASH ATM 5000', '21 CASH 1']);
  done(await finance.post(`/verification/statements/${later.statementId}/take-back`, {}));
  expect(await rowsOf(account)).toEqual(['20 CASH 5000']);
  expect((await view(account)).loaded).toMatchObject({ counts: { in: 1 }, fileName: 'bank.csv' });
});

it('a file without incoming money is loaded with its counts', async () => {
  const account = await newAccount();
  const file = ['Date,Description,Debit,Credit', '25/11/2026,FEE,5000,', '26/11/2026,OUT,7000,0'];
  expect(
    done<StatementLoaded>(await post(account, '?fileName=out.csv&', file.join('\n'))),
  ).toMatchObject({ added: 0, known: 0, notIncoming: 2, unread: 0 });
  expect((await view(account)).loaded).toMatchObject({
    from: '2026-11-25',
    to: '2026-11-26',
    counts: { in: 0, notIncoming: 2, unread: 0 },
  });
});

it('a row that moves over midnight stays one row, on the day that it had', async () => {
  const account = await newAccount();
  await load(account, '20/11/2026,23:59,FT112233,KEO,5000');
  expect(await load(account, '21/11/2026,00:05,FT112233,KEO,5000')).toMatchObject({
    added: 0,
    known: 1,
  });
  expect(await rowsOf(account)).toEqual(['20 23:59 KEO 5000']);
});

it('chosen columns are kept for the account, and find the next file though its columns moved', async () => {
  const account = await newAccount();
  const file = (...rows: string[]) => rows.join('\n');
  const first = file('When,What,Worth', `${today},FT000001,"77,000"`);
  done(await post(account, '?fileName=a.csv&day=0&reference=1&amount=2&', first));
  const next = file('What,Note,When,Worth', `FT000002,x,${today},"88,000"`);
  const preview = done<StatementPreview>(await post(account, '/columns?', next));
  expect(preview).toMatchObject({
    isKept: true,
    known: { day: 2, amount: 3, reference: 0 },
    counts: { in: 1 },
  });
  const { statementId } = done<StatementLoaded>(await post(account, '?fileName=b.csv&', next));
  expect((await view(account)).lines.map(({ reference }) => reference).toSorted()).toEqual([
    'FT000001',
    'FT000002',
  ]);
  const left = await finance.get(`/verification/statements/${statementId}/left-out`);
  expect(done<StatementLeftOut>(left).headings).toEqual(['What', 'Note', 'When', 'Worth']);
  expect(
    (await desk.clerk.get(`/verification/statements/${statementId}/left-out`)).statusCode,
  ).toBe(403);
});
