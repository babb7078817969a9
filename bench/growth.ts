import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { overviewParts } from '#contract/reports/overview-parts.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { Database } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { dayTable } from '#server/db/tables/ledger/books.table.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { keepPastDays } from '#server/ledger/figures/keep-days.ts';
import { keepPaymentSums } from '#server/ledger/payments/keep-payment-sums.ts';
import { flowsOf } from '#server/ledger/days/day-flows.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { seedScale } from '#server/seed/scale.ts';
import { keepBenchDatabase, startBenchServer } from './bench-server.ts';
import { addBalanceRoutes } from './desk-balance.ts';
import { timeReads, type ReadCase } from './reads.ts';

// Measures how each screen's time grows with the history: the same day's work in each size, and a
// history that is as many times longer as it has more payments (`--days=n` in the smallest). The
// largest may take 1.5 times the smallest, each as a multiple of the bare keyed read of its own
// run. Runs on PostgreSQL at TEST_DATABASE_URL or DATABASE_URL, else on the embedded engine.
// `--sizes=50000,200000,1000000` (1,000,000 alone needs `--days=7300`), `--rounds=n`; `--from=name`
// keeps the filled databases there as `name_50000` and so on, and uses them again.
const { values: args } = parseArgs({
  options: {
    from: { type: 'string' },
    sizes: { type: 'string', default: '50000,200000,1000000' },
    days: { type: 'string', default: '365' },
    rounds: { type: 'string', default: '10' },
  },
});
const MOST_GROWTH = 1.5;
/** A family pays an order in five parts, and there are two students for each four orders. */
const PAYMENTS_OF_ORDER = 5;
const PAYMENTS_OF_STUDENT = 10;

const sizes = args.sizes.split(',').map(Number);
const [smallest = 0] = sizes;
if (args.from !== undefined && !/^[a-z][a-z0-9_]{0,30}$/.test(args.from))
  throw new Error('--from= is the beginning of a name of a database: a-z, 0-9 and _');

const today = dayInLaos();

/** Days that the figures of a past month look at, and those of the totals of a year. */
const [KEPT_DAYS, KEPT_SUMS] = [125, 370];

/** Fills a centre; its days are closed up to the day before yesterday, and kept as by the night. */
async function fill(db: Database['db'], payments: number): Promise<void> {
  await seedScale(db, Math.round(payments / PAYMENTS_OF_STUDENT));
  const orders = Math.round(payments / PAYMENTS_OF_ORDER);
  const length = Math.round((Number(args.days) * payments) / smallest);
  await seedScaleOrders(db, { orders, payments }, undefined, length);
  const to = addDays(today, -2);
  for (const { _id: branchId } of await db.select({ _id: branchTable._id }).from(branchTable)) {
    const flows = await flowsOf(db, { branchId, from: addDays(today, -length), to });
    const closed = [...flows].map(([day, flow]) => ({
      branchId,
      day,
      closedAt: new Date(`${day}T20:00:00+07:00`).toISOString(),
      totals: { ...flow, drawers: [], slips: [] },
    }));
    await db.transaction((tx) => insertMany(tx, dayTable, closed));
  }
  await db.execute(sql`vacuum analyze`);
  await keepPaymentSums(db, { most: KEPT_SUMS });
  await keepPastDays(db, { most: KEPT_DAYS, evenSlow: true });
}

type Sample = {
  paymentId: string;
  branchId: string;
  number: string;
  parentId: string;
  studentId: string;
  name: string;
  phone: string;
};

const past = (from: number, to: number) =>
  `from=${addDays(today, -from)}&to=${addDays(today, -to)}`;
const [month, year, pastMonth] = [past(30, 0), past(364, 0), past(120, 90)];

