import { statfs } from 'node:fs/promises';

/** Below this the embedded engine may not even open: it writes 16 MB journal files. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** The disk under the data folder is full. */
export class DiskFull extends Error {
  constructor(folder: string, freeBytes: number) {
    const free = Math.floor(freeBytes / 1024 / 1024);
    const needed = MIN_FREE_BYTES / 1024 / 1024;
    super(
      `The disk under ${folder} has only ${free} MB left and the database needs ${needed} MB to open. Free some space and start again.`,
    );
  }
}

/** The bytes that this account may still write to the disk under `folder`. */
export async function freeBytes(folder: string, measure: typeof statfs = statfs): Promise<number> {
  const { bavail, bsize } = await measure(folder);
  return bavail * bsize;
}

/** Throws `DiskFull` if the database in `folder` could not open for lack of space. */
export async function checkFreeSpace(
  folder: string,
  measure: typeof statfs = statfs,
): Promise<void> {
  const free = await freeBytes(folder, measure);
  if (free < MIN_FREE_BYTES) throw new DiskFull(folder, free);
}
