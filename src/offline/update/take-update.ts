import type { WorkerMessage } from '#sw/messages.ts';
import { keepUnsavedWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import { keepForUpdate, takesPart } from './answer-tabs.ts';
import { useAppUpdate } from './app-update.ts';
import { keepInTabs, otherTabs } from './ask-tabs.ts';
import { reloadIntoUpdate } from './reload-page.ts';

const START_ASK_MS = 200;
const ASK_MS = 500;
/**
 * A worker that has not taken over by then will not; the old version is good enough to continue
 * with.
 */
const TAKE_OVER_MS = 3000;

const SKIP_WAITING: WorkerMessage = { type: 'SKIP_WAITING' };

/** Lets the waiting version take over all tabs of this device; each notices and reloads itself. */
async function letTakeOver(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage(SKIP_WAITING);
}

/** The titles of the pages whose input an update has to seal first, in this tab and the others. */
export async function unsavedAnywhere(): Promise<string[]> {
  const others = await otherTabs(ASK_MS);
  return [...unsavedTitles(), ...others.flatMap(({ unsaved }) => unsaved)];
}

/**
 * Stores everybody's work as drafts and lets the waiting version take over; `false` if something
 * could not be stored.
 */
export async function keepAndUpdate(): Promise<boolean> {
  const others = await otherTabs(ASK_MS);
  const kept = await Promise.all([
    keepForUpdate(),
    keepInTabs(others.filter(({ unsaved }) => unsaved.length > 0)),
  ]);
  if (!kept.every(Boolean)) return false;
  await letTakeOver();
  return true;
}

/**
 * Takes a waiting version if nobody can lose anything by it; for moments when nobody is looking.
 */
export async function updateIfAllClean(): Promise<void> {
  if (useAppUpdate.getState().waiting && (await unsavedAnywhere()).length === 0)
    await letTakeOver();
}

/**
 * At the start, before anything is drawn: takes the waiting version if this is the only tab; `true`
 * if the page is about to reload.
 */
export async function updateAtStart(): Promise<boolean> {
  if ((await otherTabs(START_ASK_MS)).length > 0) return false;
  const taken = new Promise<boolean>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), {
      once: true,
    });
    setTimeout(() => resolve(false), TAKE_OVER_MS);
  });
  await letTakeOver();
  return (await taken) && reloadIntoUpdate();
}

/**
 * A new version has taken over this tab: reloads into it once, or shows a notice if input would be
 * lost.
 */
async function followUpdate(): Promise<void> {
  const isSafe = unsavedTitles().length === 0 || (takesPart() && (await keepUnsavedWork()));
  if (isSafe && reloadIntoUpdate()) return;
  useAppUpdate.setState({ elsewhere: true, waiting: false });
}

/** Follows an update taken here or in another tab. The first worker of a device changes nothing. */
export function followUpdates(): void {
  let hasWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasWorker) void followUpdate();
    hasWorker = true;
  });
}
