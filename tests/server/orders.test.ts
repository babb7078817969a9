import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import { explainBalance } from '#contract/orders/order-balance.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderListSums, OrderRow } from '#contract/orders/order-rows.ts';
import type { OrderView } from '#contract/orders/orders.ts';
import type { ReceiptCheck } from '#contract/money/receipt-check.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let shift: Shift;
let vte: string;
let bookId: string;
let classId: string;
const made: Record<'paid' | 'partPaid' | 'walkIn' | 'held', VisitAnswer> = {} as never;

const cashOf = (tendered: number) => ({ tenders: [cash(tendered)], shiftId: shift._id });
const visit = async (body: object) =>
  done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, { branchId: vte, ...body })));
const newStudent = async (firstName: string) =>
  String(
    (
      await insertStudents(server.db, [
        { firstName, lastName: 'ແກ້ວມະນີ', homeBranchId: vte, dateOfBirth: '2000-01-01' },
      ])
    )[0]?._id,
  );
const idOf = ({ order }: VisitAnswer) => String(order?._id);

/**
 * A grown-up who paid everything; a mother with two children, a slip, a book to come and a rest; a
 * walk-in; a hold.
 */
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  bookId = await insertBook(server.db);
  classId = (
    await insertClass(server.db, {
      course: await insertCourse(server.db, { minDeposit: 500_000 }),
      capacity: 20,
    })
  )._id;
  const [account] = (
    await server.db.execute<{ id: string }>(
      sql`insert into bank_accounts (id, branch_id, bank, currency, account_name, account_no) values (gen_random_uuid(), ${vte}, 'BCEL', 'LAK', 'DEMO', '1') returning id`,
    )
  ).rows;
  const paying = await newStudent('ສົມສະໄໝ');
  made.paid = await visit({
    payer: { kind: 'student', studentKey: paying },
    places: [place(paying, classId)],
    products: [book(bookId, paying)],
    ...cashOf(1_400_000),
  });
  const [mother, one, two] = [randomUUID(), randomUUID(), randomUUID()];
  const child = (key: string, firstName: string) => ({
    key,
    firstName,
    lastName: 'Keo',
    gender: 'female',
    dateOfBirth: '2015-05-05',
    guardians: [{ parentKey: mother, relation: 'mother', isPayer: true }],
  });
  const slip = {
    key: randomUUID(),
    method: 'qr',
    currency: 'LAK',
    tendered: 400_000,
    bankAccountId: account?.id,
    reference: 'FT-77',
  };
  made.partPaid = await visit({
    payer: { kind: 'parent', parentKey: mother },
    newParents: [{ key: mother, firstName: 'Vilayphone', lastName: 'Keo', phone: '020 5559 8765' }],
    newStudents: [child(one, 'ນ້ອຍໜຶ່ງ'), child(two, 'ນ້ອຍສອງ')],
    places: [
      place(one, classId, { discount: { kind: 'none' } }),
      place(two, classId, { discount: { kind: 'none' } }),
    ],
    products: [book(bookId, one, { giveNow: false, quantity: 2 })],
    tenders: [cash(1_500_000), slip],
    shiftId: shift._id,
  });
  made.walkIn = await visit({
    payer: { kind: 'walkIn', name: 'Bounpheng', phone: '020 5550 1122' },
    products: [book(bookId, null)],
    ...cashOf(BOOK),
  });
  const holding = await newStudent('ຈອງບ່ອນ');
  made.held = await visit({
    payer: { kind: 'student', studentKey: holding },
    places: [place(holding, classId)],
    hold: true,
  });
});
afterAll(() => server.close());

const list = async (query: string, client = clerk) =>
  done<OrderRow[]>(await client.get(`/orders?${query}`));
const numbers = (rows: readonly OrderRow[]) => rows.map(({ number }) => number).toSorted();
const ofVisits = (names: (keyof typeof made)[]) =>
  names.map((name) => String(made[name].order?.number)).toSorted();
const page = async (answer: VisitAnswer, client = clerk) =>
  done<OrderPage>(await client.get(`/orders/${idOf(answer)}`));

