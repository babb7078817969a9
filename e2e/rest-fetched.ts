import type { Page } from '@playwright/test';

/** Waits until the last of what follows the first screen is here, for whoever takes the network away or slows it. */
export async function restFetched(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/chakra-[^/]+\.js$/.test(name)));
}
