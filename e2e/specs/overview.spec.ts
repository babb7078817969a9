import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { deskRules } from '#contract/desk/desk.ts';
import { moneyToday, queueAnswer } from '#contract/reports/overview.ts';
import { overviewParts } from '#contract/reports/overview-parts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { paths } from '#src/lib/paths.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent, homeBranch } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The price of the book. */
const PRICE = 145_000;

/** Sells two books: one paid in cash, one by a transfer that is not verified. */
async function sellTwo(admin: ApiClient, clerk: ApiClient): Promise<void> {
  const { _id: productId } = await bookInStock(admin);
  const { bankAccounts } = await clerk.get(
    `/desk/rules?branchId=${await homeBranch(clerk)}`,
    z.extend(deskRules, {}),
  );
  const bankAccountId = bankAccounts.find(({ currency }) => currency === 'LAK')?._id;
  const { _id: studentKey } = await createStudent(clerk, {
    firstName: 'Overview',
    lastName: 'ພາບລວມ',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 1122',
  });
  for (const tender of [
    cash(PRICE),
    {
      key: randomUUID(),
      method: 'transfer',
      tendered: PRICE,
      bankAccountId,
      reference: randomUUID().slice(0, 8).toUpperCase(),
    },
  ]) {
    await makeVisit(clerk, {
      payer: { kind: 'student', studentKey },
      places: [],
      products: [{ key: randomUUID(), productId, quantity: 1, studentKey }],
      tenders: [tender],
    });
  }
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Nothing on the page is wider than the screen. */
const expectFits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

test.beforeEach(() => test.setTimeout(120_000));

test('an admin reads queue, money, seats and debts of the day and follows them', async ({
  page,
  openAs,
  api,
}) => {
  await sellTwo(await api('admin'), await api('staff'));
  await followDevice(page);
  await page.setViewportSize(desk);
  // Nobody fills the disk of a test machine, so the answer about a nearly full one is made up.
  await page.route(/\/api\/overview\/disk/, (route) =>
    route.fulfill({ json: { freeBytes: 400_000_000, isLow: true } }),
  );
  await openAs('admin', paths.overview);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  for (const name of [
    'Money today',
    'Seats by course',
    'Enrolments per week',
    'Balances due by age',
    'Announcements',
  ])
    await expect(panel(page, name), name).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Seats by course' }).getByRole('row'),
  ).not.toHaveCount(0);

  await expect(page.getByText(/disk is nearly full: 400\.0 MB left/)).toBeVisible();

  const queue = page.getByRole('region', { name: /^Today’s queue/ });
  const { rows, total } = await (await api('admin')).get(overviewParts.queue, queueAnswer);
  await expect(queue.getByRole('heading', { level: 2 })).toHaveText(
    `Today’s queue ${formatNumber(total)}`,
  );
  // Two of each group are shown, and the others on request.
  const more = queue.getByRole('button', { name: /^\d+ more of / });
  while ((await more.count()) > 0) await more.first().click();
  await expect(queue.getByRole('listitem').filter({ has: page.locator('bdi') })).toHaveCount(
    rows.length,
  );
  await expect(queue.getByRole('heading', { level: 3 })).not.toHaveCount(0);
  const reports = page.getByRole('navigation', { name: 'Reports and accounts' });
  await expect(reports.getByRole('link', { name: /^Enrolment \d/ })).toHaveAttribute(
    'href',
    paths.enrollmentReport,
  );
  await expect(page.getByText(/on last week at this time$/)).toBeVisible();
  const money = await (await api('admin')).get(overviewParts.money, moneyToday);
  const inCash =
    money.rows.find(({ method, currency }) => method === 'cash' && currency === 'LAK')?.amount ?? 0;
  expect(inCash).toBeGreaterThanOrEqual(PRICE);
  await expect(panel(page, 'Money today').getByRole('row', { name: /^Cash/ })).toContainText(
    formatNumber(inCash),
  );
  // An admin reads slips only as count and sum, in the figures.
  const slips = queue.getByRole('listitem').filter({ hasText: 'Bank slips to verify' });
  await expect(slips).toContainText('for finance');
  await expect(slips.getByRole('link')).toHaveAttribute(
    'href',
    `${paths.financialReports}?figure=toVerify`,
  );

  await expectAccessibleInBothThemes(page, 'the overview on a desk');
  await expectFits(page);
  await page.setViewportSize(phone);
  await expectAccessibleInBothThemes(page, 'the overview on a phone');
  await expectFits(page);

  const low = rows.find(({ kind }) => kind === 'lowStock');
  await queue
    .getByRole('link', { name: /^Receive: Low stock/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: `Quantity received: ${low?.name}` })).toHaveValue(
    String(Math.max(1, (low?.of ?? 0) - (low?.n ?? 0))),
  );
  await page.goBack();

  await queue
    .getByRole('link', { name: /^Take attendance: Attendance not taken/ })
    .first()
    .click();
  await expect(page).toHaveURL(/tab=attendance&session=/);
});

