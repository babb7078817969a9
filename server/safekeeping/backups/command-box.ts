import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { lockDataFolder } from '#server/db/data-lock.ts';
import {
  claimBackup,
  makeBackup,
  type BackupOutcome,
  type BackupSource,
} from './make-backup.service.ts';
import { backupFolder } from './backup-folder.ts';
import { ApiError } from '#server/lib/api-error.ts';

// The embedded engine lets one process in, so `npm run backup` asks the running server by a file in
// the data folder, which only the account of the server can write to. The answer is a file too.

const REQUEST = 'backup-request.json';
const ANSWER = 'backup-answer.json';
/** A server looks every second; one that has not looked after so long does not run. */
const TAKEN_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 200;

const requestSchema = z.object({ id: z.string() });
const answerSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'good', 'written', 'failed']),
  reason: z.string(),
  detail: z.string(),
  file: z.string(),
  second: z.string(),
});
export type BoxAnswer = z.output<typeof answerSchema>;

function readJson<Shape extends z.ZodType>(
  file: string,
  shape: Shape,
): z.output<Shape> | undefined {
  try {
    return shape.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes a whole file at once, so that no reader finds half of it. */
function writeJson(file: string, content: object): void {
  fs.writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

/** The server's side: makes a backup if the command has asked for one. */
export async function answerRequests(
  source: BackupSource & { folder: string },
): Promise<BackupOutcome | undefined> {
  const asked = path.join(source.folder, REQUEST);
  if (!fs.existsSync(asked)) return undefined;
  const request = readJson(asked, requestSchema);
  fs.rmSync(asked, { force: true });
  if (!request) return undefined;
  const answer = (rest: Omit<BoxAnswer, 'id'>) =>
    writeJson(path.join(source.folder, ANSWER), { id: request.id, ...rest });
  const nothing = { reason: '', detail: '', file: '', second: 'none' };
  answer({ ...nothing, state: 'running' });
  try {
    const id = await source.db.transaction((tx) => claimBackup(tx, { kind: 'command' }));
    if (id === undefined) throw new ApiError('backupRunning');
    const outcome = await makeBackup(source, id);
    const { state, reason, detail, fileName, second } = outcome;
    const file = fileName === '' ? '' : path.join(backupFolder(source.config), fileName);
    answer({ state, reason, detail, file, second });
    return outcome;
  } catch (error) {
    answer({ ...nothing, state: 'failed', reason: 'other', detail: (error as Error).message });
    throw error;
  }
}

/** No server answered. */
export class NobodyAnswers extends Error {
  constructor(folder: string) {
    super(
      `A process holds the data folder ${folder} and makes no backups: it may be starting, restoring, or hanging.`,
    );
  }
}

/** True if the server that took the request has ended. */
async function isFree(folder: string): Promise<boolean> {
  try {
    (await lockDataFolder(folder))();
    return true;
  } catch {
    return false;
  }
}

/** The command's side: asks the running server for a backup, and waits for its answer. */
export async function askServer(folder: string): Promise<BoxAnswer> {
  const id = `${process.pid}-${Date.now()}`;
  const [asked, answered] = [path.join(folder, REQUEST), path.join(folder, ANSWER)];
  fs.rmSync(answered, { force: true });
  writeJson(asked, { id });
  const giveUpAt = Date.now() + TAKEN_WITHIN_MS;
  for (;;) {
    await wait(LOOK_EVERY_MS);
    const answer = readJson(answered, answerSchema);
    if (answer?.id === id && answer.state !== 'running') {
      fs.rmSync(answered, { force: true });
      return answer;
    }
    const isTaken = answer?.id === id;
    if (isTaken ? await isFree(folder) : Date.now() > giveUpAt) {
      fs.rmSync(asked, { force: true });
      throw new NobodyAnswers(folder);
    }
  }
}
