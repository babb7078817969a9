import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { addStudent, newGuardian, refusal } from '#tests/helpers/people.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { book, cash, openDrawer, priced, sendVisit } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
let finance: Client;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'admin', 'finance'] as const) await moveTo(server.db, role, 'VTE');
  desk = await openFamilyDesk(server);
  finance = await server.as('finance');
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const account = async (payerId: string, query = '', client = finance) =>
  done<FamilyAccount>(await client.get(`/family-accounts/${payerId}?${query}`));
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const dayAgo = async (days: number) =>
  (
    await server.db.execute<{ day: string }>(
      sql`select ((now() at time zone 'Asia/Vientiane')::date - ${days}::int)::text as day`,
    )
  ).rows[0]?.day ?? '';

/** The stored sums of a payer in the branch: owed, and free of the money that came in here. */
async function stored(ids: string[]) {
  const orders = await server.db
    .select()
    .from(orderTable)
    .where(inArray(orderTable.payerParentId, ids));
  const payments = await server.db
    .select()
    .from(paymentTable)
    .where(inArray(paymentTable.payerParentId, ids));
  const own = orders.filter(
    ({ branchId: branch, state }) => branch === desk.vte && state === 'confirmed',
  );
  const owedLAK = sumOf(own.map((order) => order.totalLAK - order.paidLAK - order.pendingLAK));
  const creditLAK = sumOf(
    payments
      .filter((one) => one.branchId === desk.vte && one.state === 'confirmed')
      .map(({ freeLAK }) => freeLAK),
  );
  return { owedLAK, creditLAK, balanceLAK: owedLAK - creditLAK };
}

/** Every row is behind the one before it by its own sum, and the last one is the balance. */
function expectRunning({
  rows,
  balanceLAK,
  chargedLAK,
  creditedLAK,
  owedLAK,
  creditLAK,
}: FamilyAccount) {
  let before = 0;
  for (const row of rows) {
    expect(row.balanceLAK).toBe(before + row.amountLAK);
    before = row.balanceLAK;
  }
  expect([balanceLAK, chargedLAK - creditedLAK, owedLAK - creditLAK]).toEqual([
    before,
    before,
    before,
  ]);
}

it('runs from the first charge to what is stored, through payments, a slip, a correction, credit and a rejected sum', async () => {
  const family = await desk.family();
  const first = await desk.bill(family, 3, 100_000);
  await desk.pay([first], 0, { tenders: [await desk.slip(50_000)] });
  const before = await account(family.parentId);
  expectRunning(before);
  expect(before).toMatchObject({
    owedLAK: first.balance - 50_000,
    pendingLAK: 50_000,
    slips: 1,
    creditLAK: 0,
  });
  expect(before.rows.map(({ kind, amountLAK, isPending }) => [kind, amountLAK, isPending])).toEqual(
    [
      ['lines', 435_000, false],
      ['payment', -100_000, false],
      ['payment', -50_000, true],
    ],
  );

  await desk.pay([{ ...first, balance: first.balance - 50_000 }], first.balance - 50_000 + 65_000, {
    changeOwedLAK: 65_000,
  });
  const credited = await account(family.parentId);
  expectRunning(credited);
  expect(credited).toMatchObject({ owedLAK: 0, creditLAK: 65_000, balanceLAK: -65_000 });

  const second = await desk.bill(family, 1, 0);
  await desk.pay([second], 0, { creditLAK: 65_000 });
  const used = await account(family.parentId);
  expectRunning(used);
  expect(used.rows.at(-1)).toMatchObject({
    kind: 'credit',
    amountLAK: 0,
    creditLAK: 65_000,
    balanceLAK: 80_000,
  });
  expect(used).toMatchObject(await stored([family.parentId]));
});

it('keeps a hold and its money apart until it is confirmed', async () => {
  const family = await desk.family();
  const held = await desk.bill(family, 2, 40_000, { hold: true });
  const before = await account(family.parentId);
  expect(before).toMatchObject({
    rows: [],
    balanceLAK: 0,
    orders: [],
    held: [{ _id: held.orderId, totalLAK: 290_000, paidLAK: 40_000, pendingLAK: 0 }],
  });
  await desk.pay([{ ...held, balance: 250_000 }], 100_000);
  const after = await account(family.parentId);
  expectRunning(after);
  expect(after.rows.map(({ kind, amountLAK }) => [kind, amountLAK])).toEqual([
    ['lines', 290_000],
    ['fromHold', -40_000],
    ['payment', -100_000],
  ]);
  expect(after).toMatchObject({ held: [], ...(await stored([family.parentId])) });
});

