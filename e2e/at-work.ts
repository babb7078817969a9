import type { Page } from '@playwright/test';

/** Keeps the page unlocked while its clock runs ahead: somebody touches a key twice a minute. */
export async function stayAtWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    setInterval(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), 30_000);
  });
}

/** Touches the device now, by the page's clock; a page that is left would lock by an older touch. */
export const touchNow = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('last-input', String(Date.now())));
