import { tidyDrafts } from './draft-session.ts';
import { loadLock } from './load-lock.ts';
import { wipeLeftovers } from '#src/offline/wipe.ts';

/**
 * The first screen stands by now, even on a slow tablet; later parts must not compete with it for a
 * slow line.
 */
const AFTER_MS = 1500;
/** A busy page is not waited for longer than this. */
const QUIET_MS = 500;

/** The parts that are fetched once the first screen stands. */
const parts: (() => Promise<unknown>)[] = [
  loadLock,
  tidyDrafts,
  // For the first Lao name among English words: a font that comes then has the whole page laid out
  // anew under a hand.
  () => document.fonts.load("1em 'Noto Sans Lao Variable'", '\u0E81'),
  async () => (await import('#src/offline/update/register-sw.ts')).registerWorker(),
  async () => (await import('#src/offline/install/install.ts')).startInstallOffer(),
  async () => (await import('#src/offline/server-watch.ts')).watchServer(),
  wipeLeftovers,
  async () => (await import('#src/app/routing/pages-ahead.ts')).fetchPagesAhead(),
  // For the first form or question; the lists do without.
  async () => (await import('#src/theme/chakra.tsx')).makeReady(),
];

/**
 * Brings in a part of the app; one that cannot be fetched is tried again when the network is back.
 * Never rejects.
 */
export async function bringIn(part: () => Promise<unknown>): Promise<void> {
  await part().catch(() =>
    window.addEventListener('online', () => void bringIn(part), { once: true }),
  );
}

/** Until nobody waits for the main thread; Safari cannot tell. */
const quiet = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: QUIET_MS });
    else setTimeout(resolve, QUIET_MS);
  });

/** One after the other: together they would keep the screen from answering a touch. */
async function bringInAll(): Promise<void> {
  for (const part of parts) {
    await quiet();
    await bringIn(part);
  }
}

/** Fetches the parts that no first screen needs, after the first screen. */
export function startAfterFirstScreen(): void {
  setTimeout(() => void bringInAll(), AFTER_MS);
}
