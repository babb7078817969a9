import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { ForeignCurrency } from '#contract/money/currencies.ts';
import { exchangeRate } from '#contract/money/exchange-rates.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { word } from '#e2e/words.ts';
import type { Role } from '#contract/roles.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

const rowOf = (page: Page, currency: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: currency }) });
/** The answer to a large change without a signature, which the browser notes. */
const UNSIGNED = /409 \(Conflict\).*exchange-rates/;
const rateField = (page: Page) => field(page, 'Rate to kip');

function enter(client: ApiClient, currency: ForeignCurrency, rateToLAK: string) {
  return client.post(
    '/exchange-rates',
    { currency, rateToLAK, note: '', createdAt: new Date().toISOString() },
    exchangeRate,
  );
}

/** A second person signs on this screen for the change that the dialog names. */
async function signAs(page: Page, role: Role, change: string) {
  const dialog = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
  await expect(dialog).toContainText(change);
  await dialog.getByLabel(word('en', 'approvals', 'email')).fill(demoEmail(role));
  await dialog.getByLabel(word('en', 'approvals', 'password')).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: word('en', 'approvals', 'do') }).click();
}

async function current(client: ApiClient, currency: ForeignCurrency) {
  const rates = await client.get('/exchange-rates', z.array(exchangeRate));
  return rates.find((rate) => rate.currency === currency);
}

test('finance adds a first rate, which is checked as it is typed', async ({
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

test('changing a rate shows its history, asks about a jump, and updates the header', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(UNSIGNED);
  await enter(await api('admin'), 'CNY', '3000');
  await openAs('finance', paths.exchangeRate);
  await page.getByRole('link', { name: /^CNY/ }).click();
  await expect(page.getByRole('img', { name: 'Rates of CNY so far' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rates of CNY so far' })).toContainText('3,000.00');

  await rateField(page).fill('3155');
  await save(page).click();
  const question = page.getByRole('dialog', {
    name: 'The rate differs from the last one by more than 5%. Confirm?',
  });
  await expect(question).toContainText('3,000 → 3,155 (+5.17%)');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rateField(page)).toHaveValue('3,155');
  expect(await current(await api('staff'), 'CNY')).toMatchObject({ rateToLAK: '3000' });

  await save(page).click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await signAs(page, 'admin', '3,000 → 3,155 is 5.2 % more. A second person has to approve it');
  await expect(rowOf(page, 'CNY')).toContainText('3,155.00');
  await expect(page.getByRole('banner')).toContainText('3,155');
});

test('staff see a rate and why they cannot change it', async ({ page, openAs }) => {
  await openAs('staff', paths.exchangeRate);
  await expect(page.getByRole('link', { name: 'Add exchange rate' })).toHaveCount(0);
  await page.getByRole('link', { name: /^USD/ }).click();
  await expect(rateField(page)).toBeDisabled();
  await expect(page.getByText('It can be changed by: superadmin, admin, finance.')).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test('finance enters the morning rates on one form, and another desk shows them', async ({
  page,
  openAs,
  otherPage,
  api,
  complaints,
}) => {
  complaints.expect(UNSIGNED);
  for (const [currency, rate] of [
    ['THB', '650'],
    ['USD', '21500'],
  ] as const)
    await enter(await api('admin'), currency, rate);
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
  await page.getByLabel(/^USD/).fill('22,600');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save rates' }).click();
  const question = page.getByRole('dialog', {
    name: 'The rate differs from the last one by more than 5%. Confirm?',
  });
  await expect(question).toContainText('USD: 21,500 → 22,600');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await signAs(page, 'admin', '21,500 → 22,600 is 5.1 % more. A second person has to approve it');
  await expect(page.getByText('Saved: THB, USD')).toBeVisible();
  await expect(ticker).toContainText('22,600');
  await expect(ticker).toContainText('651.25');
});
