import type { Page } from '@playwright/test';
import { schoolInfo } from '#contract/centre/school-info.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { copiesOnDevice } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { LockScreen } from '#e2e/pages/lock-screen.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ serviceWorkers: 'allow' });

/** Changes the setting in the centre's details. */
async function allowOfflineUnlock(client: ApiClient, offlineUnlock: boolean): Promise<void> {
  const { updatedAt: _updatedAt, ...info } = await client.get('/school-info', schoolInfo);
  await client.put('/school-info', { ...info, offlineUnlock }, schoolInfo);
}

/** True if the device keeps a verifier for the password. */
const isVerifierKept = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('branchdesk');
    const db = await new Promise<IDBDatabase>(
      (resolve) => (open.onsuccess = () => resolve(open.result)),
    );
    const found = db.transaction('meta').objectStore('meta').get('unlock');
    await new Promise((resolve) => (found.onsuccess = resolve));
    db.close();
    return found.result !== undefined;
  });

const brokenPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
      .map(({ src }) => src),
  );

test.beforeEach(({ complaints }) => {
  // Checking a password is slow on purpose, and the worker is installed first.
  test.slow();
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
});
test.afterEach(async ({ api }) => allowOfflineUnlock(await api('superadmin'), false));

test('a locked reload offline opens by password where allowed, until five wrong ones', async ({
  page,
  context,
  api,
}) => {
  await allowOfflineUnlock(await api('superadmin'), true);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signInAs('staff');
  await workerReady(page);
  await expect.poll(() => isVerifierKept(page)).toBe(true);
  await restFetched(page);
  const lock = new LockScreen(page);
  const shell = new Shell(page);
  const refuse = async (password: string) => {
    await lock.unlock(password);
    await expect(lock.password).toHaveAccessibleDescription('This password is not right');
  };
  await expect.poll(() => copiesOnDevice(page)).not.toBe('[]');
  await shell.chooseFromProfile('lock');
  await expect(lock.dialog).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(lock.password).toBeFocused();
  await expect(lock.dialog.getByRole('alert')).toBeEmpty();
  expect(await brokenPictures(page)).toEqual([]);
  await refuse('not the password');
  await lock.unlock();
  await expect(lock.dialog).toBeHidden();
  await expect(shell.heading).toBeVisible();

  // The right password has reset the count; a reload does not.
  await shell.chooseFromProfile('lock');
  for (const guess of ['one', 'two', 'three']) await refuse(guess);
  await page.reload();
  await expect(lock.password).toBeFocused();
  for (const guess of ['four', 'five']) await refuse(guess);
  expect(await isVerifierKept(page)).toBe(false);
  // Whoever guesses finds nothing behind the lock.
  await expect(lock.dialog.getByRole('alert')).toContainText(word('en', 'lock', 'guessed'));
  expect(await copiesOnDevice(page)).toBe('[]');
  await lock.unlock();
  await expect(lock.dialog.getByRole('alert')).toContainText(word('en', 'lock', 'connect'));
  await expect(lock.dialog).toBeVisible();
  await context.setOffline(false);
  await lock.unlock();
  await expect(lock.dialog).toBeHidden();
  await expect(page.getByText(word('en', 'device', 'listsEnded.guesses'))).toBeVisible();
});

test(
  'a locked reload offline, where not allowed, says so and warns before signing out',
  { tag: '@release' },
  async ({ page, context }) => {
    const signIn = new SignInPage(page, 'lo');
    await signIn.open();
    await signIn.signInAs('staff');
    await workerReady(page);
    await restFetched(page);
    const lock = new LockScreen(page, 'lo');
    const shell = new Shell(page, 'lo');

    await context.setOffline(true);
    await shell.chooseFromProfile('signOut');
    const question = page.getByRole('dialog', { name: word('lo', 'shell', 'leaving.away') });
    await expect(question).toHaveAccessibleDescription(word('lo', 'shell', 'leaving.needsNetwork'));
    await question.getByRole('button', { name: word('lo', 'shell', 'leaving.stay') }).click();
    await shell.chooseFromProfile('lock');
    await page.reload();
    await expect(lock.password).toBeFocused();
    const news = lock.dialog.getByRole('alert');
    await expect(news).toHaveText(word('lo', 'lock', 'connect'));
    await expect.poll(() => brokenPictures(page)).toEqual([]);
    expect(await isVerifierKept(page)).toBe(false);
    await lock.unlock();
    await expect(lock.dialog).toBeVisible();

    await lock.signOut.click();
    await expect(news).toContainText(word('lo', 'lock', 'away'));
    await expect(lock.dialog).toBeVisible();
    await lock.signOut.click();
    await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.signIn}`));
    await expect(signIn.submit).toBeVisible();
    // The mark of the product replaces a logo that cannot be loaded.
    await expect.poll(() => brokenPictures(page)).toEqual([]);
  },
);
