import { readConfig } from '#server/lib/config.ts';
import { openCentre } from '#server/safekeeping/backups/open-centre.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { FULL_SCALE, seedScaleClasses } from '#server/seed/scale-classes.ts';
import { FULL_STOCK, seedScaleStock } from '#server/seed/scale-stock.ts';
import { FULL_ORDERS, seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { seedScale } from '#server/seed/scale.ts';
import { hasAccounts } from '#server/setup/setup.service.ts';
import { startFailure } from '#server/start-failure.ts';

const COUNT = 100_000;

const config = readConfig(process.env);
const [written = String(COUNT)] = process.argv.slice(2);
if (!/^[1-9]\d{0,6}$/.test(written)) {
  console.error(
    `"${written}" is not a number of students: write for instance npm run seed:scale -- 20000.`,
  );
  process.exit(1);
}
try {
  const { db, close } = await openCentre(
    config,
    ({ message }) => console.error(message),
    (line) => console.error(line),
  );
  if (!(await hasAccounts(db))) {
    console.log('The database is empty: the demo centre with its accounts goes first.');
    await seedDemoCentre(db);
  }
  const begin = performance.now();
  const tell = (what: string) => (done: number, count: number) => {
    const line = `${done} of ${count} ${what}, ${((performance.now() - begin) / 1000).toFixed(0)} s`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
  };
  const total = await seedScale(db, Number(written), tell('students'));
  console.log(`\nThe centre has ${total} students; their classes follow.`);
  const added = await seedScaleClasses(db, FULL_SCALE);
  console.log(
    `${added.classes} classes, ${added.enrolments} enrolments and ${added.marks} attendance marks; stock follows.`,
  );
  const stock = await seedScaleStock(db, FULL_STOCK);
  console.log(`${stock.products} products with ${stock.movements} movements; orders follow.`);
  const { orders, payments } = await seedScaleOrders(db, FULL_ORDERS, (done) =>
    tell('payments')(done, FULL_ORDERS.payments),
  );
  console.log(
    orders === 0
      ? '\nThere are orders already, and numbers run with time: none were added.'
      : `\n${orders} orders with ${payments} payments.`,
  );
  console.log(`Done in ${((performance.now() - begin) / 1000).toFixed(0)} s.`);
  await close();
} catch (error) {
  console.error(startFailure(error, config));
  process.exit(1);
}
