import { done } from '#contract/auth.ts';
import type { Page } from '@playwright/test';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { ApiClient } from '#e2e/api-client.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';

const NEW_PASSWORD = 'a better password';

async function openDialog(page: Page) {
  const shell = new Shell(page);
  await shell.chooseFromProfile('updatePassword');
  const dialog = page.getByRole('dialog', { name: 'Update Password' });
  return {
    shell,
    dialog,
    oldPassword: dialog.getByLabel('Old Password', { exact: true }),
    newPassword: dialog.getByLabel('New Password', { exact: true }),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

test('both fields must be filled in', async ({ page, signInAs }) => {
  await signInAs('finance');
  const { shell, dialog, oldPassword, save } = await openDialog(page);
  await expect(oldPassword).toBeFocused();
  await oldPassword.fill('x');
  await save.click();
  await expect(shell.alert.getByRole('heading')).toHaveText('Warning');
  await expect(shell.alert).toContainText('Please fill in both fields.');
  await page.keyboard.press('Escape');
  await expect(shell.alert).toBeHidden();
  await expect(oldPassword).toHaveValue('x');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(shell.profileMenu).toBeFocused();
});

test('each field can be shown and hidden by itself', async ({ page, signInAs }) => {
  await signInAs('finance');
  const { dialog, oldPassword, newPassword } = await openDialog(page);
  await dialog.getByRole('button', { name: 'Show password' }).last().click();
  await expect(newPassword).toHaveAttribute('type', 'text');
  await expect(oldPassword).toHaveAttribute('type', 'password');
});

test('a refusal keeps the dialog, with the reason beside its field', async ({ page, signInAs, complaints }) => {
  complaints.expect(/status of 400/);
  await signInAs('finance');
  const { shell, oldPassword, newPassword, save } = await openDialog(page);
  await oldPassword.fill('not the old one');
  await newPassword.fill(NEW_PASSWORD);
  await save.click();
  await expect(shell.alert.getByRole('heading')).toHaveText('Error');
  await expect(shell.alert).toContainText('Failed to update password.');
  await shell.alert.getByRole('button', { name: 'Close' }).click();
  await expect(oldPassword).toHaveAccessibleDescription('The old password is not right');
  await expect(newPassword).toHaveValue(NEW_PASSWORD);
});

test('the new password is the one that signs in from then on', async ({ page, signInAs, otherPage, server }) => {
  await signInAs('finance');
  const { shell, dialog, oldPassword, newPassword, save } = await openDialog(page);
  await oldPassword.fill(DEMO_PASSWORD);
  await newPassword.fill(NEW_PASSWORD);
  await save.click();
  try {
    await expect(shell.alert.getByRole('heading')).toHaveText('Success');
    await expect(shell.alert).toContainText('Password updated successfully!');
    await expect(dialog).toBeHidden();
    const signIn = new SignInPage(await otherPage());
    await signIn.open();
    await signIn.signInAs('finance', NEW_PASSWORD);
  } finally {
    // Every other test of this centre signs in with the password of the demo.
    const finance = await ApiClient.signIn(server.origin, 'finance', NEW_PASSWORD);
    const back = { email: demoEmail('finance'), oldPassword: NEW_PASSWORD, newPassword: DEMO_PASSWORD };
    await finance.post('/auth/users/change-password', back, done);
  }
});
