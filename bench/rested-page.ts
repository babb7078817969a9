import type { CDPSession, Page } from '@playwright/test';

/**
 * Waits until a page has brought in all that a start brings in after its first screen, and puts away what the start has left
 * behind: the browser would do so at a time of its own, some seconds later, in the midst of what is measured.
 */
export async function rest(page: Page, cdp: CDPSession, isQuiet: () => Promise<void>): Promise<void> {
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('chakra')));
  await isQuiet();
  await cdp.send('HeapProfiler.collectGarbage');
}
