import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { ForeignCurrency } from '#contract/currencies.ts';
import { exchangeRate } from '#contract/exchange-rates.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const rowOf = (page: Page, currency: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: currency }) });
const rateField = (page: Page) => field(page, 'Rate to kip');

function enter(client: ApiClient, currency: ForeignCurrency, rateToLAK: string) {
  return client.post(
    '/exchange-rates',
    { currency, rateToLAK, note: '', createdAt: new Date().toISOString() },
    exchangeRate,
  );
}

async function current(client: ApiClient, currency: ForeignCurrency) {
  const rates = await client.get('/exchange-rates', z.array(exchangeRate));
  return rates.find((rate) => rate.currency === currency);
}

test('a first rate is added, checked as it is typed, and shown with who entered it', async ({
  page,
  openAs,
  api,
}) => {
  await openAs('finance', paths.exchangeRate);
  await page.getByRole('link', { name: 'Add exchange rate' }).click();
  await page.getByRole('combobox', { name: /^Currency/ }).selectOption('VND');
  for (const [typed, problem] of [
    ['', /Required/],
    ['abc', /Digits only. Write it like/],
    ['0', /Must be above 0/],
    ['1.1234567', /At most 6 decimals/],
  ] as const) {
    await rateField(page).fill(typed);
    await save(page).click();
    await expect(rateField(page)).toBeFocused();
    await expect(rateField(page)).toHaveAccessibleDescription(problem);
  }
  await rateField(page).fill('0.8512');
  await field(page, 'Note').fill('BCEL, morning');
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^VND/ })).toBeFocused();
  await expect(rowOf(page, 'VND')).toContainText('0.8512');
  await expect(rowOf(page, 'VND')).toContainText('just now');
  await expect(rowOf(page, 'VND')).toContainText('BCEL, morning');
  expect(await current(await api('staff'), 'VND')).toMatchObject({ rateToLAK: '0.8512' });
});

test('changing a rate shows its history, asks about a jump, and moves the header’s rate', async ({
  page,
  openAs,
  api,
}) => {
  await enter(await api('finance'), 'CNY', '3000');
  await openAs('finance', paths.exchangeRate);
  await page.getByRole('link', { name: /^CNY/ }).click();
  await expect(page.getByRole('img', { name: 'Rates of CNY so far' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rates of CNY so far' })).toContainText('3,000.00');

  await rateField(page).fill('3200');
  await save(page).click();
  const question = page.getByRole('dialog', {
    name: 'The rate differs from the last one by more than 5%. Confirm?',
  });
  await expect(question).toContainText('3,000 → 3,200 (+6.67%)');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rateField(page)).toHaveValue('3,200');
  expect(await current(await api('staff'), 'CNY')).toMatchObject({ rateToLAK: '3000' });

  await save(page).click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(rowOf(page, 'CNY')).toContainText('3,200.00');
  await expect(page.getByRole('banner')).toContainText('3,200');
});

test('two people at once: the newer rate is not hidden', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const other = await api('admin');
  const opened = await enter(other, 'THB', '660');
  await openAs('finance', editPath(paths.editRate, opened._id));
  await rateField(page).fill('661');
  await enter(other, 'THB', '665.5');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone changed this record' });
  await expect(dialog.getByRole('radio', { name: /Yours\s*661/ })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /Saved\s*665\.50/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save these' }).click();
  await expect(rowOf(page, 'THB')).toContainText('661.00');
  expect(await current(other, 'THB')).toMatchObject({ rateToLAK: '661' });
});

test('people who may not change a rate see it and the reason', async ({ page, openAs }) => {
  await openAs('staff', paths.exchangeRate);
  await expect(page.getByRole('link', { name: 'Add exchange rate' })).toHaveCount(0);
  await page.getByRole('link', { name: /^USD/ }).click();
  await expect(rateField(page)).toBeDisabled();
  await expect(page.getByText('It can be changed by: superadmin, admin, finance.')).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test('rates that cannot be had: the list says so, the header says nothing', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  await page.route(/\/api\/exchange-rates/, (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } }),
  );
  await openAs('finance', paths.exchangeRate);
  await expect(page.getByRole('heading', { name: 'Failed to fetch exchangeRates' })).toBeVisible();
  await expect(page.getByRole('banner')).not.toContainText('Failed');
  await page.unroute(/\/api\/exchange-rates/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /^USD/ })).toBeVisible();
});

test('rates of the morning are entered on one form, each says whether it was saved, and another desk shows them within a second', async ({
  page,
  openAs,
  otherPage,
  api,
}) => {
  for (const [currency, rate] of [
    ['THB', '650'],
    ['USD', '21500'],
  ] as const)
    await enter(await api('finance'), currency, rate);
  const desk = await otherPage();
  const listens = desk.waitForResponse((answer) => answer.url().includes('/api/events'));
  await openAs('staff', paths.newEnrollment, { page: desk });
  const ticker = desk.getByRole('region', { name: 'Exchange Rate' });
  await expect(ticker).toContainText('650');
  await listens;

  await followDevice(page);
  await openAs('finance', paths.exchangeRate);
  await page.getByRole('link', { name: 'Morning rates' }).click();
  await page.getByLabel(/^THB/).fill('651.25');
  await page.getByLabel(/^USD/).fill('abc');
  await page.getByRole('button', { name: 'Save rates' }).click();
  await expect(page.getByLabel(/^USD/)).toHaveAccessibleDescription(/at most 6 decimals/);
  await page.getByLabel(/^USD/).fill('23,000');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save rates' }).click();
  const question = page.getByRole('dialog', {
    name: 'The rate differs from the last one by more than 5%. Confirm?',
  });
  await expect(question).toContainText('USD: 21,500 → 23,000');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Saved: THB, USD')).toBeVisible();
  await expect(ticker).toContainText('23,000', { timeout: 1000 });
  await expect(ticker).toContainText('651.25');
});

test.describe('on a phone, in Lao', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('rates are cards, and the form asks in Lao', async ({ page, openAs }) => {
    await openAs('finance', paths.exchangeRate, { language: 'lo' });
    const card = page.getByRole('listitem').filter({ hasText: 'USD' });
    await expect(card).toContainText('ໂດລາ');
    await card.tap({ position: { x: 200, y: 40 } });
    await page.getByRole('textbox', { name: /^ອັດຕາຕໍ່ກີບ/ }).fill('1');
    await page.getByRole('button', { name: 'ບັນທຶກ' }).tap();
    await expect(
      page.getByRole('dialog', { name: 'ອັດຕານີ້ຕ່າງຈາກອັດຕາກ່ອນເກີນ 5%. ຢືນຢັນບໍ?' }),
    ).toBeVisible();
  });
});
