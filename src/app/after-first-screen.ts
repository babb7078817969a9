import { tidyDrafts } from './draft-session.ts';
import { loadLock } from './load-lock.ts';
import { wipeLeftovers } from '#src/offline/wipe.ts';

/** The first screen stands by now, even on a slow tablet; what comes here must not compete with it for a slow line. */
const AFTER_MS = 1500;

/** What to bring in once the first screen stands. */
const parts: (() => Promise<unknown>)[] = [
  loadLock,
  tidyDrafts,
  async () => (await import('#src/offline/register-sw.ts')).registerWorker(),
  async () => (await import('#src/offline/install.ts')).startInstallOffer(),
  async () => (await import('#src/offline/server-watch.ts')).watchServer(),
  wipeLeftovers,
];

/** Brings in a part of the app; one that cannot be fetched is tried again when the network is back. */
export function bringIn(part: () => Promise<unknown>): void {
  part().catch(() => window.addEventListener('online', () => bringIn(part), { once: true }));
}

/** Brings in, after the first screen, what no first screen needs. */
export function startAfterFirstScreen(): void {
  setTimeout(() => parts.forEach(bringIn), AFTER_MS);
}
