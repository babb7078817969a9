import type { Api } from '#server/lib/api.ts';
import { buildApp } from './app.ts';
import { databaseOf, type Config } from '#server/lib/config.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { keepEngineInOrder } from '#server/jobs/engine-upkeep.ts';
import { keepTidy } from '#server/jobs/tidy.ts';
import { raiseClockAlert } from '#server/http/answer-errors.ts';
import { clockWarning } from '#server/ledger/books/posting-clock.ts';
import { keepBooksChecked } from '#server/reading/books-check/nightly-check.ts';
import { keepBackups } from '#server/safekeeping/backups/nightly-backup.ts';
import { refuseUnfinished } from '#server/safekeeping/restores/target-database.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import { bootstrapSuperadmin, hasAccounts } from '#server/setup/setup.service.ts';

export type RunningServer = { app: Api; database: Database };

function printListening(app: Api, { tls, host }: Config): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  console.log(`BranchDesk listens on ${tls ? 'https' : 'http'}://${name}:${port}`);
}

async function printFirstSteps({ db }: Database, config: Config): Promise<void> {
  if (config.demo) {
    console.log('This is a throw-away centre. Sign in with one of:');
    for (const { email, password, role } of demoAccounts)
      console.log(`  ${email}  ${password}  (${role})`);
  } else if (!(await hasAccounts(db))) {
    console.log(
      `Nobody can sign in yet. Open the address above and enter this set-up code: ${await newSetupCode(db)}`,
    );
  }
}

/** Says at the start that postings will be refused, before somebody finds out at the desk. */
async function warnOfClock({ db }: Database): Promise<void> {
  const warning = await clockWarning(db);
  if (warning === undefined) return;
  console.error(warning);
  await raiseClockAlert(db, null);
}

async function serve(database: Database, config: Config): Promise<Api> {
  const { db, engine, freeBytes, folder } = database;
  if (config.demo) {
    await seedDemoCentre(db);
    await addDemoHistory(db);
  }
  if (config.bootstrap) await bootstrapSuperadmin(db, config.bootstrap);
  const app = await buildApp({ db, engine, config, freeBytes, dataFolder: folder });
  try {
    keepTidy(app, db);
    keepBooksChecked(app, { db, engine });
    keepEngineInOrder(app, { db, engine });
    await keepBackups(app, { db, engine, folder, config });
    await app.listen({ port: config.port, host: config.host });
    printListening(app, config);
    await printFirstSteps(database, config);
    await warnOfClock(database);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Opens the database, listens, and prints the address and the first steps. */
export async function startServer(config: Config): Promise<RunningServer> {
  const database = await openDatabase(
    databaseOf(config),
    ({ message }) => console.error(`Lost a database connection: ${message}`),
    (line) => console.log(line),
  );
  try {
    await refuseUnfinished(database.db);
    return { app: await serve(database, config), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}
