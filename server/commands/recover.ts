import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DataFolderInUse } from '#server/db/data-lock.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import {
  askForRescueCode,
  rescueLines,
  takeRescueAnswer,
  withdrawRescueRequest,
} from '#server/setup/rescue-request.ts';
import { newRescueCode, RescueRefused } from '#server/setup/rescue.service.ts';
import { openCentre } from '#server/safekeeping/backups/open-centre.ts';
import { startFailure } from '#server/start-failure.ts';

/** Nothing can be done; the message says why. */
class CannotRecover extends Error {}

/** A running server looks every two seconds. */
const ANSWERED_WITHIN_S = 20;

async function printCode(config: Config, email: string): Promise<void> {
  const database = await openCentre(
    config,
    ({ message }) => console.error(message),
    (line) => console.error(line),
  );
  try {
    for (const line of rescueLines(email, await newRescueCode(database.db, email)))
      console.log(line);
  } finally {
    await database.close();
  }
}

/** The running server holds the embedded data, so it makes the code and prints it itself. */
async function askRunningServer(folder: string, email: string): Promise<void> {
  askForRescueCode(folder, email);
  for (let second = 0; second < ANSWERED_WITHIN_S; second++) {
    await wait(1000);
    const answer = takeRescueAnswer(folder);
    if (answer === undefined) continue;
    if (answer === 'failed')
      throw new CannotRecover('The server could not make a code. Its log says why.');
    if (answer !== 'printed') throw new RescueRefused(answer, email);
    console.log('The server has printed the code on its console, or in its log.');
    return;
  }
  withdrawRescueRequest(folder);
  throw new CannotRecover('The server did not answer. Restart it and try again.');
}

const [email] = process.argv.slice(2);
let config: Config | undefined;
try {
  if (!email?.includes('@')) throw new CannotRecover('Write: npm run recover -- owner@example.com');
  config = readConfig(process.env);
  if (config.databaseUrl === undefined && !fs.existsSync(config.dataDir))
    throw new CannotRecover(`There is no data folder ${config.dataDir}. Check DATA_DIR.`);
  try {
    await printCode(config, email);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    await askRunningServer(config.dataDir, email);
  }
} catch (error) {
  const isPlain = error instanceof CannotRecover || error instanceof RescueRefused;
  console.error(isPlain ? error.message : startFailure(error, config));
  process.exitCode = 1;
}
