import type { Page } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { cachedPaths, workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ serviceWorkers: 'allow' });

/** Errors on the console while offline, when only the shell and its words can be loaded. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

/** Clears the browser's own cache, so that everything comes from the worker. */
async function clearBrowserCache(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await devTools.detach();
}

test('offline, the second visit comes whole from the worker in both languages', async ({
  page,
  context,
  signInAs,
  complaints,
}) => {
  complaints.expect(OFFLINE);
  await signInAs('superadmin');
  await workerReady(page);
  await clearBrowserCache(page);
  await context.setOffline(true);
  const failed: string[] = [];
  context.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));

  for (const language of languages) {
    const tab = await context.newPage();
    const answer = await tab.goto(`${paths.addBranch}?lng=${language}`);
    expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
    await expect(new Shell(tab, language).heading).toBeVisible();
    expect(await tab.evaluate(() => document.documentElement.lang)).toBe(language);
    const faces = await tab.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').length;
    });
    expect(faces).toBeGreaterThan(0);
  }
  expect(failed.filter((path) => !path.startsWith('/api/'))).toEqual([]);
});

test(
  'the first visit is taken over without a reload and goes on offline',
  { tag: '@release' },
  async ({ page, context, complaints }) => {
    complaints.expect(OFFLINE, /status of 404/);
    const loads: string[] = [];
    page.on('domcontentloaded', () => loads.push(page.url()));
    await new SignInPage(page).open();
    await workerReady(page);
    expect(loads).toHaveLength(1);
    const statuses = await page.evaluate(() =>
      Promise.all(
        ['/assets/gone-1a2b.js', '/locales/xx/common.json', '/nothing.png'].map(
          async (url) => (await fetch(url)).status,
        ),
      ),
    );
    expect(statuses).toEqual([404, 404, 404]);

    await context.setOffline(true);
    // Signing in would fetch this part; nobody has asked for it yet.
    const chunk = (await cachedPaths(page)).find((path) => path.includes('branch-list-page')) ?? '';
    expect(await page.evaluate(async (url) => (await fetch(url)).ok, chunk)).toBe(true);
    for (const language of languages) {
      const signIn = new SignInPage(page, language);
      await signIn.open();
      await expect(signIn.submit).toBeVisible();
    }
  },
);

test(
  'the worker keeps no API answer and nothing outside its list',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    // The browser asks for it where a page names no icon.
    complaints.expect(/favicon\.ico/);
    await signInAs('superadmin');
    await workerReady(page);
    const before = await cachedPaths(page);
    for (const path of [
      paths.schoolBranch,
      paths.exchangeRate,
      paths.schoolInfo,
      '/api/docs',
      '/api/health',
    ]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    expect(await cachedPaths(page)).toEqual(before);
    expect(
      before.filter((path) => !/^\/(assets|fonts|icons|locales)\/|^\/[\w.-]+$/.test(path)),
    ).toEqual([]);
  },
);

test(
  'pointing at a link preloads its page, but scrolling past it does not',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('superadmin', paths.schoolInfo);
    await workerReady(page);
    const looksAhead = page.waitForRequest(/\/assets\/pages-ahead-/);
    await page.reload();
    await (await looksAhead).response();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const isAsked = () => asked.some((url) => url.includes('/assets/branch-list-page-'));
    const link = page.getByRole('link', { name: 'School Branch' });
    await page.waitForTimeout(500);
    await link.evaluate((element) => {
      for (const over of [element, document.body])
        over.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await page.waitForTimeout(500);
    expect(isAsked()).toBe(false);
    await link.evaluate(async (element) => {
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      for (let step = 0; step < 20; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        document.body.dispatchEvent(new Event('scroll'));
      }
      document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await page.waitForTimeout(500);
    expect(isAsked()).toBe(false);
    await link.hover();
    await expect.poll(isAsked).toBe(true);
    await expect(page).toHaveURL(paths.schoolInfo);
  },
);
