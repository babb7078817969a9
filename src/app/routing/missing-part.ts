import { keepUnsavedWork } from '#src/lib/unsaved-work.ts';
import { logFailure } from '#src/lib/browser/log.ts';
import { PART_RELOAD_KEY } from '#src/lib/browser/storage-keys.ts';
import { reloadPage } from '#src/offline/update/reload-page.ts';

let missing = false;

/** True if a part of the app could not be fetched since the page was loaded. */
export const isPartMissing = () => missing;

/** The entry's name changes with every build. */
const build = () =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';

/**
 * True if a reload may bring another build. The build is remembered, so that a page never reloads
 * twice for the same one.
 */
function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(PART_RELOAD_KEY) === build()) return false;
    sessionStorage.setItem(PART_RELOAD_KEY, build());
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks by HEAD, which the worker passes to the network: a reload without a server could lose what
 * is on screen.
 */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function recover(): Promise<void> {
  if (!navigator.onLine || !(await serverAnswers())) return;
  if ((await keepUnsavedWork()) && mayReload()) reloadPage();
}

/**
 * Reloads the page when a part of the app is gone from the server after an update, because only a
 * new index.html names the new parts. Once per build, and never offline, where a reload would lose
 * even what is on screen.
 */
export function followMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    missing = true;
    logFailure('A part of the app could not be fetched', event.payload);
    void recover();
  });
}
