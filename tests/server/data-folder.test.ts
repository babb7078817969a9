import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolderOpen, secureDataFolder } from '#server/db/data-folder.ts';
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

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')('the modes of the data folder', () => {
  const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o777;
  const put = (name: string, mode: number) => {
    writeFileSync(path.join(folder, name), '');
    chmodSync(path.join(folder, name), mode);
  };
  const secure = (name = folder) => {
    const said: string[] = [];
    secureDataFolder(name, (line) => said.push(line));
    return said;
  };

  it('are those of one account alone in a new folder', () => {
    expect(secure(path.join(folder, 'new', 'data'))).toEqual([]);
    expect(modeOf('new', 'data')).toBe(0o700);
    expect(secure(path.join(folder, 'new', 'data'))).toEqual([]);
  });

  it('are tightened where others could open it, once, and the start says so', () => {
    mkdirSync(path.join(folder, 'pg', 'base'), { recursive: true });
    put('pg/PG_VERSION', 0o666);
    put('server.lock', 0o644);
    put('secrets.key', 0o644);
    put('notes.txt', 0o644);
    chmodSync(path.join(folder, 'pg', 'base'), 0o755);
    chmodSync(folder, 0o755);
    expect(secure()).toEqual([
      `Others could open the data folder ${folder} (mode 755): it is 700 now.`,
      `Others could open 5 files in ${folder}: only the account of this server can now.`,
    ]);
    expect([modeOf(), modeOf('pg', 'base')]).toEqual([0o700, 0o700]);
    for (const name of ['pg/PG_VERSION', 'server.lock', 'secrets.key'])
      expect(modeOf(name), name).toBe(0o600);
    // Another program's file is left alone. Nobody reaches it through the closed folder.
    expect(modeOf('notes.txt')).toBe(0o644);
    expect(secure()).toEqual([]);
  });

  it('are not tightened for a folder of other things, such as /tmp', () => {
    put('photo.jpg', 0o644);
    chmodSync(folder, 0o755);
    expect(() => secure()).toThrow(DataFolderOpen);
    expect(() => secure()).toThrow(`type: chmod 700 '${folder}'`);
    put('server.lock', 0o600);
    chmodSync(folder, 0o1777);
    expect(() => secure()).toThrow(DataFolderOpen);
    expect(modeOf()).toBe(0o777);
  });

  it.runIf(isRoot)('refuse a folder or a file of another account with the command to type', () => {
    put('server.lock', 0o644);
    chownSync(path.join(folder, 'server.lock'), 65_534, 65_534);
    expect(() => secure()).toThrow(`Type: sudo chown -R 0:0 '${folder}/server.lock'`);
    chownSync(folder, 65_534, 65_534);
    chmodSync(folder, 0o755);
    expect(() => secure()).toThrow(
      `${folder} belongs to another account (65534) and its mode 755 lets others in. Type: sudo chown -R 0:0 '${folder}' && sudo chmod -R go-rwx '${folder}'`,
    );
    expect(modeOf()).toBe(0o755);
  });

  it('are left alone where the file system keeps none, and the start says so', () => {
    chmodSync(folder, 0o755);
    vi.spyOn(process, 'getuid').mockReturnValue(12_345);
    expect(secure()).toEqual([expect.stringMatching(/^The file system of \S+ keeps no modes/)]);
    expect(modeOf()).toBe(0o755);
    vi.restoreAllMocks();
  });
});
