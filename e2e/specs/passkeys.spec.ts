import type { Page } from '@playwright/test';
import { expectAccessible, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addOwnAccount, addSecondFactor, OWN_PASSWORD } from '#e2e/own-account.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';

const EMAIL = 'noy-key@branchdesk.test';

/** A device that keeps passkeys and whose owner is always there, as Chromium plays it. */
async function withDevice(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
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
  await addOwnAccount(await api('superadmin'), server.origin, { email: EMAIL, role: 'finance' });
  const [first = '', second = ''] = await addSecondFactor(server.origin, EMAIL);
  // An address in digits can have no passkeys.
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL: origin });
  await complaints.listenTo(context, origin);
  const page = await context.newPage();
  await withDevice(page);
  await followDevice(page);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(EMAIL, OWN_PASSWORD);
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
  await password.fill(OWN_PASSWORD);
  await dialog.getByLabel(t('code'), { exact: true }).fill(second);
  await make.click();
  await expect(dialog.getByText('Office tablet', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await shell.chooseFromProfile('signOut');
  await page.getByRole('button', { name: t('passkey.signIn') }).click();
  await expect(shell.heading).toBeVisible();

  await shell.chooseFromProfile('signOut');
  await signIn.signIn(EMAIL, OWN_PASSWORD);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('passkey.use') }).click();
  await expect(shell.heading).toBeVisible();

  await shell.chooseFromProfile('secondFactor');
  const remove = dialog.getByRole('button', { name: 'Remove Office tablet' });
  await remove.click();
  await password.fill(OWN_PASSWORD);
  await dialog.getByRole('button', { name: t('passkey.use') }).click();
  await expect(dialog.getByText(t('passkey.unlocked'))).toBeVisible();
  await dialog.getByRole('button', { name: t('passkey.remove'), exact: true }).click();
  await expect(dialog.getByText(t('passkey.none'))).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await shell.chooseFromProfile('signOut');
  await page.getByRole('button', { name: t('passkey.signIn') }).click();
  await expect(page.getByText(/This passkey was not accepted/)).toBeVisible();
});