test(
  'a superadmin sees one branch or all, and closes the day of one',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('superadmin', paths.overview);
    const choose = async (name: RegExp) => {
      await page.getByRole('button', { name: /^Choose a branch/ }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    await choose(/^All branches/);
    await expect(panel(page, 'Money today').getByRole('table')).toBeVisible();
    await expect(
      panel(page, 'Money today').getByRole('link', { name: 'Close the day' }),
    ).toHaveCount(0);
    await choose(/VTE/);
    await panel(page, 'Money today').getByRole('link', { name: 'Close the day' }).click();
    await expect(page).toHaveURL(/view=days&id=\d{4}-\d\d-\d\d/);
  },
);

test('a superadmin closes an alert with a note, and it leaves the queue', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize(phone);
  await openAs('superadmin', paths.overview);
  const queue = page.getByRole('region', { name: /^Today’s queue/ });
  const more = queue.getByRole('button', { name: /more of Centre$/ });
  await expect(queue.getByRole('listitem').first()).toBeVisible();
  if ((await more.count()) > 0) await more.click();
  const alerts = queue
    .getByRole('listitem')
    .filter({ hasText: 'First rate of a currency' })
    .filter({ hasText: 'THB' });
  await alerts.getByRole('link', { name: /^Close with a note/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the alert' });
  await expect(dialog).toContainText('THB');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'Close the alert' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await dialog.getByLabel('What you found out').fill('It agrees with the board of the bank.');
  await dialog.getByRole('button', { name: 'Close the alert' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(alerts).toHaveCount(0);
});

test('staff open their queue from its count on the home page', async ({ page, openAs, api }) => {
  await followDevice(page);
  const { total, counts } = await (await api('staff')).get(overviewParts.queue, queueAnswer);
  await page.setViewportSize(desk);
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('button', { name: `Today’s queue: ${total}` }).click();
  const queue = page.getByRole('region', { name: 'Today’s queue', exact: true });
  await expect(queue.getByRole('listitem').first()).toBeVisible();
  await expect(queue.getByText('Bank slips to verify')).toHaveCount(counts.slips ?? 0);
  expect(counts.attendance === undefined).toBe(false);
  await expectAccessibleInBothThemes(page, 'the queue of staff');
  await page.setViewportSize(phone);
  await expect(queue).toBeInViewport();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(queue).toHaveCount(0);
  await page.goto(paths.exchangeRate);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Today’s queue/ })).toHaveCount(0);
});

test('a part of the overview that fails says so beside the others', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/500/);
  await page.route(`**/api${overviewParts.seats}*`, (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } }),
  );
  await openAs('admin', paths.overview);
  await expect(panel(page, 'Seats by course').getByRole('alert')).toContainText(
    'Could not load this part',
  );
  await expect(panel(page, 'Money today').getByRole('table')).toBeVisible();
  await page.unroute(`**/api${overviewParts.seats}*`);
  await panel(page, 'Seats by course').getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page, 'Seats by course').getByRole('table')).toBeAttached();
});

test(
  'offline the overview keeps its last copy with its time',
  { tag: '@release' },
  async ({ page, openAs, context, complaints }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await openAs('admin', paths.overview);
    await expect(panel(page, 'Money today').getByRole('table')).toBeVisible();
    await context.setOffline(true);
    await expect(page.locator('main').getByText(/^as of /)).toBeVisible();
    await expect(panel(page, 'Money today').getByRole('table')).toBeVisible();
    await context.setOffline(false);
  },
);
