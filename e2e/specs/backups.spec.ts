import type { BooksHistory } from '#contract/centre/backups.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { paths } from '#src/lib/paths.ts';

test('a superadmin makes a backup, sees that it is good, and downloads it @release', async ({
  page,
  openAs,
}) => {
  test.setTimeout(180_000);
  await openAs('superadmin', paths.schoolInfo);
  const section = page.getByRole('region', { name: 'Backups' });
  await expect(section.getByText('There is no good backup yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Back up now' }).click();
  await expect(section.getByText(/A backup is being made/)).toBeVisible();
  const rows = section.getByRole('list', { name: 'Recent backups' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Good', { timeout: 120_000 });
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download a backup' }).click();
  expect((await download).suggestedFilename()).toMatch(/^branchdesk-[\d-]+-[0-9a-f]{4}\.zip$/);
  await page.goto(paths.overview);
  await expect(page.getByText(/^Last good backup: /)).toBeVisible();
});

test('a device says once that the books went back, and shows its lost receipts', async ({
  page,
  openAs,
}) => {
  const history: BooksHistory = {
    restore: {
      _id: '01900000-0000-7000-8000-000000000001',
      wentBackTo: '2026-03-02T14:00:00.000Z',
      restoredAt: '2026-03-03T01:00:00.000Z',
    },
  };
  await page.route(/\/api\/books-history$/, (route) => route.fulfill({ json: history }));
  const receipt = { number: 'VTE-R26-999999', at: '2026-03-02T15:00:00.000Z', amountLAK: 250_000 };
  await page.addInitScript(
    (kept) => localStorage.setItem('last-receipts', kept),
    JSON.stringify([receipt]),
  );
  await openAs('staff', paths.students);
  await expect(page.getByText(/the books went back to 02\/03\/2026/)).toBeVisible();
  await page.getByRole('button', { name: 'Show what this device kept' }).click();
  await expect(page.getByText('VTE-R26-999999')).toBeVisible();
  await page.getByRole('button', { name: 'Understood' }).click();
  await expect(page.getByText(/the books went back/)).toBeHidden();
});
