import type { Page } from '@playwright/test';
import { paths } from '#src/lib/paths.ts';
import { stayAtWork } from '#e2e/at-work.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';

const amber = (page: Page) => page.getByText('Connected, but the school server does not answer.');
const red = (page: Page) => page.locator('[data-offline-banner]');
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' });
const silence = (page: Page) => page.route('**/api/**', (route) => route.abort('connectionfailed'));

/** Opens the rates and waits until the page watches the server. */
async function openRates(page: Page) {
  await page.clock.runFor(3000);
  let isWatched = false;
  page.on('requestfinished', (request) => {
    isWatched ||= request.url().includes('/assets/server-watch-');
  });
  await new Shell(page).visit(paths.exchangeRate);
  await expect(page.getByRole('cell', { name: /^USD/ })).toBeVisible();
  // Parts after the first screen load one by one, each after its own timer.
  await expect(async () => {
    await page.clock.runFor(600);
    expect(isWatched).toBe(true);
  }).toPass();
}

test.beforeEach(async ({ page, complaints, signInAs }) => {
  complaints.expect(/Failed to load resource/);
  await page.clock.install();
  await stayAtWork(page);
  await signInAs('superadmin');
  await openRates(page);
});

test('a silent server shows an amber line, and the list returns with its answer', async ({
  page,
}) => {
  await refresh(page).click();
  await page.clock.runFor(60_000);
  await expect(amber(page), 'while all is well').toHaveCount(0);
  await silence(page);
  await refresh(page).click();
  await page.clock.runFor(10_000);
  await expect(amber(page)).toBeVisible();
  await expect(red(page)).toHaveCount(0);

  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(amber(page)).toHaveCount(0);

  // The page also asks by itself and accepts the answer.
  await silence(page);
  await refresh(page).click();
  await page.clock.runFor(10_000);
  await expect(amber(page)).toBeVisible();
  const looked = page.waitForRequest(/\/api\/health$/);
  await page.clock.runFor(31_000);
  await looked;
  await expect(amber(page)).toBeVisible();
  await page.unroute('**/api/**');
  // Nothing else asks meanwhile; the next look comes within five minutes and finds the server.
  await expect(async () => {
    await page.clock.fastForward(300_000);
    await expect(amber(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
});

test(
  'a hanging request shows the amber line, and a lost network only the red one',
  { tag: '@release' },
  async ({ page }) => {
    await page.route('**/api/**', () => new Promise(() => undefined));
    await refresh(page).click();
    await page.clock.runFor(8500);
    await page.clock.runFor(8500);
    await expect(amber(page)).toBeVisible();
    await page.context().setOffline(true);
    await expect(red(page)).toBeVisible();
    await expect(amber(page)).toHaveCount(0);
  },
);
