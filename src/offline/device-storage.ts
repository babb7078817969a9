import { create } from 'zustand';
import { logFailure } from '#src/lib/browser/log.ts';
import type { DeviceDatabase } from './db.ts';

/** Tells if the browser's storage works: `unknown` until the first use. */
export type StorageState = 'unknown' | 'ok' | 'full' | 'unavailable';

export const useStorageState = create<{ state: StorageState }>()(() => ({ state: 'unknown' }));

const note = (state: StorageState) => useStorageState.setState({ state });

/** A full storage can still be read: it stays `full` until something is deleted. */
const noteSuccess = () => useStorageState.getState().state !== 'full' && note('ok');

/** Something was deleted; the next write shows if there is room again. */
export const noteRoom = () => useStorageState.getState().state === 'full' && note('ok');

let opening: Promise<DeviceDatabase> | undefined;

/**
 * The database, opened on first use. It is loaded late, because no page needs it for its first
 * paint.
 */
function open(): Promise<DeviceDatabase> {
  opening ??= import('./db.ts').then(async ({ DeviceDatabase: Database }) => {
    const db = new Database();
    // A newer program in another tab wants to change the tables: close, and continue without copies
    // until the reload.
    db.on('versionchange', () => {
      db.close();
      note('unavailable');
    });
    await db.open();
    return db;
  });
  return opening;
}

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' ||
    ('inner' in error && isFull(error.inner)) ||
    /quota/i.test(error.message));

/**
 * Runs `work` on the device's database. Browsers refuse it, fill it up, or lose it while running:
 * the result is then `undefined`, and everything continues without a copy on the device.
 */
export async function onDevice<Result>(
  work: (db: DeviceDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const result = await work(await open());
    noteSuccess();
    return result;
  } catch (error) {
    // The next use opens it again, because iOS closes the database of a page in the background.
    if (!isFull(error)) opening = undefined;
    note(isFull(error) ? 'full' : 'unavailable');
    logFailure('The storage of this device did not work', error);
    return undefined;
  }
}

/** True if anything was ever stored here; answers without loading the code that reads it. */
export async function hasDeviceStorage(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === 'branchdesk');
  } catch {
    return false;
  }
}
