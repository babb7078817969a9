import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Disk } from './centre.ts';

const MB = 1024 * 1024;

/**
 * A disk of so many megabytes in memory, which can be full in truth. `undefined` where this account
 * may mount none.
 */
export async function smallDisk(
  megabytes: number,
): Promise<(Disk & { folder: string; remove: () => Promise<void> }) | undefined> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-small-disk-'));
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    fs.rmdirSync(folder);
    return undefined;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const file = await fs.promises.open(ballast, 'w');
      const part = Buffer.alloc(MB);
      try {
        for (;;) await file.write(part);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => fs.promises.rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', [folder]);
      fs.rmdirSync(folder);
    },
  };
}
