import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceAges, type BalanceAge } from '#contract/orders/balance-ages.ts';
import type { BalanceRow, BalanceSums, Reminder } from '#contract/orders/balances.ts';
import { openParts } from '#contract/orders/instalments.ts';
import { instalmentTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { reminderTable } from '#server/db/tables/reading/reminders.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { openFamilyDesk, type Bill } from '#tests/helpers/families.ts';
import { wrongSums } from '#tests/helpers/order-sums.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { cash } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
let finance: Client;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'admin', 'finance'] as const) await moveTo(server.db, role, 'VTE');
  desk = await openFamilyDesk(server);
  finance = await server.as('finance');
});
afterAll(() => server.close());

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const list = async (query = '') =>
  done<BalanceRow[]>(await finance.get(`/balances?pageSize=200${query}`));
const sums = async (query = '') => done<BalanceSums>(await finance.get(`/balances/sums?${query}`));
const rowOf = async (payerId: string) => (await list()).find((row) => row.payerId === payerId);

const ageOf = (late: number): BalanceAge =>
  late <= 0 ? 'notDue' : late <= 30 ? 'to30' : late <= 60 ? 'to60' : late <= 90 ? 'to90' : 'older';

/** The debt of each payer by age, counted order by order with the function of the order page. */
async function countedByHand(): Promise<Map<string, Record<BalanceAge, number>>> {
  const [clock] = (
    await server.db.execute<{ day: string }>(
      sql`select (now() at time zone 'Asia/Vientiane')::date::text as day`,
    )
  ).rows;
  const orders = await server.db
    .select()
    .from(orderTable)
    .where(and(eq(orderTable.branchId, desk.vte), eq(orderTable.state, 'confirmed')));
  const counted = new Map<string, Record<BalanceAge, number>>();
  for (const order of orders) {
    const plan = await server.db
      .select()
      .from(instalmentTable)
      .where(and(eq(instalmentTable.orderId, order._id), isNull(instalmentTable.endedAt)))
      .orderBy(instalmentTable.position);
    const payer = order.payerParentId ?? order.payerStudentId ?? order._id;
    const ages = counted.get(payer) ?? { notDue: 0, to30: 0, to60: 0, to90: 0, older: 0 };
    for (const { dueOn, openLAK } of openParts(plan, order))
      ages[ageOf((Date.parse(String(clock?.day)) - Date.parse(dueOn)) / 86_400_000)] += openLAK;
    if (sumOf(Object.values(ages)) > 0) counted.set(payer, ages);
  }
  return counted;
}

it('puts every open part into the age of its own day, the oldest paid first, and the sums are those of the rows', async () => {
  const family = await desk.family();
  const [old, young] = [await desk.bill(family, 4), await desk.bill(family, 2)];
  await desk.agePlan(old.orderId, [
    { daysAgo: 100, amountLAK: 200_000 },
    { daysAgo: 61, amountLAK: 180_000 },
    { daysAgo: 0, amountLAK: 200_000 },
  ]);
  await desk.agePlan(young.orderId, [
    { daysAgo: 30, amountLAK: 90_000 },
    { daysAgo: 31, amountLAK: 200_000 },
  ]);
  await desk.pay([old], 230_000);
  expect(await rowOf(family.parentId)).toMatchObject({
    owedLAK: 640_000,
    ages: { older: 0, to90: 150_000, notDue: 200_000, to30: 90_000, to60: 200_000 },
    daysLate: 61,
    orders: 2,
    firstOrderId: old.orderId,
    creditLAK: 0,
  });

  const rows = await list();
  const byHand = await countedByHand();
  expect(new Map(rows.map(({ payerId, ages }) => [payerId, ages]))).toEqual(byHand);
  const all = await sums();
  for (const age of balanceAges)
    expect(all.ages[age]).toEqual({
      sumLAK: sumOf(rows.map(({ ages }) => ages[age])),
      families: rows.filter(({ ages }) => ages[age] > 0).length,
    });
  expect(all.all).toEqual({
    sumLAK: sumOf(rows.map(({ owedLAK }) => owedLAK)),
    families: rows.length,
  });
  const [stored] = await server.db
    .select({ owed: sql<number>`sum(total_lak - paid_lak - pending_lak)::float8` })
    .from(orderTable)
    .where(and(eq(orderTable.branchId, desk.vte), eq(orderTable.state, 'confirmed')));
  expect(all.all.sumLAK).toBe(stored?.owed);
});

it('narrows to one age, to what is overdue and to who is meant, and says what that comes to', async () => {
  const family = await desk.family();
  const { orderId } = await desk.bill(family, 1);
  await desk.agePlan(orderId, [{ daysAgo: 45, amountLAK: desk.price }]);
  const old = await list('&age=to60');
  expect(old.map(({ payerId }) => payerId)).toContain(family.parentId);
  expect(old.every(({ ages }) => ages.to60 > 0)).toBe(true);
  expect((await list('&age=overdue')).every(({ daysLate }) => daysLate > 0)).toBe(true);
  expect((await sums('age=to60')).found).toMatchObject({
    families: old.length,
    owedLAK: sumOf(old.map(({ owedLAK }) => owedLAK)),
  });
  for (const asked of [family.parent.firstName, family.parent.phone.slice(-6)])
    expect(
      (await list(`&search=${encodeURIComponent(asked)}`)).map(({ payerId }) => payerId),
    ).toEqual([family.parentId]);
});

