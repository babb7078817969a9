import type { Api } from '#server/lib/api.ts';
import { buildApp } from './app.ts';
import { keyOfFolder, secretBox, type SecretBox } from '#server/lib/secret-box.ts';
import type { Config } from '#server/lib/config.ts';
import type { Database } from '#server/db/client.ts';
import { openReplica, type Replica } from '#server/db/replica.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { fileStoreOf } from '#server/lib/file-store.ts';
import { lostKeyWarnings, tellOfLostKey } from '#server/centre/auth/lost-key.ts';
import { plainHttpWarning } from '#server/lib/plain-http.ts';
import { keepFilesMoved } from '#server/jobs/file-moves.ts';
import { keepMoving } from '#server/desk/moving-in/run-moves.ts';
import { keepEngineInOrder } from '#server/jobs/engine-upkeep.ts';
import { tellServiceManager } from '#server/jobs/service-manager.ts';
import { keepDaysKept } from '#server/jobs/kept-days.ts';
import { keepErasing } from '#server/jobs/erase-people.ts';
import { keepTidy } from '#server/jobs/tidy.ts';
import { raiseClockAlert } from '#server/http/answer-errors.ts';
import { clockWarning } from '#server/ledger/books/posting-clock.ts';
import { keepBooksChecked } from '#server/reading/books-check/nightly-check.ts';
import { answerRescueRequests } from '#server/setup/rescue-request.ts';
import { keepCentreExports } from '#server/safekeeping/centre-exports/keep-exports.ts';
import { keepBackups } from '#server/safekeeping/backups/nightly-backup.ts';
import { eraseAgain, erasedFolders } from '#server/safekeeping/restores/erased-list.ts';
import { refuseUnfinished } from '#server/safekeeping/restores/target-database.ts';
import { openCentre } from '#server/safekeeping/backups/open-centre.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import { bootstrapSuperadmin, hasAccounts } from '#server/setup/setup.service.ts';

export type RunningServer = { app: Api; database: Database };

const REPEATED_EVERY_MS = 60_000;
const print = (lines: string[]) => lines.forEach((line) => console.log(line));

function printListening(app: Api, config: Config): void {
  const { tls, host } = config;
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  console.log(`BranchDesk listens on ${tls ? 'https' : 'http'}://${name}:${port}`);
  const warning = plainHttpWarning(config);
  if (warning !== undefined) console.error(warning);
}

/** The lines for the person at the console, and whether they are said again until the set-up. */
async function firstSteps({ db }: Database, config: Config): Promise<[string[], boolean]> {
  if (config.demo) {
    const accounts = demoAccounts.map(
      ({ email, password, role }) => `  ${email}  ${password}  (${role})`,
    );
    return [['This is a throw-away centre. Sign in with one of:', ...accounts], false];
  }
  if (await hasAccounts(db)) return [[], false];
  const code = await newSetupCode(db);
  const line = `Nobody can sign in yet. Open the address above and enter this set-up code: ${code}`;
  return [[line], true];
}

/** Says the set-up code every minute until it was used, because the log pushes it out of sight. */
function repeatUntilSetUp(app: Api, { db }: Database, lines: string[]): void {
  const repeat = async () => {
    if (await hasAccounts(db)) clearInterval(timer);
    else print(lines);
  };
  const onError = (error: unknown) => app.log.error(error);
  const timer = setInterval(() => void repeat().catch(onError), REPEATED_EVERY_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Says at the start that postings will be refused, before somebody finds out at the desk. */
async function warnOfClock({ db }: Database): Promise<void> {
  const warning = await clockWarning(db);
  if (warning === undefined) return;
  console.error(warning);
  await raiseClockAlert(db, null);
}

/** Says whom the missing key shuts out, before they stand at the sign-in. */
async function warnOfLostKey({ db }: Database, secrets: SecretBox | undefined): Promise<void> {
  const missing = await tellOfLostKey(db, secrets);
  for (const warning of lostKeyWarnings(missing, secrets)) console.error(warning);
}

function answerRescues(app: Api, { db }: Database, { dataDir }: Config): void {
  const stop = answerRescueRequests({
    db,
    folder: dataDir,
    say: (line) => console.log(line),
    onError: (error) => app.log.error(error),
  });
  app.addHook('onClose', (_app, done) => {
    stop();
    done();
  });
}

/** The standby for reports, if there is one. */
function replicaOf({ db }: Database, { databaseReplicaUrl: url }: Config): Replica | undefined {
  if (url === undefined) return undefined;
  const onChange = (unfit: string | undefined) =>
    console.log(
      unfit === undefined
        ? 'Reports are read from DATABASE_REPLICA_URL again.'
        : `Reports are read from the primary, because of DATABASE_REPLICA_URL: ${unfit}.`,
    );
  return openReplica({ url, primary: db, onChange });
}

const BOOTSTRAP_UNUSED =
  'BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD did nothing: this centre has accounts. Who is locked out types npm run recover -- EMAIL.';

/** The box of the configured key, or of the one in the data folder, which is made if missing. */
function secretsOf({ secretsKey }: Config, folder: string | undefined): SecretBox | undefined {
  const key = secretsKey ?? (folder === undefined ? undefined : keyOfFolder(folder));
  return key && secretBox(key);
}

async function serve(database: Database, config: Config): Promise<Api> {
  const { db, engine, freeBytes, folder } = database;
  if (config.demo) {
    await seedDemoCentre(db);
    await addDemoHistory(db);
  }
  if (config.bootstrap && !(await bootstrapSuperadmin(db, config.bootstrap)))
    console.log(BOOTSTRAP_UNUSED);
  const replica = replicaOf(database, config);
  const secrets = secretsOf(config, folder);
  const files = fileStoreOf(config.fileStore);
  const app = await buildApp({
    db,
    engine,
    config,
    replica,
    freeBytes,
    secrets,
    files,
    dataFolder: folder,
  });
  app.addHook('onClose', () => replica?.close());
  try {
    tellServiceManager(app);
    keepTidy(app, db);
    // A centre in memory has no folder in which a list could lie.
    if (engine === 'postgresql' || folder !== undefined)
      keepErasing(app, { db, engine, config, files, folders: erasedFolders(config) });
    keepDaysKept(app, db);
    keepMoving(app, db);
    keepFilesMoved(app, { db, files, say: (line) => print([line]) });
    keepBooksChecked(app, { db, engine });
    keepEngineInOrder(app, { db, engine });
    keepCentreExports(app, { db, engine, config });
    await keepBackups(app, { db, engine, folder, config });
    if (engine === 'embedded') answerRescues(app, database, config);
    const [lines, isRepeated] = await firstSteps(database, config);
    if (isRepeated) repeatUntilSetUp(app, database, lines);
    await app.listen({ port: config.port, host: config.host });
    printListening(app, config);
    await warnOfClock(database);
    await warnOfLostKey(database, secrets);
    print(lines);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Opens the database, listens, and prints the address and the first steps. */
export async function startServer(config: Config): Promise<RunningServer> {
  const database = await openCentre(
    config,
    ({ message }) => console.error(`Lost a database connection: ${message}`),
    (line) => console.log(line),
  );
  try {
    await refuseUnfinished(database.db);
    const isKept = database.engine === 'postgresql' || database.folder !== undefined;
    const erased = isKept ? await eraseAgain(database.db, erasedFolders(config)) : 0;
    if (erased > 0)
      console.log(`Erased ${erased} people again, whom a backup of before still knew by name.`);
    return { app: await serve(database, config), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}
