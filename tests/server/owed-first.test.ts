import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BalanceRow, BalanceSums } from '#contract/orders/balances.ts';
import { openParts } from '#contract/orders/instalments.ts';
import type { ReceivablesNow } from '#contract/reports/overview.ts';
import { chanceFrom } from '#server/seed/chance.ts';
import { done } from '#tests/helpers/class-data.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { moveTo, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

const FAMILIES = 12;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('owes the same in balances, buckets and receivables as order by order, whatever plans and payments came before', async () => {
  for (const role of ['staff', 'admin', 'finance'] as const) await moveTo(server.db, role, 'VTE');
  const desk = await openFamilyDesk(server);
  const finance = await server.as('finance');
  const chance = chanceFrom(40);
  const owed = new Map<string, { owedLAK: number; daysLate: number }>();
  for (let at = 0; at < FAMILIES; at += 1) {
    const family = await desk.family();
    const bill = await desk.bill(family, 1 + chance.below(4));
    // The sum of a plan may differ from the total, as after a later reduction.
    const plan = Array.from({ length: chance.below(5) }, () => ({
      daysAgo: chance.below(120) - 20,
      amountLAK: 10_000 * (1 + chance.below(20)),
    })).toSorted((a, b) => b.daysAgo - a.daysAgo);
    if (plan.length > 0) await desk.agePlan(bill.orderId, plan);
    const paid = Math.min(bill.balance, 5000 * chance.below(60));
    if (paid > 0) await desk.pay([bill], paid);
    const parts = openParts(
      (
        await server.db.execute<{ dueOn: string; amountLAK: number }>(sql`
          select due_on::text as "dueOn", amount_lak::float8 as "amountLAK" from instalments
          where order_id = ${bill.orderId} and ended_at is null order by position`)
      ).rows,
      (
        await server.db.execute<{
          totalLAK: number;
          paidLAK: number;
          pendingLAK: number;
          confirmedDay: string;
        }>(sql`
          select total_lak::float8 as "totalLAK", paid_lak::float8 as "paidLAK",
            pending_lak::float8 as "pendingLAK", confirmed_day::text as "confirmedDay"
          from orders where id = ${bill.orderId}`)
      ).rows[0] as never,
    ).filter(({ openLAK }) => openLAK > 0);
    const [clock] = (
      await server.db.execute<{ day: string }>(
        sql`select (now() at time zone 'Asia/Vientiane')::date::text as day`,
      )
    ).rows;
    const late = parts.map(
      ({ dueOn }) => (Date.parse(String(clock?.day)) - Date.parse(dueOn)) / 86_400_000,
    );
    if (parts.length > 0)
      owed.set(family.parentId, {
        owedLAK: parts.reduce((sum, { openLAK }) => sum + openLAK, 0),
        daysLate: Math.max(...late),
      });
  }
  const rows = done<BalanceRow[]>(await finance.get(`/balances?pageSize=200&branchId=${desk.vte}`));
  const ours = rows.filter(({ payerId }) => owed.has(payerId));
  expect(
    new Map(ours.map(({ payerId, owedLAK, daysLate }) => [payerId, { owedLAK, daysLate }])),
  ).toEqual(owed);
  const sums = done<BalanceSums>(await finance.get(`/balances/sums?branchId=${desk.vte}`));
  const overview = done<ReceivablesNow>(
    await (await server.as('superadmin')).get(`/overview/receivables?branchId=${desk.vte}`),
  );
  const total = rows.reduce((sum, { owedLAK }) => sum + owedLAK, 0);
  expect([sums.all.sumLAK, overview.owedLAK]).toEqual([total, total]);
  expect(overview.overdueFamilies).toBe(rows.filter(({ daysLate }) => daysLate > 0).length);
});
