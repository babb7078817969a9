import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { overviewParts } from '#contract/reports/overview-parts.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { reportFigures, reports } from '#contract/reports/report-words.ts';
import { keepPastDays } from '#server/ledger/figures/keep-days.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { FULL_SCALE, seedScaleClasses } from '#server/seed/scale-classes.ts';
import { seedScale } from '#server/seed/scale.ts';
import { startBenchServer } from './bench-server.ts';
import { addBalanceRoutes } from './desk-balance.ts';
import { measureReads, type ReadCase } from './reads.ts';

// Measures the overview, the reports and the finder with 200,000 orders, 1,000,000 payments and
// 2,000,000 attendance marks, beside a bare read of one payment by its key through the same server
// in the same run, median to median; each case has its goal. Runs on the embedded engine, or on
// PostgreSQL at TEST_DATABASE_URL or DATABASE_URL, in a database of its own. `--share=0.1` makes a
// tenth of everything, `--rounds=n`.
const { values: args } = parseArgs({
  options: {
    from: { type: 'string' },
    share: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
  },
});
const share = Number(args.share);
const of = (full: number) => Math.round(full * share);
/** The days of a branch that are kept first: those of the past month and all after it. */
const KEPT = 125;
/** The whole bench has ten times the marks of `npm run seed:scale`. */
const MARKS = 10;

const server = await startBenchServer(addBalanceRoutes, args.from);
const { db, engine } = server.database;
if (args.from === undefined) {
  await seedScale(db, of(100_000));
  await seedScaleClasses(db, {
    classes: of(FULL_SCALE.classes * MARKS),
    enrolments: of(FULL_SCALE.enrolments * MARKS),
    marks: of(FULL_SCALE.marks * MARKS),
  });
  await seedScaleOrders(db, { orders: of(200_000), payments: of(1_000_000) });
}
await db.execute(sql`vacuum analyze`);
const begin = performance.now();
const kept = await keepPastDays(db, { most: KEPT, evenSlow: true });
console.log(`${kept} days kept in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
console.log(`the data is there after ${(performance.now() / 1000).toFixed(0)} s`);

type Sample = { paymentId: string; branchId: string; number: string; name: string; phone: string };
const { rows: samples } = await db.execute<Sample>(sql`
  select payment.id as "paymentId", payment.branch_id as "branchId", receipt.number,
    parent.first_name as name, parent.phone
  from payments payment
  join receipts receipt on receipt.id = payment.receipt_id
  join parents parent on parent.id = payment.payer_parent_id
  order by payment.at desc
  limit 400`);
const today = dayInLaos();
const month = `from=${addDays(today, -30)}&to=${today}`;
const past = `from=${addDays(today, -120)}&to=${addDays(today, -90)}`;

const PART = 6;
const MONTH = 20;
const WIDE = 120;
const FIND = 6;
const FIGURES = 40;
const caseOf = (
  what: string,
  times: number,
  path: ReadCase<Sample>['path'],
  every = 1,
): ReadCase<Sample> => ({ what, times, path, every });
const figure = (report: 'enrolment' | 'attendance', key: string, times = MONTH) =>
  caseOf(
    `${report}: ${key}, a month`,
    times,
    ({ branchId }) => `${reports.path}/${report}?figure=${key}&${month}&branchId=${branchId}`,
    2,
  );
const cases = [
  ...Object.entries(overviewParts).map(([part, path]) =>
    caseOf(
      `overview: ${part}`,
      part === 'seats' && engine === 'embedded' ? PART + 2 : PART,
      ({ branchId }) => `${path}?branchId=${branchId}`,
    ),
  ),
  ...reportFigures.enrolment.map((key) => figure('enrolment', key)),
  ...reportFigures.attendance.map((key) =>
    figure('attendance', key, key === 'marks' || key === 'slipping' ? WIDE : MONTH),
  ),
  caseOf(
    'figures of a month',
    FIGURES,
    ({ branchId }) => `/figures?${month}&branchId=${branchId}`,
    5,
  ),
  caseOf(
    'figures of a past month',
    FIGURES,
    ({ branchId }) => `/figures?${past}&branchId=${branchId}`,
    5,
  ),
  caseOf('finder: a receipt', FIND, ({ number }) => `/find?q=${number}`),
  caseOf('finder: a phone', FIND, ({ phone }) => `/find?q=${encodeURIComponent(phone)}`),
  caseOf('finder: a common name', FIND, ({ name }) => `/find?q=${encodeURIComponent(name)}`),
];
const missed = await measureReads(server, {
  cases,
  samples,
  rounds: Number(args.rounds),
  bare: ({ paymentId }) => `/bench/payments/${paymentId}`,
});
await server.stop();
if (missed.length > 0) throw new Error(missed.join('; '));
