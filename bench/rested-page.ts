import type { CDPSession, Page } from '@playwright/test';

/**
 * Waits until a page has loaded everything that follows its first screen, and collects garbage:
 * otherwise the browser would do so some seconds later, in the middle of a measurement.
 */
export async function rest(
  page: Page,
  cdp: CDPSession,
  isQuiet: () => Promise<void>,
): Promise<void> {
  await page.waitForLoadState('load');
  await isQuiet();
  await cdp.send('HeapProfiler.collectGarbage');
}
