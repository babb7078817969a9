import { expect, type Page } from '@playwright/test';

/** The worker fetches the whole app first, which takes a busy machine a while. */
const INSTALL_LIMIT_MS = 40_000;

/** Waits until the page's worker has fetched everything and controls the page. */
export async function workerReady(page: Page): Promise<void> {
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(state, { timeout: INSTALL_LIMIT_MS }).toBe('activated');
}

/** The paths of everything in Cache Storage, without origin and revision. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    );
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return requests
      .map(({ url }) => (url.startsWith(location.origin) ? new URL(url).pathname : url))
      .sort();
  });
}
