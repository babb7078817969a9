import { create } from 'zustand';
import { logFailure } from '#src/lib/browser/log.ts';
import type { DeviceDatabase } from './db.ts';

/** Whether the browser lets us keep anything: `unknown` until it was first asked to. */
export type StorageState = 'unknown' | 'ok' | 'full' | 'unavailable';

export const useStorageState = create<{ state: StorageState }>()(() => ({ state: 'unknown' }));

const note = (state: StorageState) => useStorageState.setState({ state });

/** A device that is full can still be read: it stays full until something was deleted. */
const noteSuccess = () => useStorageState.getState().state !== 'full' && note('ok');

/** Something was deleted: whether there is room again is told by the next write. */
export const noteRoom = () => useStorageState.getState().state === 'full' && note('ok');

let opening: Promise<DeviceDatabase> | undefined;

/**
 * The database, opened on first use; it is loaded late, because no page needs it for its first
 * paint.
 */
function open(): Promise<DeviceDatabase> {
  opening ??= import('./db.ts').then(async ({ DeviceDatabase: Database }) => {
    const db = new Database();
    // A newer program in another tab wants to change the tables: make way, and go on without a copy
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
 * Does `work` with the device's database. Browsers refuse it, fill up, or lose it while running:
 * then this answers `undefined`, and everything goes on without a copy on the device.
 */
export async function onDevice<Result>(
  work: (db: DeviceDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const result = await work(await open());
    noteSuccess();
    return result;
  } catch (error) {
    // The next use opens it again: iOS ends the database of a page in the background.
    if (!isFull(error)) opening = undefined;
    note(isFull(error) ? 'full' : 'unavailable');
    logFailure('The storage of this device did not work', error);
    return undefined;
  }
}

/** Whether anything was ever kept here; answers without loading the code that reads it. */
export async function hasDeviceStorage(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === 'branchdesk');
  } catch {
    return false;
  }
}
