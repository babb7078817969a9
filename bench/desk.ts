import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { seedScale } from '#server/seed/scale.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { startBenchServer } from './bench-server.ts';
import { addBalanceRoutes, measureBalance } from './desk-balance.ts';
import { FAMILIES, measureDeskInBrowser } from './desk-browser.ts';
import { bareTransaction, familiesNeeded, measureVisits, prepareVisits } from './desk-visits.ts';

// Measures the desk with 100,000 students and 200,000 orders, beside bare requests to the same
// server in the same run. The balance of a payer may take 3 times as long as a bare read of one row
// by its key. 20 desks confirm visits (one child, one class, one book, cash) and must reach 0.30 of
// the throughput of a bare transaction with as many one-row inserts as the visit writes rows. Then,
// in a browser at a quarter of the speed: from a key to the people found and from a tap to the new
// total, beside a bare page that does the same, and from Confirm to the printed sheet; this part
// needs a build. Runs on the embedded engine, or on PostgreSQL at TEST_DATABASE_URL or
// DATABASE_URL, in a database of its own, which with `--from=name` is a copy of one there that `npm
// run seed:scale` has filled. `--students=n`, `--orders=n`, `--visits=n` for each desk and
// alternation.
const { values: args } = parseArgs({
  options: {
    from: { type: 'string' },
    students: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '200000' },
    visits: { type: 'string', default: '10' },
  },
});
const [students, orders, each] = [args.students, args.orders, args.visits].map(Number) as [
  number,
  number,
  number,
];

const server = await startBenchServer((api, database) => {
  bareTransaction(api, database);
  addBalanceRoutes(api, database);
}, args.from);
const { database } = server;
if (args.from === undefined) {
  await seedScale(database.db, students);
  await seedScaleOrders(database.db, { orders, payments: orders * 5 });
}
await database.db.execute(sql`vacuum analyze`);
console.log(`the data is there after ${(performance.now() / 1000).toFixed(0)} s`);

const missed = await measureBalance(server);
const world = await prepareVisits(server, familiesNeeded(each) + FAMILIES);
const visits = await measureVisits(server, world, each);
missed.push(...visits.missed);
await measureDeskInBrowser(server, world, visits.rows);
const { differences } = await checkBooks(database);
if (differences.length > 0) missed.push(`${differences.length} differences in the books`);
await server.stop();
if (missed.length > 0) throw new Error(missed.join('; '));
