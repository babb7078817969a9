import type { Page } from '@playwright/test';

/** Keeps the page unlocked while its clock runs ahead: somebody touches a key twice a minute. */
export async function stayAtWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    setInterval(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), 30_000);
  });
}

/** Touches the device by the clock of the page: a page that is left locks by an older touch. */
export const touchNow = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('last-input', String(Date.now())));
