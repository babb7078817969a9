import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { seedScale } from '#server/seed/scale.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { startBenchServer } from './bench-server.ts';
import { addBalanceRoutes } from './desk-balance.ts';
import { measureReads, type ReadCase } from './reads.ts';

// Measures the money screens with 200,000 orders and 1,000,000 payments, beside a bare read of one
// payment by its key through the same server in the same run, median to median; each case has its
// goal. Then the check of the books with its progress. Runs on the embedded engine, or on
// PostgreSQL at TEST_DATABASE_URL or DATABASE_URL, in a database of its own, which with
// `--from=name` is a copy of one there that `npm run seed:scale` has filled. `--students=n`,
// `--orders=n`, `--rounds=n`.
const { values: args } = parseArgs({
  options: {
    from: { type: 'string' },
    students: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '20' },
  },
});
const [students, orders, rounds] = [args.students, args.orders, args.rounds].map(Number) as [
  number,
  number,
  number,
];

const server = await startBenchServer(addBalanceRoutes, args.from);
const { database } = server;
const { db } = database;
if (args.from === undefined) {
  await seedScale(db, students);
  await seedScaleOrders(db, { orders, payments: orders * 5 });
}
await db.execute(sql`vacuum analyze`);
console.log(`the data is there after ${(performance.now() / 1000).toFixed(0)} s`);

type Sample = {
  paymentId: string;
  branchId: string;
  number: string;
  parentId: string;
  name: string;
  day: string;
};
const { rows: samples } = await db.execute<Sample>(sql`
  select payment.id as "paymentId", payment.branch_id as "branchId", receipt.number,
    payment.payer_parent_id as "parentId", parent.first_name as name,
    payment.confirmed_day::text as day
  from payments payment
  join receipts receipt on receipt.id = payment.receipt_id
  join parents parent on parent.id = payment.payer_parent_id
  order by payment.at desc
  limit 400`);
const {
  rows: [largest],
} = await db.execute<{ id: string }>(
  sql`
    select payer_parent_id as id
    from payments
    where payer_parent_id is not null
    group by 1
    order by count(*) desc
    limit 1`,
);
const today = dayInLaos();
const month = `from=${addDays(today, -30)}&to=${today}`;
const year = `from=${addDays(today, -364)}&to=${today}`;

const caseOf = (
  what: string,
  times: number,
  path: ReadCase<Sample>['path'],
  every = 1,
): ReadCase<Sample> => ({ what, times, path, every });
const cases = [
  caseOf(
    'history, a page of the month',
    3,
    ({ branchId }) => `/payments?${month}&branchId=${branchId}&count=false`,
  ),
  caseOf('history, by number', 3, ({ number }) => `/payments?search=${number}&count=false`),
  caseOf(
    'history, by a common name',
    10,
    ({ name }) => `/payments?search=${encodeURIComponent(name)}&count=false`,
  ),
  caseOf(
    'totals of a day',
    3,
    ({ branchId, day }) => `/payments/sums?from=${day}&to=${day}&branchId=${branchId}`,
  ),
  caseOf(
    'totals of a month',
    5,
    ({ branchId }) => `/payments/sums?${month}&branchId=${branchId}`,
    4,
  ),
  caseOf(
    'totals of a year',
    8,
    ({ branchId }) => `/payments/sums?${year}&branchId=${branchId}`,
    10,
  ),
  caseOf(
    'balances due of a branch',
    12,
    ({ branchId }) => `/balances?branchId=${branchId}&count=false`,
    4,
  ),
  caseOf('their buckets', 4, ({ branchId }) => `/balances/sums?branchId=${branchId}`, 4),
  caseOf(
    'account of a family',
    4,
    ({ parentId, branchId }) => `/family-accounts/${parentId}?branchId=${branchId}`,
  ),
  caseOf(
    'account of the largest family',
    8,
    ({ branchId }) => `/family-accounts/${largest?.id}?branchId=${branchId}`,
  ),
  caseOf(
    'account as of a day',
    3,
    ({ parentId, branchId, day }) =>
      `/family-accounts/${parentId}?branchId=${branchId}&asOf=${day}`,
  ),
];

const missed = await measureReads(server, {
  cases,
  samples,
  rounds,
  bare: ({ paymentId }) => `/bench/payments/${paymentId}`,
});
const begin = performance.now();
const { differences, orders: compared } = await checkBooks(database);
console.log(
  `books of ${compared} orders checked in ${((performance.now() - begin) / 1000).toFixed(1)} s, ${differences.length} differences`,
);
if (differences.length > 0) missed.push(`${differences.length} differences in the books`);
await server.stop();
if (missed.length > 0) throw new Error(missed.join('; '));
