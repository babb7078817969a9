import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/client.ts';
import { seedDemoCentre } from '#server/db/seed/demo-centre.ts';
import { FULL_SCALE, seedScaleClasses } from '#server/db/seed/scale-classes.ts';
import { FULL_STOCK, seedScaleStock } from '#server/db/seed/scale-stock.ts';
import { seedScale } from '#server/db/seed/scale.ts';
import { hasAccounts } from '#server/modules/setup/setup.service.ts';
import { startFailure } from '#server/start-failure.ts';

const COUNT = 100_000;

const config = readConfig(process.env);
const [written = String(COUNT)] = process.argv.slice(2);
if (!/^[1-9]\d{0,6}$/.test(written)) {
  console.error(`"${written}" is not a number of students: write for instance npm run seed:scale -- 20000.`);
  process.exit(1);
}
try {
  const source = config.databaseUrl === undefined ? { folder: config.dataDir } : { url: config.databaseUrl };
  const { db, close } = await openDatabase(source, ({ message }) => console.error(message));
  if (!(await hasAccounts(db))) {
    console.log('The database is empty: the demo centre with its accounts goes first.');
    await seedDemoCentre(db);
  }
  const begin = performance.now();
  const total = await seedScale(db, Number(written), (done, count) => {
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    const line = `${done} of ${count} students, ${seconds} s`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
  });
  console.log(`\nThe centre has ${total} students; their classes follow.`);
  const beginOfClasses = performance.now();
  const added = await seedScaleClasses(db, FULL_SCALE);
  const seconds = ((performance.now() - beginOfClasses) / 1000).toFixed(0);
  console.log(`${added.classes} classes, ${added.enrolments} enrolments and ${added.marks} attendance marks in ${seconds} s; stock follows.`);
  const beginOfStock = performance.now();
  const stock = await seedScaleStock(db, FULL_STOCK);
  console.log(`Done: ${stock.products} products with ${stock.movements} movements in ${((performance.now() - beginOfStock) / 1000).toFixed(0)} s.`);
  await close();
} catch (error) {
  console.error(startFailure(error, config));
  process.exit(1);
}
