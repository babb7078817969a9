import type { Page } from '@playwright/test';
import { VERSION } from '#contract/version.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ serviceWorkers: 'allow' });

async function openPanel(page: Page) {
  await new Shell(page).chooseFromProfile('device');
  const panel = page.getByRole('dialog', { name: 'This device' });
  await expect(panel).toBeVisible();
  return { panel, part: (name: string) => panel.getByRole('region', { name, exact: true }) };
}

test('"This device" tells the version, looks for a newer one, and when it was last looked for', async ({
  page,
  signInAs,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await signInAs('staff');
  await workerReady(page);
  const { part } = await openPanel(page);
  const app = part('App');
  await expect(app).toContainText(`v${VERSION}`);
  await app.getByRole('button', { name: 'Check now' }).click();
  await expect(app.getByRole('status')).toHaveText('This is the newest version.');
  await expect(app.getByRole('definition').nth(1)).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await context.setOffline(true);
  await app.getByRole('button', { name: 'Check now' }).click();
  await expect(app.getByRole('status')).toHaveText('The server did not answer.');
});

test('it says when the device is ready to work offline, shows the kept lists and deletes them', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  await workerReady(page);
  await page.goto(paths.schoolBranch);
  await expect(page.getByRole('main').getByRole('row').nth(2)).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const open = indexedDB.open('branchdesk');
      const db = await new Promise<IDBDatabase>((resolve) => (open.onsuccess = () => resolve(open.result)));
      const count = db.transaction('snapshots').objectStore('snapshots').count();
      const found = await new Promise<number>((resolve) => (count.onsuccess = () => resolve(count.result)));
      db.close();
      return found;
    });
  await expect.poll(kept).toBeGreaterThan(1);

  const { panel, part } = await openPanel(page);
  await expect(part('Working offline')).toContainText('Ready to work offline');
  const lists = part('Saved data on this device');
  await expect(lists.getByRole('listitem').filter({ hasText: 'Branches' })).toContainText(/\d+ rows · [\d,]+ k?B · \d+ minutes? ago/);
  await expect(lists.getByRole('listitem').filter({ hasText: 'Exchange rates' })).toBeVisible();

  await lists.getByRole('button', { name: 'Delete saved data on this device' }).click();
  await expect(lists.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lists.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(lists).toContainText('No saved copy on this device');
  await expect(part('Working offline')).toContainText('Not ready yet');
  expect(await kept()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`it can be read by everybody, ${colorScheme}`, async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await workerReady(page);
    if (colorScheme === 'dark') await page.evaluate(() => document.documentElement.classList.add('dark'));
    const { part } = await openPanel(page);
    await expect(part('Storage')).toContainText('Space used');
    await expectAccessible(page, 'this device', 'dialog[open]');
  });
}

test('it says when storage is full or cannot be used', async ({ page, signInAs }) => {
  await page.addInitScript(() => {
    // A browser that refuses its storage, as a private window does.
    indexedDB.open = () => {
      throw new DOMException('refused', 'InvalidStateError');
    };
    indexedDB.databases = () => Promise.resolve([{ name: 'branchdesk', version: 10 }]);
  });
  await signInAs('superadmin');
  await page.goto(paths.schoolBranch);
  await expect(page.getByRole('main').getByRole('row').nth(2)).toBeVisible();
  const { part } = await openPanel(page);
  await expect(part('Storage').getByRole('definition').first()).toHaveText('cannot be used');
  await expect(part('Working offline')).toContainText('Not ready');
});
