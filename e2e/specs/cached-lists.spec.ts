import type { Page } from '@playwright/test';
import { courseCategory } from '#contract/courses/course-categories.ts';
import { exchangeRate } from '#contract/money/exchange-rates.ts';
import { paths } from '#src/lib/paths.ts';
import { stayAtWork, touchNow } from '#e2e/at-work.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { workerReady } from '#e2e/worker.ts';

test.use({ serviceWorkers: 'allow' });

const rows = (page: Page) => page.getByRole('table').getByRole('row');
const pakse = (page: Page) => page.getByRole('link', { name: /^Pakse/ });
const asOf = (page: Page) => page.getByRole('main').locator('time');

/** The names of the lists kept on the device. */
function storedLists(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('branchdesk');
        opening.onerror = () => reject(new Error('The database cannot be opened'));
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains('snapshots')) {
            db.close();
            return resolve([]);
          }
          const asked = db.transaction('snapshots').objectStore('snapshots').getAll();
          asked.onsuccess = () => {
            db.close();
            resolve((asked.result as { list: string }[]).map(({ list }) => list));
          };
        };
      }),
  );
}

const keptBoth = (page: Page) =>
  expect
    .poll(() => storedLists(page))
    .toEqual(expect.arrayContaining(['branches', 'exchange-rates']));

/** Keeps the network up while the server stops answering. */
const silence = (page: Page) => page.route('**/api/**', (route) => route.abort('connectionfailed'));

test('an offline list shows its copy, the time of the copy, and the red line', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  await new Shell(page).visit(paths.schoolBranch);
  await expect(pakse(page)).toBeVisible();
  await expect(asOf(page)).toHaveCount(0);
  await keptBoth(page);
  await workerReady(page);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(asOf(page)).toHaveText(/^as of \d\d:\d\d$/);
  await expect(pakse(page)).toBeVisible();
  await expect(page.getByText('No Internet Connection. Please check your network.')).toBeVisible();

  await new Shell(page).visit(paths.exchangeRate);
  await expect(rows(page).first()).toBeVisible();
  await expect(asOf(page)).toHaveText(/^as of \d\d:\d\d$/);

  await page.context().setOffline(false);
  await expect(asOf(page)).toHaveCount(0);
});

test('a reload without an answering server shows the copy of list and rates at once', async ({
  page,
  signInAs,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  await signInAs('superadmin');
  await new Shell(page).visit(paths.schoolBranch);
  await keptBoth(page);
  await silence(page);
  await page.reload();
  await expect(pakse(page)).toBeVisible();
  await expect(new Shell(page).header).toContainText('USD');
  await expect(asOf(page)).toHaveText(/^as of \d\d:\d\d$/);
});

test(
  'a list left before its answer arrived is fetched again by the next page',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await openAs('admin', paths.courseCategories);
    await expect.poll(() => storedLists(page)).toContain('course-categories');
    const added = { code: 'DAN', nameEn: 'Dance', nameLo: 'ຟ້ອນ', colour: 'gold', position: 9 };
    await (await api('admin')).post('/course-categories', added, courseCategory);
    let isLeft = false;
    await page.route(/\/api\/course-categories$/, async (route) =>
      isLeft ? route.continue() : undefined,
    );
    const asked = page.waitForRequest(/\/api\/course-categories$/);
    await page.goto(paths.courses);
    await asked;
    await expect(rows(page).getByText('English').first()).toBeVisible();
    isLeft = true;
    await page.getByRole('link', { name: 'Add course', exact: true }).click();
    await expect(
      page.getByRole('combobox', { name: /^Category/ }).getByRole('option', { name: 'Dance' }),
    ).toBeAttached();
  },
);

test(
  'the full copy replaces a missing small copy at the first paint',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    complaints.expect(/Failed to load resource/);
    await signInAs('superadmin');
    await new Shell(page).visit(paths.schoolBranch);
    await keptBoth(page);
    await silence(page);
    await page.addInitScript(() => localStorage.removeItem('queries'));
    await page.reload();
    await expect(pakse(page)).toBeVisible();
    await expect(new Shell(page).header).toContainText('USD');
    await expect(asOf(page)).toHaveText(/^as of \d\d:\d\d$/);
  },
);

test(
  'a copy says if it is from yesterday, older, or after the device’s clock',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    complaints.expect(/Failed to load resource/);
    await page.clock.install({ time: new Date('2026-11-21T03:00:00Z') });
    await stayAtWork(page);
    await signInAs('superadmin');
    await new Shell(page).visit(paths.schoolBranch);
    await page.clock.runFor(3000);
    await keptBoth(page);
    await silence(page);
    const at = async (time: string, words: RegExp) => {
      await page.clock.setFixedTime(new Date(time));
      await touchNow(page);
      await page.reload();
      await expect(asOf(page)).toHaveText(words);
    };
    await at('2026-11-22T02:00:00Z', /^as of yesterday\s10:00$/);
    await at('2026-11-23T02:00:00Z', /^old: as of\s21\/11\/2026\s10:00$/);
    await at(
      '2026-11-20T02:00:00Z',
      /^as of\s21\/11\/2026\s10:00\s·\sthe clock of this device looks wrong$/,
    );
  },
);

test(
  'a list that was never kept says that there is no copy',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    complaints.expect(/Failed to load resource/);
    await signInAs('superadmin');
    await silence(page);
    await new Shell(page).visit(paths.schoolInfo);
    await expect(page.getByRole('heading', { name: 'Could not load school info' })).toBeVisible();
    await workerReady(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No saved copy on this device')).toBeVisible();
  },
);

test(
  'a list fetched in one tab appears in another',
  { tag: '@release' },
  async ({ page, context, signInAs, api }) => {
    await signInAs('superadmin');
    await new Shell(page).visit(paths.exchangeRate);
    const other = await context.newPage();
    await other.goto(paths.exchangeRate);
    await expect(rows(other).first()).toBeVisible();
    await page.route('**/api/exchange-rates*', (route) => route.abort('connectionfailed'));
    await (
      await api('finance')
    ).post(
      '/exchange-rates',
      { currency: 'CNY', rateToLAK: '3021.5', note: '', createdAt: new Date().toISOString() },
      exchangeRate,
    );
    await other.getByRole('button', { name: 'Refresh' }).click();
    await expect(other.getByRole('cell', { name: '3,021.50' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '3,021.50' })).toBeVisible();
  },
);

test(
  'a captive portal’s page is not taken for an answer',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await new Shell(page).visit(paths.schoolBranch);
    await keptBoth(page);
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Pay for Wi-Fi</h1>' }),
    );
    await page.reload();
    await expect(pakse(page)).toBeVisible();
    await expect(asOf(page)).toHaveText(/^as of \d\d:\d\d$/);
    await expect(
      page.getByRole('region', { name: /Notices/ }).getByText('Something went wrong'),
    ).toBeVisible();
  },
);
