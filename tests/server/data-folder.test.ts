import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from '#server/db/data-lock.ts';
import { checkFreeSpace, DiskFull } from '#server/db/free-space.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the lock of the data folder', () => {
  const lockFile = () => path.join(folder, 'server.lock');

  it('lets one in and, when it has left, the next', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    unlock();
    lockDataFolder(folder)();
    expect(existsSync(lockFile())).toBe(false);
  });

  it('is taken over from a process that is gone, a later one with its number, and another boot', () => {
    lockDataFolder(folder);
    const mine = JSON.parse(readFileSync(lockFile(), 'utf8')) as { pid: number; started: string; boot: string };
    for (const stale of [
      { ...mine, pid: 2 ** 22 + 1 },
      { ...mine, started: '1' },
      { ...mine, boot: 'before' },
      'half a file',
    ]) {
      writeFileSync(lockFile(), JSON.stringify(stale));
      lockDataFolder(folder)();
    }
    writeFileSync(lockFile(), '');
    lockDataFolder(folder)();
  });
});

describe('a full disk', () => {
  const measure = (free: number) => () => Promise.resolve({ bavail: free, bsize: 1024 * 1024 } as never);

  it('is told in a sentence before the database tries to open', async () => {
    const check = checkFreeSpace('the folder', measure(12));
    await expect(check).rejects.toThrow(DiskFull);
    await expect(check).rejects.toThrow(
      'The disk under the folder has only 12 MB left and the database needs 64 MB to open. Free some space and start again.',
    );
  });

  it('is not one with room on it', async () => {
    await expect(checkFreeSpace(folder, measure(64))).resolves.toBeUndefined();
    await expect(checkFreeSpace(folder)).resolves.toBeUndefined();
  });
});
