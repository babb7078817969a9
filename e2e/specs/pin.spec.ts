import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branches } from '#contract/centre/branches.ts';
import { signedInUser } from '#contract/centre/auth.ts';
import { changeBranch } from '#e2e/branch-data.ts';
import { openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

const PIN = '480577';
const desk = (key: string, values: Record<string, string> = {}) => word('en', 'desk', key, values);
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

async function signIn(page: Page, role: 'staff' | 'finance'): Promise<void> {
  const form = new SignInPage(page);
  await form.open();
  await form.signIn(demoEmail(role), DEMO_PASSWORD);
  await expect(page).not.toHaveURL(new RegExp(paths.signIn));
}

test('a colleague takes over with a PIN on this device; five wrong ones take the password', async ({
  page,
  api,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const owner = await api('superadmin');
  const finance = await (await api('finance')).get('/auth/me', signedInUser);
  const clerk = await (await api('staff')).get('/auth/me', signedInUser);
  const all = await owner.get('/branches', z.array(branches.row));
  const [branch] = all.filter(({ _id }) => _id === clerk.branchId);
  if (!branch) throw new Error('The clerk has no branch');
  await changeBranch(owner, branch, { pinTakeOver: true });
  await openDrawer(await api('staff'));

  await signIn(page, 'finance');
  await new Shell(page).chooseFromProfile('pin');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(word('en', 'second-factor', 'password'), { exact: true })
    .fill(DEMO_PASSWORD);
  const fresh = dialog.getByLabel(word('en', 'second-factor', 'pin.new'), { exact: true });
  await expect(fresh).toHaveAttribute('inputmode', 'numeric');
  await fresh.fill(PIN);
  await button(dialog, word('en', 'common', 'action.save')).tap();
  await expect(page.getByText(word('en', 'second-factor', 'pin.set'))).toBeVisible();
  await new Shell(page).chooseFromProfile('signOut');

  await signIn(page, 'staff');
  await page.goto(paths.newEnrollment);
  await button(page, desk('person.at', { name: clerk.firstName })).tap();
  await button(dialog, `${finance.firstName} ${finance.lastName}`).tap();
  const pin = dialog.getByLabel(desk('person.pin', { name: finance.firstName }), { exact: true });
  await expect(pin).toHaveAttribute('inputmode', 'numeric');
  await pin.fill('480578');
  await button(dialog, desk('person.do')).tap();
  await expect(pin).toHaveAccessibleDescription(/^This PIN is not right/);
  await expect(pin).toHaveValue('');
  await expect(pin).toBeFocused();
  await pin.fill(PIN);
  await page.keyboard.press('Enter');
  await expect(button(page, desk('person.at', { name: finance.firstName }))).toBeVisible();

  // The clerk takes over again, and then somebody guesses.
  await button(page, desk('person.at', { name: finance.firstName })).tap();
  await button(dialog, `${clerk.firstName} ${clerk.lastName}`).tap();
  await dialog
    .getByLabel(desk('person.password', { name: clerk.firstName }), { exact: true })
    .fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await button(page, desk('person.at', { name: clerk.firstName })).tap();
  await button(dialog, `${finance.firstName} ${finance.lastName}`).tap();
  for (let n = 0; n < 5; n += 1) {
    await pin.fill('480578');
    await page.keyboard.press('Enter');
    if (n < 4) await expect(pin).toHaveValue('');
  }
  await expect(
    dialog.getByLabel(desk('person.password', { name: finance.firstName }), { exact: true }),
  ).toBeVisible();
});
