import type { Page } from '@playwright/test';
import { VERSION } from '#contract/version.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field } from '#e2e/pages/record-form.ts';
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

test('"This device" shows version, offline readiness and kept lists, and deletes them', async ({
  page,
  openAs,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await openAs('superadmin', paths.schoolBranch);
  await workerReady(page);
  await expect(page.getByRole('main').getByRole('row').nth(2)).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const open = indexedDB.open('branchdesk');
      const db = await new Promise<IDBDatabase>(
        (resolve) => (open.onsuccess = () => resolve(open.result)),
      );
      const count = db.transaction('snapshots').objectStore('snapshots').count();
      const found = await new Promise<number>(
        (resolve) => (count.onsuccess = () => resolve(count.result)),
      );
      db.close();
      return found;
    });
  await expect.poll(kept).toBeGreaterThan(1);

  const { panel, part } = await openPanel(page);
  await expect(part('Working offline')).toContainText('Ready to work offline');
  const lists = part('Saved data on this device');
  await expect(lists.getByRole('listitem').filter({ hasText: 'Branches' })).toContainText(
    /\d+ rows\s·\s[\d,]+ k?B\s·\sjust now/,
  );
  await expect(lists.getByRole('listitem').filter({ hasText: 'Exchange rates' })).toBeVisible();

  await lists.getByRole('button', { name: 'Delete saved data on this device' }).click();
  await expect(lists.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lists.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(lists).toContainText('No saved copy on this device');
  await expect(part('Working offline')).toContainText('Not ready yet');
  expect(await kept()).toBe(0);

  const app = part('App');
  await expect(app).toContainText(`v${VERSION}`);
  await app.getByRole('button', { name: 'Check now' }).click();
  await expect(app.getByRole('status')).toHaveText('This is the newest version.');
  await expect(app.getByRole('definition').nth(1)).toHaveText(/^\d\d\/\d\d\/\d{4}\s\d\d:\d\d$/);
  await context.setOffline(true);
  await app.getByRole('button', { name: 'Check now' }).click();
  await expect(app.getByRole('status')).toHaveText('The server did not answer.');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test(
  '"This device" counts unsaved forms of another tab as they are typed',
  { tag: '@release' },
  async ({ page, signInAs, context }) => {
    await signInAs('superadmin');
    const { part } = await openPanel(page);
    await expect(part('Forms not saved yet')).toContainText('No unsaved forms on this device');
    const other = await context.newPage();
    await other.goto(paths.addBranch);
    await field(other, 'Branch name').fill('Pakse');
    await expect(part('Forms not saved yet')).toContainText(
      /1 unsaved form on this device\s·\sthe oldest: /,
    );
    await field(other, 'Branch name').fill('');
    await expect(part('Forms not saved yet')).toContainText('No unsaved forms on this device');
  },
);
