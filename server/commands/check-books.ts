import { readConfig } from '#server/lib/config.ts';
import { checkOnRecord } from '#server/reading/books-check/nightly-check.ts';
import { openCentre } from '#server/safekeeping/backups/open-centre.ts';
import { startFailure } from '#server/start-failure.ts';

const config = readConfig(process.env);
try {
  const database = await openCentre(
    config,
    ({ message }) => console.error(message),
    (line) => console.error(line),
  );
  const { differences, orders, checkedAt } = await checkOnRecord(database);
  for (const { check, where, detail } of differences) console.log(`${check}: ${where}: ${detail}`);
  console.log(
    `Books of ${orders} orders checked ${checkedAt}, ${differences.length === 0 ? 'no differences' : `${differences.length} differences`}.`,
  );
  await database.close();
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(startFailure(error, config));
  process.exitCode = 1;
}
