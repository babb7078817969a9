import { create } from 'zustand';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { UPDATE_CHECK_KEY } from '#src/lib/browser/storage-keys.ts';

/**
 * `none` also where the browser has no worker (plain HTTP); `failed` when what it needs could not
 * be kept.
 */
export type AppWorker = 'none' | 'installing' | 'ready' | 'failed';

type AppUpdate = {
  worker: AppWorker;
  /** A newer version is on the device and waits to be taken. */
  waiting: boolean;
  /** The person has said "later" to it. */
  later: boolean;
  /** Another tab took the newer version while this one held something unsaved. */
  elsewhere: boolean;
  /** When the server was last asked for a newer version, in milliseconds since 1970. */
  checkedAt: number | undefined;
};

const storedCheck = () => Number(forgivingStorage.getItem(UPDATE_CHECK_KEY)) || undefined;

/** How this program on this device stands to the newest one. */
export const useAppUpdate = create<AppUpdate>()(() => ({
  worker: 'none',
  waiting: false,
  later: false,
  elsewhere: false,
  checkedAt: storedCheck(),
}));

/** Notes that the server has just been asked, for the next start too. */
export function noteUpdateCheck(now = Date.now()): void {
  forgivingStorage.setItem(UPDATE_CHECK_KEY, String(now));
  useAppUpdate.setState({ checkedAt: now });
}
