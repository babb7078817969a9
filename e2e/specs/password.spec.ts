import type { Page } from '@playwright/test';
import { done, loginAnswer } from '#contract/centre/auth.ts';
import { issuedAccount } from '#contract/centre/staff-accounts.ts';
import { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { homeBranch } from '#e2e/people-data.ts';
import { paths } from '#src/lib/paths.ts';

const [OLD_PASSWORD, NEW_PASSWORD] = ['a first password', 'a better password'];

/** Adds a person for this test only, because a new password ends all sessions of its account. */
async function addPerson(client: ApiClient, origin: string, email: string): Promise<void> {
  const person = {
    firstName: 'ດາລາ',
    lastName: 'ລະຫັດໃໝ່',
    email,
    phone: '',
    profileImage: null,
    role: 'finance',
    branchId: await homeBranch(client),
  };
  const { temporaryPassword } = await client.post('/staff-accounts', person, issuedAccount);
  const { token } = await new ApiClient(origin).post(
    '/auth/login',
    { email, password: temporaryPassword },
    loginAnswer,
  );
  await new ApiClient(origin, token).post(
    '/auth/users/change-password',
    { email, oldPassword: temporaryPassword, newPassword: OLD_PASSWORD },
    done,
  );
}

/** Signs in with the first password, and waits for the page behind the form. */
async function signInFirst(page: Page, email: string): Promise<Shell> {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(email, OLD_PASSWORD);
  const shell = new Shell(page);
  await expect(shell.heading).toBeVisible();
  return shell;
}

test('a person changes the password and signs in with the new one', async ({
  page,
  api,
  otherPage,
  server,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const email = 'dala-changes@branchdesk.test';
  await addPerson(await api('superadmin'), server.origin, email);
  const shell = await signInFirst(page, email);
  await shell.chooseFromProfile('updatePassword');
  const dialog = page.getByRole('dialog', { name: 'Update Password' });
  const oldPassword = dialog.getByLabel('Old Password', { exact: true });
  const newPassword = dialog.getByLabel('New Password', { exact: true });
  const save = dialog.getByRole('button', { name: 'Save' });

  await test.step('both fields are required, and each can be shown alone', async () => {
    await expect(oldPassword).toBeFocused();
    await oldPassword.fill('not the old one');
    await save.click();
    await expect(shell.alert.getByRole('heading')).toHaveText('Warning');
    await expect(shell.alert).toContainText('Please fill in both fields.');
    await page.keyboard.press('Escape');
    await expect(shell.alert).toBeHidden();
    await expect(newPassword).toHaveAccessibleDescription('Required');
    await expect(oldPassword).toHaveAttribute('aria-invalid', 'false');
    await dialog.getByRole('button', { name: 'Show password' }).last().click();
    await expect(newPassword).toHaveAttribute('type', 'text');
    await expect(oldPassword).toHaveAttribute('type', 'password');
  });

  await test.step('a refusal keeps the dialog, with the reason beside its field', async () => {
    await newPassword.fill(NEW_PASSWORD);
    await save.click();
    await expect(shell.alert.getByRole('heading')).toHaveText('Error');
    await expect(shell.alert).toContainText('Failed to update password.');
    await shell.alert.getByRole('button', { name: 'Close' }).click();
    await expect(oldPassword).toHaveAccessibleDescription('The old password is not right');
    await expect(newPassword).toHaveValue(NEW_PASSWORD);
  });

  await oldPassword.fill(OLD_PASSWORD);
  await save.click();
  await expect(shell.alert.getByRole('heading')).toHaveText('Success');
  await expect(shell.alert).toContainText('Password updated successfully!');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(shell.profileMenu).toBeFocused();
  const again = new SignInPage(await otherPage());
  await again.open();
  await again.signIn(email, NEW_PASSWORD);
  await expect(again.page).not.toHaveURL(new RegExp(paths.signIn));
});

test('a person sees where they are signed in, and signs all other devices out', async ({
  page,
  api,
  otherPage,
  server,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const email = 'dala-leaves@branchdesk.test';
  await addPerson(await api('superadmin'), server.origin, email);
  await followDevice(page);
  const lost = await otherPage();
  await signInFirst(lost, email);
  const shell = await signInFirst(page, email);
  await shell.chooseFromProfile('devices');
  const dialog = page.getByRole('dialog', { name: 'My devices' });
  const entries = dialog.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.filter({ hasText: 'This device, now' })).toContainText('Chrome');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(entries).toHaveCount(1);
  await lost.reload();
  await expect(lost.getByLabel('E-mail')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});
