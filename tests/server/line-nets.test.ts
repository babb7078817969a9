import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withReductionsShared } from '#contract/desk/line-nets.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { allowLooseReductions } from '#tests/helpers/loose-reductions.ts';
import { openPlaceDesk } from '#tests/helpers/sold-place.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let [like] = [] as (typeof orderTable.$inferSelect)[];
let students: (string | null)[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await (await openPlaceDesk(server)).sold();
  [like] = await server.db.select().from(orderTable).limit(1);
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from students limit 2`);
  students = [...rows.map(({ id }) => id), null];
});
afterAll(() => server.close());

const LINE = { nameEn: 'x', nameLo: 'x', reason: 'agreed', at: '2026-11-01T08:00:00.000Z' };
type NewLine = Omit<typeof orderLineTable.$inferInsert, 'orderId' | 'position'>;

async function insertOrder(lines: readonly NewLine[]) {
  if (!like) throw new Error('No order');
  const orderId = randomUUID();
  await server.db
    .insert(orderTable)
    .values({ ...like, _id: orderId, number: orderId, clientRef: randomUUID() });
  await server.db
    .insert(orderLineTable)
    .values(lines.map((line, at) => ({ ...line, orderId, position: at + 1 })));
  return orderId;
}

it('refuses a reduction that names no line', async () => {
  const charge = { ...LINE, _id: randomUUID(), kind: 'registration', quantity: 1, amountLAK: 9 };
  const off = { ...LINE, _id: randomUUID(), kind: 'adjustment', quantity: 1, amountLAK: -9 };
  const failure = await insertOrder([charge, off] as NewLine[]).catch(innermostCause);
  expect(String(failure)).toContain('order_lines_reduction');
});

it('the view gives each line the net that the contract computes, for whatever lines there are', async () => {
  await allowLooseReductions(server.db);
  const student = fc.integer({ min: 0, max: 2 });
  const charge = fc.record({
    amount: fc.integer({ min: 0, max: 3_000_000 }),
    off: fc.integer({ min: 0, max: 60 }),
    back: fc.integer({ min: 0, max: 100 }),
    student,
  });
  const reduction = fc.record({ percent: fc.integer({ min: 1, max: 60 }), student });
  await fc.assert(
    fc.asyncProperty(
      fc.array(charge, { minLength: 1, maxLength: 5 }),
      fc.array(reduction, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (charges, reductions, isTakenBack) => {
        const ids = charges.map(() => randomUUID());
        let left = 0;
        const lines = charges.flatMap(({ amount, off, student: whose }, at) => {
          const discount = Math.floor((amount * off) / 100);
          left += amount - discount;
          const common = { ...LINE, studentId: students[whose] ?? null };
          return [
            { ...common, _id: ids[at], kind: 'registration', quantity: 1, amountLAK: amount },
            {
              ...common,
              _id: randomUUID(),
              kind: 'discount',
              ofLineId: ids[at],
              amountLAK: -discount,
            },
          ];
        }) as NewLine[];
        for (const { percent, student: whose } of reductions) {
          const amountLAK = Math.floor((left * percent) / 100);
          if (amountLAK === 0) continue;
          left -= amountLAK;
          const row = { ...LINE, studentId: students[whose] ?? null, kind: 'adjustment' as const };
          lines.push({ ...row, _id: randomUUID(), quantity: 1, amountLAK: -amountLAK });
        }
        const at = '2026-11-09T08:00:00.000Z';
        const last = lines.at(-1);
        if (isTakenBack && last?.kind === 'adjustment')
          lines.push({ ...last, at, _id: randomUUID(), quantity: -1, amountLAK: -last.amountLAK });
        for (const [index, { amount, back }] of charges.entries()) {
          const amountLAK = Math.min(left, Math.floor((amount * back) / 200));
          left -= amountLAK;
          lines.push({
            ...LINE,
            at,
            _id: randomUUID(),
            kind: 'registration',
            ofLineId: ids[index] ?? null,
            quantity: 0,
            amountLAK: -amountLAK,
          });
        }
        const orderId = await insertOrder(lines);
        const stored = await server.db
          .select()
          .from(orderLineTable)
          .where(eq(orderLineTable.orderId, orderId))
          .orderBy(asc(orderLineTable.position));
        const { rows } = await server.db.execute<Record<string, unknown>>(sql`
          select of_line_id, position, quantity, student_id, amount_lak::float8 as amount
          from line_nets where order_id = ${orderId} order by position, amount, of_line_id`);
        const expected = withReductionsShared(stored).map((line) => ({
          of_line_id: line.ofLineId,
          position: line.position,
          quantity: line.quantity,
          student_id: line.studentId,
          amount: line.amountLAK,
        }));
        const sorted = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).sort();
        expect(sorted(rows)).toEqual(sorted(expected));
      },
    ),
    { numRuns: 60 },
  );
});
