import { expect, type Page } from '@playwright/test';

/** It fetches the whole app first, which takes a busy machine a while. */
const INSTALL_LIMIT_MS = 40_000;

/** Waits until the worker of this page holds all it needs and answers for the page. */
export async function workerReady(page: Page): Promise<void> {
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(state, { timeout: INSTALL_LIMIT_MS }).toBe('activated');
}

/** The address of everything in Cache Storage, without the origin and the revision. */
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
