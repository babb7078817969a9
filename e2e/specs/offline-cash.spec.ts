import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { drawer } from '#contract/money/drawers.ts';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { SILENT_DEVICE } from '#e2e/demo-centre.ts';
import { bookInStock, openDrawer, shutDrawer } from '#e2e/desk-data.ts';
import { copiesOnDevice } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { DEVICE_KEY } from '#src/lib/browser/storage-keys.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' });

/** The price of the book. */
const PRICE = 145_000;
/** Errors on the console while offline, when only the shell can be loaded. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const t = (key: string, language: Language = 'en') => word(language, 'drawer', key);
const desk = (key: string, values?: Record<string, string>) => word('en', 'desk', key, values);
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

/** Sells the book to a walk-in while offline, and keeps the visit. */
async function sellOffline(page: Page, sku: string, name: string, given?: number): Promise<void> {
  await page.getByRole('searchbox', { name: desk('what.find') }).fill(sku);
  await button(page, new RegExp(`${sku.slice(3)}`)).click();
  await page.getByRole('textbox', { name: desk('who.walkInName') }).fill(name);
  await button(page, 'Cash').click();
  if (given !== undefined)
    await page
      .getByRole('textbox', { name: word('en', 'payment', 'tendered') })
      .fill(given.toLocaleString('en'));
  // A second press in the same moment keeps no second visit.
  await button(page, desk('away.keep')).evaluate((act: HTMLButtonElement) => {
    act.click();
    act.click();
  });
  await expect(page.getByRole('heading', { name: desk('away.keptTitle') })).toBeFocused();
  const kept = page.getByRole('region', { name: desk('away.keptTitle') });
  await expect(kept.getByText(desk('done.handOver_one', { count: '1' }))).toBeVisible();
  await expect(kept).toContainText(
    given === undefined ? desk('away.keptHelp') : /Give change\s*5,000\sLAK/,
  );
  await button(page, desk('newVisit')).click();
}

/** A second person signs on this screen. */
async function signAs(page: Page, role: Role, language: Language = 'en'): Promise<Locator> {
  const signing = page.getByRole('dialog', { name: word(language, 'approvals', 'title') });
  await signing.getByLabel(word(language, 'approvals', 'email')).fill(demoEmail(role));
  await signing.getByLabel(word(language, 'approvals', 'password')).fill(DEMO_PASSWORD);
  await button(signing, word(language, 'approvals', 'do')).click();
  return signing;
}

test('finance signs for offline cash that a count without surplus is said to have had', async ({
  page,
  context,
  openAs,
  otherPage,
  api,
  complaints,
}) => {
  test.setTimeout(180_000);
  complaints.expect(OFFLINE);
  const clerk = await api('staff');
  const { sku } = await bookInStock(await api('admin'));
  await shutDrawer(clerk);
  await openDrawer(clerk);
  const inDrawer = async () =>
    (await clerk.get('/drawers', z.array(drawer)))[0]?.shift?.expected?.LAK ?? 0;
  const float = await inDrawer();

  await followDevice(page);
  await page.addInitScript(([key, id]) => localStorage.setItem(key, id), [
    DEVICE_KEY,
    SILENT_DEVICE,
  ] as const);
  await openAs('staff', paths.newEnrollment);
  await workerReady(page);
  await page.reload();
  for (const list of ['desk-lookup/', 'desk-rules/', 'products'])
    await expect.poll(() => copiesOnDevice(page)).toContain(list);
  await context.setOffline(true);
  await page.reload();
  await sellOffline(page, sku, 'Onesy', PRICE + 5_000);
  for (const name of ['Twosy', 'Threesy']) await sellOffline(page, sku, name);
  await expect(button(page, /^Open visits/)).toContainText(
    desk('away.toSend_other', { count: '3' }),
  );
  // Meanwhile the drawer is counted without a surplus, and opened again.
  await shutDrawer(clerk);
  await openDrawer(clerk);
  await context.setOffline(false);

  const send = async (name: string) => {
    await button(page, /^Open visits/).click();
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click();
    await expect(page.getByRole('heading', { name: desk('away.reviewTitle') })).toBeVisible();
    // The desk knows the open drawer again.
    await expect(page.getByRole('link', { name: 'Desk 1' })).toBeVisible();
    await button(page, desk('away.send')).click();
    await expect(page.getByRole('heading', { name: / saved/ })).toBeVisible();
  };
  await send('Onesy');
  // The change and the book went over the counter at the sale, so nobody gives them again.
  const sentNow = page.getByRole('region', { name: / saved/ });
  await expect(sentNow.getByText(desk('done.changeGiven', { money: '5,000 LAK' }))).toBeVisible();
  await expect(sentNow.getByText(desk('done.handedOver_one', { count: '1' }))).toBeVisible();
  await expect(sentNow.getByText(desk('done.give'))).toHaveCount(0);
  const told = page.getByText(/was not over by that much/);
  await expect(told).toBeVisible();
  expect(await inDrawer()).toBe(float + PRICE);
  await expectAccessibleInBothThemes(page);

  // An admin has no right to sign; finance has.
  complaints.expect(/422.*approvals/);
  await button(page, t('offlineCash.act')).click();
  const refused = await signAs(page, 'admin');
  await expect(refused.getByLabel(word('en', 'approvals', 'email'))).toHaveAccessibleDescription(
    /./,
  );
  await expectAccessibleInBothThemes(page);
  await signAs(page, 'finance');
  await expect(page.getByRole('main').getByText(t('offlineCash.done'))).toBeVisible();
  expect(await inDrawer()).toBe(float);
  await button(page, desk('newVisit')).click();

  await send('Twosy');
  await button(page, desk('newVisit')).click();
  await send('Threesy');
  expect(await inDrawer()).toBe(float + 2 * PRICE);
  await page.goto(`${paths.newEnrollment}?view=drawer`);
  const cash = page.getByRole('region', { name: t('offlineCash.title') });
  await expect(cash.getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await button(cash.getByRole('listitem').first(), t('offlineCash.act')).click();
  await signAs(page, 'finance');
  await expect(cash.getByRole('listitem')).toHaveCount(1);
  expect(await inDrawer()).toBe(float + PRICE);

  // Finance signs for the last one in the drawer of Payment History, in Lao.
  const finance = await otherPage();
  await openAs('finance', `${paths.paymentHistory}?view=drawers`, {
    page: finance,
    language: 'lo',
  });
  await finance
    .getByRole('main')
    .getByRole('link', { name: /Desk 1/ })
    .first()
    .click();
  const ofFinance = finance.getByRole('region', { name: t('offlineCash.title', 'lo') });
  await button(ofFinance, t('offlineCash.act', 'lo')).click();
  await expect(ofFinance).toHaveCount(0);
  expect(await inDrawer()).toBe(float);

  const owner = await otherPage();
  await openAs('superadmin', paths.overview, { page: owner });
  await owner
    .getByRole('button', { name: / more of /i })
    .first()
    .click();
  await expect(owner.getByText(word('en', 'queue', 'alerts.offlineCash'))).toHaveCount(6);
});
