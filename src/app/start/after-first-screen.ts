import { tidyDrafts } from './draft-session.ts';
import { loadLock } from './load-lock.ts';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';
import { wipeLeftovers } from '#src/offline/wipe.ts';

/** The longest wait for an idle moment. */
const QUIET_MS = 500;

/** The parts to fetch after the first screen. */
const parts: (() => Promise<unknown>)[] = [
  loadLock,
  async () => (await import('#src/lib/browser/keep-focus.ts')).keepFocus(),
  tidyDrafts,
  // For the first Lao name among English words: loading the font only then would lay out the whole
  // page again under somebody's hand.
  () => document.fonts.load("1em 'Noto Sans Lao Variable'", '\u0E81'),
  async () => (await import('#src/offline/update/register-sw.ts')).registerWorker(),
  async () => (await import('#src/offline/install/install.ts')).startInstallOffer(),
  async () => (await import('#src/offline/server-watch.ts')).watchServer(),
  wipeLeftovers,
  async () => (await import('#src/offline/lists/watch-list-age.ts')).watchListAge(),
  async () => (await import('#src/lib/browser/close-by-escape.ts')).closePanelsByEscape(),
  async () => (await import('#src/app/routing/pages-ahead.ts')).fetchPagesAhead(),
  // For the first menu, calendar or search; everything else works without it.
  async () => (await import('#src/components/picker/make-ready.ts')).makeReady(),
];

/** Fetches a part of the app, and tries again when the network is back. Never rejects. */
async function bringIn(part: () => Promise<unknown>): Promise<void> {
  await part().catch(() =>
    window.addEventListener('online', () => void bringIn(part), { once: true }),
  );
}

/** Resolves when the main thread is idle; Safari cannot tell. */
const quiet = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: QUIET_MS });
    else setTimeout(resolve, QUIET_MS);
  });

/** One after the other, because together they would keep the screen from answering a touch. */
async function bringInAll(): Promise<void> {
  for (const part of parts) {
    await quiet();
    await bringIn(part);
  }
}

/** Fetches the parts that no first screen needs, once the first screen is painted. */
export function startAfterFirstScreen(): void {
  void afterFirstScreen().then(bringInAll);
}
