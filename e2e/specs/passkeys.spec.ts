import type { Page } from '@playwright/test';
import { done, loginAnswer } from '#contract/centre/auth.ts';
import { recoveryCodes, secondFactorSecret } from '#contract/centre/second-factor.ts';
import { issuedAccount } from '#contract/centre/staff-accounts.ts';
import { ApiClient } from '#e2e/api-client.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { expectAccessible, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { homeBranch } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';

const EMAIL = 'noy-key@branchdesk.test';
const PASSWORD = 'rain over the river';

/** An account with a second factor; gives its recovery codes. */
async function addPerson(client: ApiClient, origin: string): Promise<readonly string[]> {
  const person = {
    ...{ firstName: 'ນ້ອຍ', lastName: 'ສີສະຫວັດ', email: EMAIL, phone: '', profileImage: null },
    ...{ role: 'finance', branchId: await homeBranch(client) },
  };
  const { temporaryPassword } = await client.post('/staff-accounts', person, issuedAccount);
  const login = { email: EMAIL, password: temporaryPassword };
  const { token } = await new ApiClient(origin).post('/auth/login', login, loginAnswer);
  const own = new ApiClient(origin, token);
  const change = { email: EMAIL, oldPassword: temporaryPassword, newPassword: PASSWORD };
  await own.post('/auth/users/change-password', change, done);
  const path = '/auth/second-factor';
  const begun = await own.post(`${path}/begin`, { password: PASSWORD }, secondFactorSecret);
  const code = codeOfApp(begun.secret, -1);
  const { codes } = await own.post(`${path}/confirm`, { code }, recoveryCodes);
  return codes;
}

/** A device that keeps passkeys and whose owner is always there, as Chromium plays it. */
async function withDevice(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}

test('a person adds a passkey, signs in with it alone and in place of the code, and removes it', async ({
  browser,
  api,
  server,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const t = (key: string) => word('en', 'second-factor', key);
  const [first = '', second = ''] = await addPerson(await api('superadmin'), server.origin);
  // An address in digits can have no passkeys.
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL: origin });
  await complaints.listenTo(context, origin);
  const page = await context.newPage();
  await withDevice(page);
  await followDevice(page);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(EMAIL, PASSWORD);
  const code = page.getByLabel(t('code'), { exact: true });
  await expect(code).toBeFocused();
  await expect(page.getByRole('button', { name: t('passkey.use') })).toBeHidden();
  await code.fill(first);
  await signIn.submit.click();
  const shell = new Shell(page);
  await expect(shell.heading).toBeVisible();

  await shell.chooseFromProfile('secondFactor');
  const dialog = page.getByRole('dialog', { name: t('title') });
  await dialog.getByRole('button', { name: t('passkey.add') }).click();
  const password = dialog.getByLabel(t('password'), { exact: true });
  const make = dialog.getByRole('button', { name: t('passkey.make') });
  await dialog.getByLabel(t('passkey.name')).fill('Office tablet');
  await password.fill(PASSWORD);
  await dialog.getByLabel(t('code'), { exact: true }).fill(second);
  await make.click();
  await expect(dialog.getByText('Office tablet', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await shell.chooseFromProfile('signOut');
  await page.getByRole('button', { name: t('passkey.signIn') }).click();
  await expect(shell.heading).toBeVisible();

  await shell.chooseFromProfile('signOut');
  await signIn.signIn(EMAIL, PASSWORD);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('passkey.use') }).click();
  await expect(shell.heading).toBeVisible();

  await shell.chooseFromProfile('secondFactor');
  const remove = dialog.getByRole('button', { name: 'Remove Office tablet' });
  await remove.click();
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: t('passkey.use') }).click();
  await expect(dialog.getByText(t('passkey.unlocked'))).toBeVisible();
  await dialog.getByRole('button', { name: t('passkey.remove'), exact: true }).click();
  await expect(dialog.getByText(t('passkey.none'))).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await shell.chooseFromProfile('signOut');
  await page.getByRole('button', { name: t('passkey.signIn') }).click();
  await expect(page.getByText(/This passkey was not accepted/)).toBeVisible();
});
