import { test as base, expect, type Page } from '@playwright/test';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { Releases } from '#e2e/releases.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

const test = base.extend<object, { releases: Releases }>({
  releases: [
    async ({}, use) => {
      const releases = await Releases.open();
      await use(releases);
      await releases.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ releases }, use) => use(releases.origin),
});

test.beforeEach(async ({ releases }) => releases.deploy('first'));

/** Which build a page runs. */
const build = (page: Page) => page.locator('script[type=module][src]').getAttribute('src');

test('one clean tab: the new version is there at the next start, silently', async ({ page, releases }) => {
  await new SignInPage(page).open();
  await workerReady(page);
  const first = await build(page);
  await releases.deploy('second');
  await page.reload();
  await expect(page.getByText('New version ready')).toBeVisible();
  expect(await build(page)).toBe(first);
  await page.goto(`${paths.signIn}?lng=en`);
  await expect.poll(() => build(page)).not.toBe(first);
});
