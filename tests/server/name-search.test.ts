import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_PEOPLE } from '#contract/people/found-people.ts';
import type { OrderListSums, OrderRow } from '#contract/orders/order-rows.ts';
import type { PaymentListSums, PaymentRow } from '#contract/orders/payment-rows.ts';
import type { Found } from '#contract/reports/find.ts';
import { done } from '#tests/helpers/class-data.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { branchId, moveTo, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

const NAME = 'qonmany';
let server: TestServer;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
/** The family with the oldest record of all people of that name. */
let family: Awaited<ReturnType<typeof desk.family>>;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'admin'] as const) await moveTo(server.db, role, 'VTE');
  desk = await openFamilyDesk(server);
  family = await desk.family();
  await desk.bill(family, 2, 100_000);
  // The child is found by its parent's name, too, and so are its orders.
  await server.db.execute(sql`delete from guardians where parent_id = ${family.parentId}`);
  await server.db.execute(sql`
    update parents
    set created_at = '2020-01-01', first_name = ${NAME}, search = search || ' ' || ${NAME}
    where id = ${family.parentId}`);
});
afterAll(() => server.close());

/** As many newer parents of that name as a search by name looks at. */
async function addNewerParents(branch: string): Promise<void> {
  await server.db.execute(sql`
    insert into parents
    select copy.* from parents one, generate_series(1, ${MOST_PEOPLE}) as n,
      jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
        'branch_id', ${branch}::text, 'phone', '+85620' || (70000000 + n + (
          select count(*) from parents)), 'search', ${NAME}::text, 'created_at', now())) as copy
    where one.id = ${family.parentId}`);
}

async function search(text: string) {
  const finance = await server.as('finance');
  const asked = `search=${encodeURIComponent(text)}&branchId=${desk.vte}`;
  const orders = done<OrderRow[]>(await desk.clerk.get(`/orders?${asked}`));
  const payments = done<PaymentRow[]>(await finance.get(`/payments?${asked}`));
  const found = done<Found[]>(await desk.clerk.get(`/find?q=${encodeURIComponent(text)}`));
  const [ofOrders, ofPayments] = [
    done<OrderListSums>(await desk.clerk.get(`/orders/sums?${asked}`)),
    done<PaymentListSums>(await finance.get(`/payments/sums?${asked}`)),
  ];
  return {
    rows: [
      orders.length,
      payments.length,
      found.filter(({ kind }) => kind === 'order').length,
      ofOrders.count,
      ofPayments.payments,
    ],
    more: [ofOrders.morePeople, ofPayments.morePeople],
  };
}
const all = [1, 1, 1, 1, 1];

it('finds the orders and payments of the branch’s own people before those of 200 newer ones elsewhere', async () => {
  expect(await search(NAME)).toEqual({ rows: all, more: [false, false] });
  await addNewerParents(await branchId(server.db, 'LPB'));
  expect(await search(NAME)).toEqual({ rows: all, more: [true, true] });
});

it('looks at 200 people of a name at most, tells so, and finds the others by a second word', async () => {
  await addNewerParents(desk.vte);
  expect(await search(NAME)).toEqual({ rows: [0, 0, 0, 0, 0], more: [true, true] });
  const phone = family.parent.phone.slice(-8);
  expect(await search(`${NAME} ${phone}`)).toEqual({ rows: all, more: [false, false] });
});