describe('the list of orders', () => {
  it.each<[OrderView, (keyof typeof made)[]]>([
    ['open', ['partPaid']],
    ['unverified', ['partPaid']],
    ['handOver', ['partPaid']],
    ['held', ['held']],
    ['all', ['paid', 'partPaid', 'walkIn', 'held']],
  ])('%s has its orders, its count and the sums of its rows', async (view, names) => {
    const rows = (await list(`view=${view}&pageSize=200`)).filter(({ _id }) =>
      Object.values(made).some((one) => idOf(one) === _id),
    );
    expect(numbers(rows)).toEqual(ofVisits(names));
    const all = await list(`view=${view}&pageSize=200`);
    const sum = (field: 'totalLAK' | 'paidLAK' | 'pendingLAK' | 'balanceLAK') =>
      all.reduce((total, row) => total + row[field], 0);
    expect(done<OrderListSums>(await clerk.get(`/orders/sums?view=${view}`))).toEqual({
      count: all.length,
      totalLAK: sum('totalLAK'),
      paidLAK: sum('paidLAK'),
      pendingLAK: sum('pendingLAK'),
      balanceLAK: sum('balanceLAK'),
      morePeople: false,
    });
    expect(done<Record<OrderView, number>>(await clerk.get('/orders/counts'))[view]).toBe(
      all.length,
    );
  });

  it('says who pays, for whom, when the rest is due and what is still here; a hold owes nothing yet', async () => {
    const [row] = await list(`search=${made.partPaid.order?.number}`);
    expect(row).toMatchObject({
      payerName: 'Vilayphone Keo',
      payerPhone: '+8562055598765',
      totalLAK: 2 * TUITION + 2 * BOOK,
      paidLAK: 1_500_000,
      pendingLAK: 400_000,
      balanceLAK: 2 * TUITION + 2 * BOOK - 1_900_000,
      goods: [{ quantity: 2, onHand: expect.any(Number) as number, valueLAK: 2 * BOOK }],
      goodsLAK: 2 * BOOK,
      dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
    expect(row?.students.map(({ firstName }) => firstName)).toEqual(['ນ້ອຍໜຶ່ງ', 'ນ້ອຍສອງ']);
    expect((await list(`search=${made.held.order?.number}`))[0]).toMatchObject({
      state: 'held',
      balanceLAK: 0,
      dueOn: null,
    });
  });

  it.each<[string, () => string, keyof typeof made]>([
    ['a receipt', () => String(made.paid.receipt?.number.toLowerCase()), 'paid'],
    ['the payer in another spelling of Lao', () => 'ສົມສະໃຫມ', 'paid'],
    ['a child', () => 'ນ້ອຍສອງ', 'partPaid'],
    ['the digits of a phone', () => '55598765', 'partPaid'],
    ['a walk-in', () => 'bounpheng', 'walkIn'],
    ['the phone of a walk-in', () => '55501122', 'walkIn'],
  ])('is searched by %s', async (_what, text, name) => {
    expect(numbers(await list(`search=${encodeURIComponent(text())}`))).toEqual(ofVisits([name]));
  });

  it('calls a hold lapsed once its time is over, though nobody has written that yet', async () => {
    await server.db
      .update(orderTable)
      .set({ holdUntil: new Date(Date.now() - 1000).toISOString() })
      .where(eq(orderTable._id, idOf(made.held)));
    expect((await list(`search=${made.held.order?.number}`))[0]?.state).toBe('lapsed');
    expect(await list('view=held')).toEqual([]);
    expect((await page(made.held)).state).toBe('lapsed');
  });
});

describe('one order', () => {
  it('has its lines, money, papers and goods, and its balance adds up row by row', async () => {
    const order = await page(made.partPaid);
    expect(
      order.lines.map(({ kind, amountLAK, goods }) => [
        kind,
        amountLAK,
        goods && [goods.left, goods.given],
      ]),
    ).toEqual([
      ['tuition', TUITION, null],
      ['tuition', TUITION, null],
      ['product', 2 * BOOK, [2, 0]],
    ]);
    expect(
      order.payments.map(({ method, state, onOrderLAK, receiptId }) => [
        method,
        state,
        onOrderLAK,
        receiptId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['cash', 'confirmed', 1_500_000, made.partPaid.receipt?._id],
        ['qr', 'pending', 400_000, null],
      ]),
    );
    expect(order).toMatchObject({
      payer: { kind: 'parent', owedLAK: order.totalLAK - 1_900_000, creditLAK: 0 },
      receipts: [{ number: made.partPaid.receipt?.number, check: made.partPaid.receipt?.check }],
      prints: [],
      plan: [{ amountLAK: order.totalLAK }],
    });
    const rows = explainBalance(order);
    expect(rows[0]).toMatchObject({ amountLAK: order.totalLAK, positions: [1, 2, 3] });
    expect(rows.at(-1)?.balanceLAK).toBe(order.totalLAK - order.paidLAK - order.pendingLAK);
    expect(rows.filter(({ isPending }) => isPending).map(({ amountLAK }) => amountLAK)).toEqual([
      -400_000,
    ]);
  });

  it('keeps slips from who may not see them', async () => {
    await server.db.execute(sql`alter table payments disable trigger all`);
    await server.db.execute(
      sql`update payments set slip_file_id = (select id from files limit 1) where reference = 'FT-77'`,
    );
    await server.db.execute(sql`alter table payments enable trigger all`);
    const slipOf = async (client: Client) =>
      (await page(made.partPaid, client)).payments.find(({ method }) => method === 'qr')
        ?.slipFileId;
    expect(await slipOf(clerk)).not.toBeNull();
    expect(await slipOf(await server.as('admin'))).toBeNull();
  });

  it('that is void ends at nothing, with the receipt that took its money back', async () => {
    const undone = await visit({
      payer: { kind: 'walkIn', name: 'Khamtanh', phone: '' },
      products: [book(bookId, null)],
      ...cashOf(BOOK),
    });
    done(await clerk.post(`/visits/${idOf(undone)}/undo`, {}));
    const order = await page(undone);
    expect(order).toMatchObject({
      state: 'void',
      totalLAK: 0,
      receipts: [{ kind: 'received' }, { kind: 'void' }],
    });
    expect(
      explainBalance(order).map(({ amountLAK, balanceLAK }) => [amountLAK, balanceLAK]),
    ).toEqual([
      [BOOK, BOOK],
      [-BOOK, 0],
      [BOOK, BOOK],
      [-BOOK, 0],
    ]);
  });
});

describe('a receipt', () => {
  const check = (query: string, client = clerk) => client.get(`/receipts?${query}`);
  const asked = async (number = '', letters = '') =>
    done<ReceiptCheck>(await check(`number=${number}&check=${letters}`));

  it('that is as it was written agrees with its paper and names its order', async () => {
    const { receipt, order } = made.paid;
    expect(await asked(receipt?.number.toLowerCase(), receipt?.check)).toMatchObject({
      number: receipt?.number,
      hasPaperCode: true,
      differences: [],
      orders: [{ _id: order?._id, number: order?.number }],
    });
    expect(await asked(receipt?.number, '00000000')).toMatchObject({ differences: ['paper'] });
  });

  it('whose money moved on to another branch opens an order of its own branch', async () => {
    const { receipt, order } = made.paid;
    const lpb = await branchId(server.db, 'LPB');
    const [payment] = await server.db
      .select()
      .from(paymentTable)
      .where(eq(paymentTable.receiptId, receipt?._id ?? ''));
    const [like] = await server.db
      .select()
      .from(orderTable)
      .where(eq(orderTable._id, order?._id ?? ''));
    if (!like || !payment) throw new Error('Nothing was paid');
    const elsewhere = {
      ...like,
      _id: randomUUID(),
      clientRef: randomUUID(),
      number: 'AAA-26-000001',
      search: 'aaa-26-000001',
      branchId: lpb,
    };
    await server.db.insert(orderTable).values(elsewhere);
    const moved = { paymentId: payment._id, orderId: elsewhere._id };
    const row = { ...moved, asCredit: true, at: new Date().toISOString() };
    const [there] = await server.db
      .insert(allocationTable)
      .values({ ...row, amountLAK: 1000 })
      .returning();
    await server.db
      .insert(allocationTable)
      .values({ ...row, amountLAK: -1000, reversesId: there?._id });
    const own = { _id: order?._id, number: order?.number };
    expect((await asked(receipt?.number)).orders).toEqual([own]);
    const owner = await server.as('superadmin');
    const seen = done<ReceiptCheck>(await check(`number=${receipt?.number}`, owner));
    expect(seen.orders).toEqual([own, { _id: elsewhere._id, number: elsewhere.number }]);
  });

  it.each([
    [
      'its content',
      'receipts',
      `update receipts set content = replace(content, '"amountLAK":1395000', '"amountLAK":1000000')`,
      ['content', 'row'],
    ],
    ['its hash', 'receipts', `update receipts set hash = repeat('0', 64)`, ['content', 'chain']],
    ['its money', 'payments', `update payments set tendered = tendered - 1000`, ['row']],
  ])(
    'whose row was changed behind the program says so: %s',
    async (_what, table, change, differences) => {
      const { receipt } = made.paid;
      const where =
        table === 'receipts' ? sql`id = ${receipt?._id}` : sql`receipt_id = ${receipt?._id}`;
      const [before] = (
        await server.db.execute(sql`select * from ${sql.raw(table)} where ${where}`)
      ).rows as Record<string, unknown>[];
      const tamper = async (how: ReturnType<typeof sql>) => {
        await server.db.execute(sql`alter table ${sql.raw(table)} disable trigger all`);
        await server.db.execute(sql`${how} where ${where}`);
        await server.db.execute(sql`alter table ${sql.raw(table)} enable trigger all`);
      };
      await tamper(sql.raw(change));
      expect((await asked(receipt?.number)).differences).toEqual(differences);
      await tamper(
        table === 'receipts'
          ? sql`update receipts set content = ${before?.['content']}, hash = ${before?.['hash']}`
          : sql`update payments set tendered = ${before?.['tendered']}`,
      );
      expect((await asked(receipt?.number)).differences).toEqual([]);
    },
  );
});

it('an order or a receipt of another branch is not there, except for a superadmin', async () => {
  const { order, receipt } = made.paid;
  await moveTo(server.db, 'finance', 'LPB');
  const other = await server.as('finance');
  expect((await other.get(`/orders/${order?._id}`)).statusCode).toBe(404);
  expect((await other.get(`/receipts?number=${receipt?.number}`)).statusCode).toBe(404);
  expect(await list(`search=${order?.number}`, other)).toEqual([]);
  expect(done<OrderListSums>(await other.get('/orders/sums?view=all')).count).toBe(
    (await list('pageSize=200', other)).length,
  );
  const owner = await server.as('superadmin');
  expect(numbers(await list(`search=${order?.number}`, owner))).toEqual([order?.number]);
  expect(
    await list(`branchId=${await branchId(server.db, 'LPB')}&search=${order?.number}`, owner),
  ).toEqual([]);
});