it('knows no hold, and what is to be verified is owed no more', async () => {
  const family = await desk.family();
  await desk.bill(family, 3, 0, { hold: true });
  expect(await rowOf(family.parentId)).toBeUndefined();
  const owing = await desk.bill(family, 2);
  await desk.pay([owing], 0, { tenders: [await desk.slip(100_000)] });
  expect(await rowOf(family.parentId)).toMatchObject({
    owedLAK: owing.balance - 100_000,
    pendingLAK: 100_000,
  });
});

it('pays three orders of a family by one receipt, so much of each as was chosen, and never more than one owes', async () => {
  const family = await desk.family();
  const bills = [
    await desk.bill(family, 1),
    await desk.bill(family, 2),
    await desk.bill(family, 3),
  ];
  const [first, second, third] = bills as [Bill, Bill, Bill];
  const body = (atMostLAK: number) => ({
    debts: [
      { orderId: first.orderId, expectedBalance: first.balance },
      { orderId: second.orderId, expectedBalance: second.balance, atMostLAK },
    ],
    tenders: [cash(atMostLAK + first.balance)],
    shiftId: desk.shift._id,
  });
  const tooMuch = await desk.clerk.post(
    `/orders/${first.orderId}/payments`,
    body(second.balance + 1000),
  );
  const uneven = await desk.clerk.post(`/orders/${first.orderId}/payments`, {
    ...body(0),
    debts: [{ orderId: first.orderId, expectedBalance: first.balance, atMostLAK: 1300 }],
    tenders: [cash(1000)],
  });
  expect([tooMuch.statusCode, uneven.statusCode]).toEqual([400, 409]);

  const paid = await desk.pay(
    [first, { ...second, atMostLAK: 90_000 }, third],
    first.balance + 90_000 + third.balance,
  );
  expect(paid.orders.map((order) => order.totalLAK - order.paidLAK)).toEqual([
    0,
    second.balance - 90_000,
    0,
  ]);
  expect(paid.money?.paid.map(({ paidLAK, restLAK }) => [paidLAK, restLAK])).toEqual([
    [first.balance, 0],
    [90_000, second.balance - 90_000],
    [third.balance, 0],
  ]);
  expect(
    await server.db.$count(paymentTable, eq(paymentTable.receiptId, String(paid.receipt?._id))),
  ).toBe(1);
  const given = await server.db
    .select({ orderId: allocationTable.orderId, amountLAK: allocationTable.amountLAK })
    .from(allocationTable)
    .innerJoin(paymentTable, eq(paymentTable._id, allocationTable.paymentId))
    .where(eq(paymentTable.receiptId, String(paid.receipt?._id)))
    .orderBy(allocationTable._id);
  expect(given).toEqual([
    { orderId: first.orderId, amountLAK: first.balance },
    { orderId: second.orderId, amountLAK: 90_000 },
    { orderId: third.orderId, amountLAK: third.balance },
  ]);
  expect(await rowOf(family.parentId)).toMatchObject({
    owedLAK: second.balance - 90_000,
    orders: 1,
  });
  expect(await wrongSums(server.db)).toEqual([]);
});

it('reminds only who owes something here, keeps every reminder, and shows the last one, also after a merge', async () => {
  const [kept, gone] = [await desk.family(), await desk.family()];
  await desk.bill(gone, 1);
  const remind = (payerId: string, client = finance) =>
    client.post('/balances/reminders', {
      branchId: desk.vte,
      kind: 'parent',
      payerId,
      way: 'whatsApp',
      owedLAK: desk.price,
    });
  expect((await remind(kept.parentId)).statusCode).toBe(404);
  const { at } = done<Reminder>(await remind(gone.parentId));
  expect(await rowOf(gone.parentId)).toMatchObject({ remindedAt: at });
  const merged = await desk.admin.post('/parents/merge', {
    keepId: kept.parentId,
    keepVersion: kept.parent.version,
    dropId: gone.parentId,
    dropVersion: gone.parent.version,
    choices: {},
  });
  expect(merged.statusCode, merged.body).toBeLessThan(300);
  expect(await rowOf(gone.parentId)).toBeUndefined();
  expect(await rowOf(kept.parentId)).toMatchObject({ owedLAK: desk.price, remindedAt: at });
  await expect(server.db.update(reminderTable).set({ owedLAK: 1 })).rejects.toThrow();
});

it('shows nothing of another branch, and its finance reminds nobody here', async () => {
  const family = await desk.family();
  await desk.bill(family, 1);
  await moveTo(server.db, 'finance', 'LPB');
  const stranger = await server.as('finance');
  const rows = done<BalanceRow[]>(
    await stranger.get(`/balances?pageSize=200&branchId=${desk.vte}`),
  );
  const all = done<BalanceSums>(await stranger.get(`/balances/sums?branchId=${desk.vte}`));
  const reminded = await stranger.post('/balances/reminders', {
    branchId: desk.vte,
    kind: 'parent',
    payerId: family.parentId,
    way: 'called',
    owedLAK: 1,
  });
  const lpb = await branchId(server.db, 'LPB');
  const own = done<BalanceRow[]>(await stranger.get('/balances?pageSize=200'));
  await moveTo(server.db, 'finance', 'VTE');
  expect([rows, all.all, reminded.statusCode]).toEqual([[], { sumLAK: 0, families: 0 }, 404]);
  expect(own.every((row) => row.branchId === lpb)).toBe(true);
});
