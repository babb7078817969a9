import type { Page } from '@playwright/test';

/**
 * Keeps the page unlocked while its clock runs ahead: somebody touches a key twice a minute, and
 * has touched one when it loads. Call it after `page.clock.install`.
 */
export async function stayAtWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('last-input', String(Date.now()));
    setInterval(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), 30_000);
  });
}
