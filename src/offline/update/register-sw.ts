import { Workbox } from 'workbox-window';
import { logFailure } from '#src/lib/browser/log.ts';
import { answerTabs } from './answer-tabs.ts';
import { noteUpdateCheck, useAppUpdate } from './app-update.ts';
import { followUpdates, updateIfAllClean } from './take-update.ts';

const HOUR_MS = 3_600_000;
/** Switching away and back is no reason to ask each time. */
const ASK_AGAIN_MS = 60_000;
/** A tablet that nobody has looked at for this long is not in use. */
const UNWATCHED_MS = 600_000;

let registration: ServiceWorkerRegistration | undefined;

/** The outcome of asking the server for a newer version. */
export type UpdateCheck = 'newest' | 'found' | 'failed';

/** Asks the server for a newer version; installed apps on iOS never do so by themselves. */
export async function checkForUpdate(): Promise<UpdateCheck> {
  if (registration === undefined || !navigator.onLine) return 'failed';
  try {
    await registration.update();
    noteUpdateCheck();
    return registration.installing || registration.waiting ? 'found' : 'newest';
  } catch {
    return 'failed';
  }
}

function checkAgain(): void {
  const { checkedAt = 0 } = useAppUpdate.getState();
  if (navigator.onLine && Math.abs(Date.now() - checkedAt) > ASK_AGAIN_MS) void checkForUpdate();
}

/** Notes the worker's state, now and at each of its changes. */
function follow(found: ServiceWorkerRegistration): void {
  const look = () => {
    const waiting = found.waiting !== null && found.active !== null;
    useAppUpdate.setState({
      waiting,
      worker: found.active ? 'ready' : found.installing ? 'installing' : 'failed',
    });
  };
  const watch = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      // There was no room for it, or one of its files could not be fetched: the old version stays.
      if (worker.state === 'redundant' && found.installing === null && found.waiting === null) {
        logFailure('A version of the app was given up', worker.scriptURL);
      }
      look();
    });
  };
  found.addEventListener('updatefound', () => {
    // A newer version than the postponed one is offered again.
    useAppUpdate.setState({ later: false });
    watch(found.installing);
    look();
  });
  watch(found.installing);
  watch(found.waiting);
  look();
}

function updateWhileUnwatched(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => void updateIfAllClean(), UNWATCHED_MS);
    else checkAgain();
  });
}

/**
 * Registers the worker and keeps it up to date. Without workers (plain HTTP, old browsers) there is
 * nothing to do.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  // The browser answers only after an installation begun by another page, which takes a slow tablet
  // long.
  useAppUpdate.setState({ worker: 'installing' });
  const found = await new Workbox('/sw.js', { updateViaCache: 'none' })
    .register({ immediate: true })
    .catch((error: unknown) => {
      useAppUpdate.setState({ worker: 'none' });
      throw error;
    });
  if (found === undefined) return useAppUpdate.setState({ worker: 'none' });
  registration = found;
  answerTabs();
  followUpdates();
  follow(found);
  updateWhileUnwatched();
  window.addEventListener('online', checkAgain);
  setInterval(checkAgain, HOUR_MS);
  // Not awaited: it resolves only after an installation, and the following steps do not need it.
  void checkForUpdate();
}
