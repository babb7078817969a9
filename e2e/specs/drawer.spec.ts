import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { signedInUser } from '#contract/centre/auth.ts';
import { bookInStock, openDrawer, shutDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { word } from '#e2e/words.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

const t = (key: string, values: Record<string, string> = {}) => word('en', 'drawer', key, values);
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
const expectedKip = (page: Page) =>
  page.getByRole('table').first().getByRole('row').last().getByRole('cell').first();

/** A second person signs on this screen. */
async function signAs(page: Page, role: 'finance'): Promise<void> {
  const signing = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
  await signing.getByLabel(word('en', 'approvals', 'email')).fill(demoEmail(role));
  await signing.getByLabel(word('en', 'approvals', 'password')).fill(DEMO_PASSWORD);
  await button(signing, word('en', 'approvals', 'do')).tap();
}

test('a clerk opens a drawer, pays out, counts it short, and opens it again', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  test.slow();
  const product = await bookInStock(await api('admin'));
  await shutDrawer(await api('staff'));
  await followDevice(page);
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] =
        document.querySelector('[aria-label="Drawer closing"]')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await openAs('staff', paths.newEnrollment);

  // Cash cannot be taken before the drawer is open, and a float other than the last closing left
  // needs a reason.
  await page.getByRole('searchbox', { name: word('en', 'desk', 'what.find') }).fill(product.sku);
  await page.getByRole('button', { name: product.nameEn }).tap();
  await page.getByRole('textbox', { name: word('en', 'desk', 'who.walkInName') }).fill('Somsy');
  await button(page, 'Cash').tap();
  const dialog = page.getByRole('dialog');
  const floatIn = (currency: string) =>
    dialog.getByRole('textbox', { name: word('en', 'payment', 'drawer.float', { currency }) });
  // Half a baht is no cash.
  await floatIn('THB').fill('7.50');
  await floatIn('THB').press('Tab');
  await expect(floatIn('THB')).toHaveAccessibleDescription('Cash comes in steps of 1 THB');
  await floatIn('THB').fill('0');
  await floatIn('LAK').fill('400,000');
  const missing = (key: string) =>
    button(
      dialog,
      word('en', 'payment', 'drawer.missing', { what: word('en', 'payment', `drawer.${key}`) }),
    );
  await missing('reason').tap();
  await expect(dialog.getByRole('textbox', { name: /^Why it differs/ })).toBeFocused();
  // Money from the safe needs the name of who took it, and is no difference.
  const fromSafe = dialog.getByRole('checkbox', {
    name: word('en', 'payment', 'drawer.fromSafe'),
  });
  await fromSafe.check();
  await missing('takenBy').tap();
  await expect(
    dialog.getByRole('textbox', { name: word('en', 'payment', 'drawer.takenBy') }),
  ).toBeFocused();
  await fromSafe.uncheck();
  await dialog
    .getByRole('textbox', { name: word('en', 'payment', 'drawer.reason') })
    .fill('small notes from the safe');
  complaints.expect(/409.*\/open/);
  await button(dialog, word('en', 'payment', 'drawer.openIt')).tap();
  // Less than was left is above the limit, so finance signs on this screen.
  await expect(page.getByRole('dialog').last()).toContainText(/Opening difference: −[\d,]+/);
  await page.keyboard.press('Escape');
  await expect(button(dialog, word('en', 'payment', 'drawer.openIt'))).toBeFocused();
  await page.keyboard.press('Enter');
  await signAs(page, 'finance');
  await expect(dialog).toHaveCount(0);

  await button(page, 'Confirm').tap();
  await expect(page.getByRole('heading', { name: / saved/ })).toBeVisible();
  await page.getByRole('link', { name: 'Desk 1' }).tap();
  await expect(expectedKip(page)).toHaveText('545,000');

  await button(page, t('kinds.paidOut')).tap();
  const amount = dialog.getByRole('textbox', { name: t('amount') });
  await dialog.getByRole('textbox', { name: t('forWhat') }).fill('Drinking water');
  await amount.fill('45,100');
  await button(dialog, t('kinds.paidOut')).tap();
  await expect(amount).toHaveAccessibleDescription('Cash comes in steps of 500 LAK');
  await amount.fill('45,000');
  await expectAccessibleInBothThemes(page);
  await button(dialog, t('kinds.paidOut')).tap();
  await expect(expectedKip(page)).toHaveText('500,000');
  await expect(page.getByRole('cell', { name: /Drinking water/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  // Counted by notes, 40,000 short: this exceeds the limit, so finance signs on this screen.
  await page.getByRole('link', { name: t('countAndClose') }).tap();
  const notes = (note: string) =>
    page.getByRole('textbox', { name: t('note', { note, currency: 'LAK' }) });
  await notes('100,000').fill('4');
  await notes('20,000').fill('3');
  await expect(page.getByText(t('shortBy', { sum: '40,000', currency: 'LAK' }))).toBeVisible();
  // Of baht and dollars nothing is there, and nobody has counted them.
  await expect(page.getByRole('cell', { name: t('nothingExpected') })).toHaveCount(2);
  await button(page, t('missing.reason')).click();
  await expect(page.getByRole('textbox', { name: t('reason') })).toBeFocused();
  // The typed count is kept when the page is left.
  await expect(page.getByText(word('en', 'common', 'draft.kept'))).toBeVisible();
  await page.reload();
  await button(page, word('en', 'common', 'draft.continue')).tap();
  await expect(notes('20,000')).toHaveValue('3');
  await page.getByRole('textbox', { name: t('safeReceivedBy') }).fill('Khamla');
  await page.getByRole('textbox', { name: t('reason') }).fill('A note too many at noon');
  await page.getByRole('textbox', { name: t('staysIn', { currency: 'LAK' }) }).fill('300,000');
  await expectAccessibleInBothThemes(page);
  await button(page, t('acceptDifference')).tap();
  await signAs(page, 'finance');
  await expect(page.getByText('Difference accepted by')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await button(page, t('printClosing')).tap();
  await expect(page.locator('html')).toHaveAttribute(
    'data-printed',
    /Counted.*460,000 LAK.*Difference.*−40,000 LAK.*300,000 LAK.*160,000 LAK/,
  );

  await button(page, t('openDrawer')).tap();
  await expect(
    dialog.getByRole('textbox', {
      name: word('en', 'payment', 'drawer.float', { currency: 'LAK' }),
    }),
  ).toHaveValue('300,000');
  await button(dialog, word('en', 'payment', 'drawer.openIt')).tap();
  await expect(expectedKip(page)).toHaveText('300,000');
});

test('a colleague takes over the desk with a password and sees no draft', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const desk = (key: string, values: Record<string, string> = {}) =>
    word('en', 'desk', key, values);
  const [clerk, finance] = [
    await (await api('staff')).get('/auth/me', signedInUser),
    await (await api('finance')).get('/auth/me', signedInUser),
  ];
  const product = await bookInStock(await api('admin'));
  await openDrawer(await api('staff'));
  await followDevice(page);
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('searchbox', { name: desk('what.find') }).fill(product.sku);
  await page.getByRole('button', { name: product.nameEn }).tap();
  await page.getByRole('textbox', { name: desk('who.walkInName') }).fill('Half typed');
  await expect(page.getByText(word('en', 'common', 'draft.kept'))).toBeVisible();

  await button(page, desk('person.at', { name: clerk.firstName })).tap();
  const dialog = page.getByRole('dialog');
  const colleagues = dialog.getByRole('toolbar', { name: desk('person.who') });
  await colleagues.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(colleagues.getByRole('button').last()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(colleagues.getByRole('button').first()).toBeFocused();
  await expect(colleagues.locator('[tabindex="0"]')).toHaveCount(1);
  await button(dialog, `${finance.firstName} ${finance.lastName}`).tap();
  const password = dialog.getByLabel(desk('person.password', { name: finance.firstName }), {
    exact: true,
  });
  await password.fill('not the password');
  await button(dialog, desk('person.do')).tap();
  await expect(password).toHaveAccessibleDescription('This password is not right');
  await expectAccessibleInBothThemes(page);
  await password.fill(DEMO_PASSWORD);
  await button(dialog, desk('person.do')).tap();

  await expect(page).toHaveURL(paths.newEnrollment);
  await expect(button(page, desk('person.at', { name: finance.firstName }))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Desk 1' })).toBeVisible();
  await expect(page.getByText('Half typed')).toHaveCount(0);
});
