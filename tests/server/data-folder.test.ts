import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from '#server/db/data-lock.ts';
import { checkFreeSpace, DiskFull } from '#server/db/free-space.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The next message of a contender. */
const answerOf = async (contender: ChildProcess) => (await once(contender, 'message'))[0] as string;

async function startContenders(count: number): Promise<ChildProcess[]> {
  const file = fileURLToPath(new URL('../helpers/lock-contender.ts', import.meta.url));
  const contenders = Array.from({ length: count }, () =>
    fork(file, { execArgv: ['--import', 'tsx'] }),
  );
  await Promise.all(contenders.map(answerOf));
  return contenders;
}

/** All contenders claim the folder at once; answers the one that got it. */
async function claimAtOnce(contenders: ChildProcess[]): Promise<ChildProcess | undefined> {
  const answers = contenders.map(answerOf);
  for (const contender of contenders) contender.send({ claim: folder });
  const said = await Promise.all(answers);
  expect(said.toSorted()).toEqual([...Array<string>(contenders.length - 1).fill('lost'), 'won']);
  return contenders[said.indexOf('won')];
}

describe('the lock of the data folder', () => {
  it('lets one in and, when it has left, the next', async () => {
    const unlock = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
    unlock();
    (await lockDataFolder(folder))();
  });

  it('lets exactly one of several processes in that start at once after a crash', async () => {
    const contenders = await startContenders(4);
    for (let round = 0; round < 100; round += 1) {
      // A dead server leaves its file; its number may belong to another process by now.
      writeFileSync(
        path.join(folder, 'server.lock'),
        JSON.stringify({ pid: process.pid, started: '1', boot: '' }),
      );
      (await claimAtOnce(contenders))?.send('leave');
    }
    const holder = await claimAtOnce(contenders);
    holder?.kill('SIGKILL');
    await Promise.all(contenders.filter((one) => one === holder).map((one) => once(one, 'exit')));
    const others = contenders.filter((one) => one !== holder);
    await claimAtOnce(others);
    for (const one of others) one.kill('SIGKILL');
  });
});

describe('a full disk', () => {
  const measure = (free: number) => () =>
    Promise.resolve({ bavail: free, bsize: 1024 * 1024 } as never);

  it('is told in a sentence before the database tries to open', async () => {
    const check = checkFreeSpace('the folder', measure(12));
    await expect(check).rejects.toThrow(DiskFull);
    await expect(check).rejects.toThrow(
      'The disk under the folder has only 12 MB left and the database needs 64 MB to open. Free some space and start again.',
    );
  });

  it('is not reported for a disk with free space', async () => {
    await expect(checkFreeSpace(folder, measure(64))).resolves.toBeUndefined();
    await expect(checkFreeSpace(folder)).resolves.toBeUndefined();
  });
});
