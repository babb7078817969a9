import type { Page } from '@playwright/test';

/**
 * Ends the page's process, as a device that runs out of memory does; answers the page of a new tab.
 */
export async function crash(page: Page): Promise<Page> {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  return page.context().newPage();
}
