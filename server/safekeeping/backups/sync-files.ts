import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Waits until a file, or the names in a folder, are on the disk. */
export async function syncFile(name: string): Promise<void> {
  // Windows opens no folders; its names need no sync.
  const handle = await fs.promises.open(name, 'r').catch((error: unknown) => {
    if (process.platform === 'win32') return undefined;
    throw error;
  });
  try {
    await handle?.sync();
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}

const PART = 1024 * 1024;
/** The disk gets small portions, so that a commit of a desk does not wait for a large one. */
const SYNC_EVERY = 16 * PART;

/** Copies a file as it is at this moment, and waits until the copy is on the disk. */
export async function copyFile(from: string, to: string): Promise<void> {
  const source = await fs.promises.open(from, 'r');
  try {
    const target = await fs.promises.open(to, 'wx', 0o600);
    try {
      const buffer = Buffer.allocUnsafe(PART);
      let unsynced = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, PART);
        if (bytesRead === 0) break;
        await target.write(buffer, 0, bytesRead);
        unsynced += bytesRead;
        if (unsynced >= SYNC_EVERY) {
          await target.datasync();
          unsynced = 0;
        }
      }
      if (unsynced > 0) await target.datasync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The digest of a file. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of fs.createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Gives a finished file its name, also on another disk, and waits until it is there. */
export async function giveName(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const unfinished = `${to}.unfinished`;
    await fs.promises.rm(unfinished, { force: true });
    await copyFile(from, unfinished);
    if ((await fileDigest(unfinished)) !== (await fileDigest(from)))
      throw new Error('The copy on the other disk is not the same.');
    await fs.promises.rename(unfinished, to);
  }
  await syncFile(path.dirname(to));
}