it('is as it was at the end of a past day, whatever came later', async () => {
  const family = await desk.family();
  const bill = await desk.bill(family, 4, 200_000);
  // The rows of money are moved into the past together, as if that visit had been five days ago.
  for (const table of ['orders', 'order_lines', 'payments', 'allocations', 'instalments'])
    await server.db.execute(sql.raw(`alter table ${table} disable trigger user`));
  const ofOrder = sql`${bill.orderId}::uuid`;
  await server.db.execute(
    sql`update order_lines set at = at - interval '5 days' where order_id = ${ofOrder}`,
  );
  await server.db.execute(
    sql`update payments set at = at - interval '5 days', decided_at = decided_at - interval '5 days' where id in (select payment_id from allocations where order_id = ${ofOrder})`,
  );
  await server.db.execute(
    sql`update allocations set at = at - interval '5 days' where order_id = ${ofOrder}`,
  );
  await server.db.execute(
    sql`update instalments set at = at - interval '5 days' where order_id = ${ofOrder}`,
  );
  await server.db.execute(
    sql`update orders set at = at - interval '5 days', confirmed_at = confirmed_at - interval '5 days' where id = ${ofOrder}`,
  );
  for (const table of ['orders', 'order_lines', 'payments', 'allocations', 'instalments'])
    await server.db.execute(sql.raw(`alter table ${table} enable trigger user`));
  const then = await account(family.parentId, `asOf=${await dayAgo(3)}`);
  await desk.pay([bill], 300_000);
  const again = await account(family.parentId, `asOf=${await dayAgo(3)}`);
  expectRunning(again);
  expect(again).toEqual({ ...then, laterRows: 1 });
  expect(again).toMatchObject({ owedLAK: 380_000, orders: [{ paidLAK: 200_000 }] });
  expect(await account(family.parentId)).toMatchObject({
    laterRows: 0,
    ...(await stored([family.parentId])),
  });
  expect((await account(family.parentId, `asOf=${await dayAgo(6)}`)).rows).toEqual([]);
});

it('shows one account for parents who were merged, and the merge changes no row of it', async () => {
  const [kept, gone] = [await desk.family(), await desk.family()];
  await desk.bill(kept, 1);
  await desk.bill(gone, 2, 100_000);
  const before = [await account(kept.parentId), await account(gone.parentId)];
  const merged = await desk.admin.post('/parents/merge', {
    keepId: kept.parentId,
    keepVersion: kept.parent.version,
    dropId: gone.parentId,
    dropVersion: gone.parent.version,
    choices: {},
  });
  expect(merged.statusCode, merged.body).toBeLessThan(300);
  const one = await account(kept.parentId);
  expectRunning(one);
  expect(one.balanceLAK).toBe(sumOf(before.map(({ balanceLAK }) => balanceLAK)));
  expect(one.rows.map(({ key }) => key)).toEqual(
    before.flatMap(({ rows }) => rows.map(({ key }) => key)),
  );
  expect((await account(gone.parentId)).payer._id).toBe(kept.parentId);
  expect(one).toMatchObject(await stored([kept.parentId, gone.parentId]));
});

it('of another branch only says what is owed and free there, and a desk that has nothing to do with the family sees none of it', async () => {
  const family = await desk.family();
  await desk.bill(family, 1);
  await moveTo(server.db, 'finance', 'LPB');
  const stranger = await server.as('finance');
  expect(refusal(await stranger.get(`/family-accounts/${family.parentId}`))).toEqual([
    404,
    'notFound',
  ]);
  await moveTo(server.db, 'finance', 'VTE');

  const lpb = await branchId(server.db, 'LPB');
  await moveTo(server.db, 'staff', 'LPB');
  const shift = await openDrawer(await server.as('staff'));
  await server.db.execute(
    sql`insert into stock_levels (id, product_id, branch_id, on_hand, seq) values (gen_random_uuid(), ${desk.bookId}, ${lpb}, 100, 0)`,
  );
  const { firstName, lastName, phone } = family.parent;
  const sibling = await addStudent(server, owner, {
    homeBranchId: lpb,
    guardians: [newGuardian({ firstName, lastName, phone, parentId: family.parentId })],
  });
  const visit = {
    branchId: lpb,
    payer: { kind: 'parent', parentKey: family.parentId },
    products: [book(desk.bookId, sibling._id, { quantity: 2, giveNow: false })],
    tenders: [cash(100_000)],
    shiftId: shift._id,
  };
  const { order } = done<VisitAnswer>(await sendVisit(owner, await priced(owner, visit)));
  await moveTo(server.db, 'staff', 'VTE');

  const here = await account(family.parentId);
  expectRunning(here);
  expect(here).toMatchObject({
    balanceLAK: desk.price,
    elsewhere: [{ branchId: lpb, owedLAK: 2 * desk.price - 100_000, creditLAK: 0 }],
  });
  expect(JSON.stringify(here)).not.toContain(String(order?.number));
  const asOwner = await account(family.parentId, `branchId=${lpb}`, owner);
  expectRunning(asOwner);
  expect(asOwner).toMatchObject({
    balanceLAK: 2 * desk.price - 100_000,
    elsewhere: [{ branchId: desk.vte, owedLAK: desk.price }],
  });
});

it('of an adult student who pays alone has the same rows', async () => {
  const student = String((await insertProspects(server.db, 1))[0]?._id);
  const visit = {
    branchId: desk.vte,
    payer: { kind: 'student', studentKey: student },
    products: [book(desk.bookId, student, { quantity: 2, giveNow: false })],
    tenders: [cash(100_000)],
    shiftId: desk.shift._id,
  };
  done<VisitAnswer>(await sendVisit(desk.clerk, await priced(desk.clerk, visit)));
  const one = await account(student);
  expectRunning(one);
  expect(one).toMatchObject({
    payer: { kind: 'student' },
    students: [{ _id: student }],
    owedLAK: 2 * desk.price - 100_000,
  });
});
