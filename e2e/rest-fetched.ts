import type { Page } from '@playwright/test';

const QUIET_MS = 700;

/**
 * Waits until all that follows the first screen is here, for whoever takes the network away or
 * slows it, or ends the session.
 */
export async function restFetched(page: Page): Promise<void> {
  await page.waitForFunction((quietMs) => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const isLast =
      fetched.some(({ name }) => /\/pages-ahead-[^/]+\.js$/.test(name)) &&
      fetched.some(({ name }) => /\/chakra-[^/]+\.js$/.test(name));
    return isLast && fetched.every(({ responseEnd }) => performance.now() - responseEnd > quietMs);
  }, QUIET_MS);
}
