import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { addOwnAccount, OWN_PASSWORD } from '#e2e/own-account.ts';
import { word } from '#e2e/words.ts';
import { paths } from '#src/lib/paths.ts';

const EMAIL = 'keo-devices@branchdesk.test';

async function signIn(page: Page): Promise<void> {
  const form = new SignInPage(page);
  await form.open();
  await form.signIn(EMAIL, OWN_PASSWORD);
  await expect(page).not.toHaveURL(new RegExp(paths.signIn));
}

test('a clerk hears of a new device, knows it, or ends it and chooses a password', async ({
  page,
  api,
  otherPage,
  server,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const t = (key: string, values?: Record<string, string>) => word('en', 'device', key, values);
  const line = page.getByText(/Somebody signed in as you on a new device/);
  const mine = page.getByRole('button', { name: word('en', 'announcements', 'newDeviceMine') });
  await addOwnAccount(await api('superadmin'), server.origin, { email: EMAIL, role: 'staff' });
  await followDevice(page);
  await signIn(page);
  await signIn(await otherPage());
  await page.reload();
  await expect(line).toBeVisible();
  await mine.click();
  await expect(line).toBeHidden();

  const stranger = await otherPage();
  await signIn(stranger);
  await page.reload();
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: t('sessions.title'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('sessions.title') });
  const entries = dialog.getByRole('listitem').filter({ hasText: t('sessions.isNew') });
  await expect(entries).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await entries
    .first()
    .getByRole('button', { name: /This was not me/ })
    .click();
  await stranger.reload();
  await expect(stranger).toHaveURL(new RegExp(paths.signIn));

  const password = (key: string) =>
    page.getByLabel(word('en', 'shell', `password.${key}`), { exact: true });
  await password('old').fill(OWN_PASSWORD);
  await password('new').fill('a boat on the river');
  await page
    .getByRole('button', { name: word('en', 'common', 'action.save'), exact: true })
    .click();
  await expect(page.getByText(word('en', 'shell', 'password.updated'))).toBeVisible();
  await page.reload();
  await expect(new Shell(page).heading).toBeVisible();
  await expect(line).toBeHidden();
});
