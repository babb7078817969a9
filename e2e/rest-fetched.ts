import type { Page } from '@playwright/test';

const QUIET_MS = 700;

/**
 * Waits until the app has fetched everything that follows its first screen. Journeys that take the
 * network away or end the session would otherwise race with these requests.
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
