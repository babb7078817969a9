import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Drawer } from '#contract/money/drawers.ts';
import type { PendingCounts } from '#contract/classes/pending.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { bookTable } from '#server/db/tables/ledger/books.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('every branch has a book and a drawer called Desk 1, those of the demo and a new one', async () => {
  const owner = await server.as('superadmin');
  expect(
    (
      await owner.post('/branches', {
        branchName: 'New',
        code: 'NEW',
        provinceCode: '13',
        phone: '020 5551 2345',
      })
    ).statusCode,
  ).toBe(201);
  const ids = (await server.db.select({ _id: branchTable._id }).from(branchTable))
    .map(({ _id }) => _id)
    .toSorted();
  expect(
    (await server.db.select().from(bookTable)).map(({ branchId }) => branchId).toSorted(),
  ).toEqual(ids);
  expect(
    (await server.db.select().from(drawerTable))
      .map(({ branchId, name }) => `${branchId} ${name}`)
      .toSorted(),
  ).toEqual(ids.map((_id) => `${_id} Desk 1`));
});

it('orders of the scale centre are as many as asked for with as many payments, add up, and are not added before others', async () => {
  const scale = await startTestServer();
  expect(await seedScaleOrders(scale.db, { orders: 200, payments: 1000 })).toEqual({
    orders: 200,
    payments: 1000,
  });
  expect((await checkBooks(scale.database)).differences).toEqual([]);
  const { rows } = await scale.db.execute(sql`
    select (select count(*)::int from orders) as orders, (select count(*)::int from payments) as payments, (select count(*)::int from orders where paid_lak < total_lak) > 0 as owed,
      (select count(distinct method)::int from payments) as methods, (select sum(last)::int from number_series where kind = 'order') as numbers`);
  expect(rows).toEqual([{ orders: 200, payments: 1000, owed: true, methods: 3, numbers: 200 }]);
  expect(await seedScaleOrders(scale.db, { orders: 200, payments: 1000 })).toEqual({
    orders: 0,
    payments: 0,
  });
  await scale.close();
});

it('the demo centre has five terms of orders in three branches, in every state and way to pay, and its books add up', async () => {
  await addDemoHistory(server.db);
  expect((await checkBooks(server.database)).differences).toEqual([]);
  const { rows: branches } = await server.db.execute<{
    code: string;
    orders: number;
    days: number;
  }>(
    sql`select branch.code, count(*)::int as orders, count(distinct placed.day)::int as days from orders placed join branches branch on branch.id = placed.branch_id group by 1 order by 1`,
  );
  expect(branches.map(({ code }) => code)).toEqual(['LPB', 'PKS', 'VTE']);
  for (const { orders, days } of branches) expect([orders > 30, days > 8]).toEqual([true, true]);
  const { rows } = await server.db.execute(sql`
    select count(*) filter (where state = 'held') > 0 as held, count(*) filter (where state = 'void') > 0 as void, count(*) filter (where pending_lak > 0) > 0 as unverified,
      count(*) filter (where state = 'confirmed' and paid_lak between 1 and total_lak - 1) > 0 as "partPaid", count(*) filter (where state = 'confirmed' and paid_lak = total_lak) > 0 as paid,
      (select count(*) from payments where free_lak > 0) > 0 as credit, (select sum(reserved) from stock_levels) > 0 as "toHandOver" from orders`);
  expect(rows).toEqual([
    {
      held: true,
      void: true,
      unverified: true,
      partPaid: true,
      paid: true,
      credit: true,
      toHandOver: true,
    },
  ]);
  const drawers = (await (await server.as('superadmin')).get('/drawers')).json<Drawer[]>();
  expect(drawers.filter(({ shift }) => shift !== null).length).toBeGreaterThanOrEqual(2);
  const counts = done<PendingCounts>(
    await (await server.as('staff')).get('/pending-enrolments/counts'),
  );
  expect(Object.values(counts).map((count) => count > 0)).toEqual([true, true, true, true, true]);
});
