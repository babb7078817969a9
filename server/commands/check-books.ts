import { databaseOf, readConfig } from '#server/lib/config.ts';
import { openDatabase } from '#server/db/client.ts';
import { checkOnRecord } from '#server/reading/books-check/nightly-check.ts';
import { startFailure } from '#server/start-failure.ts';

const config = readConfig(process.env);
try {
  const database = await openDatabase(
    databaseOf(config),
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