/** A goal beside the bare keyed read, only for the screens that have one. */
const NO_GOAL = Infinity;
const caseOf = (
  what: string,
  path: ReadCase<Sample>['path'],
  times = NO_GOAL,
  every = 1,
): ReadCase<Sample> => ({ what, times, path, every });
const named = ({ name }: Sample) => encodeURIComponent(name);
const cases = [
  caseOf('orders: newest', ({ branchId }) => `/orders?branchId=${branchId}&count=false`),
  caseOf('orders: open', ({ branchId }) => `/orders?branchId=${branchId}&view=open&count=false`),
  caseOf('orders: a common name', (of) => `/orders?search=${named(of)}&view=all&count=false`, 15),
  caseOf(
    'payments: a page of the month',
    ({ branchId }) => `/payments?${month}&branchId=${branchId}&count=false`,
  ),
  caseOf('payments: a number', ({ number }) => `/payments?search=${number}&count=false`),
  caseOf('payments: a common name', (of) => `/payments?search=${named(of)}&count=false`, 15),
  caseOf('totals of a month', ({ branchId }) => `/payments/sums?${month}&branchId=${branchId}`),
  caseOf('totals of a year', ({ branchId }) => `/payments/sums?${year}&branchId=${branchId}`, 8),
  caseOf('balances due', ({ branchId }) => `/balances?branchId=${branchId}&count=false`, 15),
  caseOf('their buckets', ({ branchId }) => `/balances/sums?branchId=${branchId}`, 15),
  ...Object.entries(overviewParts).map(([part, path]) =>
    caseOf(
      `overview: ${part}`,
      ({ branchId }) => `${path}?branchId=${branchId}`,
      part === 'queue' || part === 'receivables' ? 15 : NO_GOAL,
    ),
  ),
  caseOf('figures of a month', ({ branchId }) => `/figures?${month}&branchId=${branchId}`, 40, 5),
  caseOf(
    'figures of a past month',
    ({ branchId }) => `/figures?${pastMonth}&branchId=${branchId}`,
    40,
    5,
  ),
  caseOf('finder: a receipt', ({ number }) => `/find?q=${number}`),
  caseOf('finder: a phone', ({ phone }) => `/find?q=${encodeURIComponent(phone)}`),
  caseOf('finder: a common name', (of) => `/find?q=${named(of)}`, 15),
  caseOf(
    'account of a family',
    ({ parentId, branchId }) => `/family-accounts/${parentId}?branchId=${branchId}`,
  ),
  caseOf(
    'desk: a family',
    ({ studentId, branchId }) => `/desk/families?studentId=${studentId}&branchId=${branchId}`,
  ),
  caseOf('copy of the orders', ({ branchId }) => `/orders/lookup?branchId=${branchId}`, NO_GOAL, 5),
  caseOf('copy of the people', ({ branchId }) => `/desk/lookup?branchId=${branchId}`, NO_GOAL, 5),
];

/** The times of all cases in a centre of this size, as multiples of its bare keyed read. */
async function measure(payments: number): Promise<number[]> {
  const url = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  const kept =
    args.from === undefined || url === undefined ? undefined : `${args.from}_${payments}`;
  if (kept !== undefined && url !== undefined)
    await keepBenchDatabase(url, kept, async (db) => {
      await seedDemoCentre(db);
      await fill(db, payments);
    });
  const server = await startBenchServer(addBalanceRoutes, kept);
  const { db } = server.database;
  if (kept === undefined) await fill(db, payments);
  await db.execute(sql`vacuum analyze`);
  const { rows: samples } = await db.execute<Sample>(sql`
    select payment.id as "paymentId", payment.branch_id as "branchId", receipt.number,
      payment.payer_parent_id as "parentId", link.student_id as "studentId",
      parent.first_name as name, parent.phone
    from (select * from payments where receipt_id is not null order by at desc limit 2000) payment
    join receipts receipt on receipt.id = payment.receipt_id
    join parents parent on parent.id = payment.payer_parent_id
    join lateral (
      select student_id from guardians where parent_id = parent.id and is_payer limit 1
    ) link on true
    limit 400`);
  const rounds = Number(args.rounds);
  const bare = ({ paymentId }: Sample) => `/bench/payments/${paymentId}`;
  const { bareMs, ms } = await timeReads(server, { cases, bare, samples, rounds });
  console.log(
    `${server.database.engine}, ${payments} payments: bare keyed read ${bareMs.toFixed(1)} ms, after ${(performance.now() / 1000).toFixed(0)} s`,
  );
  await server.stop();
  return ms.map((one) => one / bareMs);
}

const measured: number[][] = [];
for (const size of sizes) measured.push(await measure(size));
console.log(['times the keyed read'.padEnd(30), ...sizes, 'growth', 'goal'].join('\t'));
const missed = cases.flatMap(({ what, times }, at) => {
  const ratios = measured.map((of) => of[at] ?? 0);
  const [first = 0, last = 0] = [ratios[0], ratios.at(-1)];
  const growth = last / first;
  const isMissed = growth > MOST_GROWTH || last > times;
  const goal = times === NO_GOAL ? '' : String(times);
  console.log(
    [
      what.padEnd(30),
      ...ratios.map((one) => one.toFixed(1)),
      growth.toFixed(2),
      `${goal}${isMissed ? ' MISSED' : ''}`,
    ].join('\t'),
  );
  return isMissed ? [what] : [];
});
if (missed.length > 0) throw new Error(`missed: ${missed.join('; ')}`);
