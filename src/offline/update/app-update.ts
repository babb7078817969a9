import { create } from 'zustand';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { UPDATE_CHECK_KEY } from '#src/lib/browser/storage-keys.ts';

/**
 * `none` also if the browser has no worker (plain HTTP); `failed` if its files could not be stored.
 */
export type AppWorker = 'none' | 'installing' | 'ready' | 'failed';

type AppUpdate = {
  worker: AppWorker;
  /** True if a newer version is on the device and waits to be taken. */
  waiting: boolean;
  /** True if the person has chosen "later". */
  later: boolean;
  /** True if another tab took the newer version while this one had unsaved work. */
  elsewhere: boolean;
  /** When the server was last asked for a newer version, in milliseconds since 1970. */
  checkedAt: number | undefined;
};

const storedCheck = () => Number(forgivingStorage.getItem(UPDATE_CHECK_KEY)) || undefined;

/** The state of the app's worker and of updates on this device. */
export const useAppUpdate = create<AppUpdate>()(() => ({
  worker: 'none',
  waiting: false,
  later: false,
  elsewhere: false,
  checkedAt: storedCheck(),
}));

/** Notes that the server was just asked, also for the next start. */
export function noteUpdateCheck(now = Date.now()): void {
  forgivingStorage.setItem(UPDATE_CHECK_KEY, String(now));
  useAppUpdate.setState({ checkedAt: now });
}
