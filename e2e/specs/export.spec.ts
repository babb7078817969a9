import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openListTool } from '#e2e/list-tools.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { paths } from '#src/lib/paths.ts';

const isClean = (page: Page) => expectAccessible(page, 'export', 'dialog[open]');

test('staff export the filtered list as CSV with its Lao letters', async ({ page, openAs }) => {
  await openAs('staff', `${paths.students}?status=active&sort=-studentCode`);
  await openListTool(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export list' });
  await dialog.getByRole('button', { name: 'CSV' }).click();
  await isClean(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('students.csv');
  const text = await readFile(await saved.path(), 'utf8');
  const lines = text.replace(/\r\n$/, '').split('\r\n');
  expect(lines[0]).toContain('\uFEFF"Student code","First name"');
  const total = await page.getByRole('heading', { level: 1 }).textContent();
  expect(lines.length - 1).toBe(Number(total?.replace(/\D/g, '')));
  expect(lines.slice(1).every((line) => line.includes('"Active"'))).toBe(true);
  expect(text).toMatch(/[\u0e80-\u0eff]/);
  await expect(dialog).toHaveCount(0);
});

test(
  'an export shows progress, can be cancelled, and can be retried after it failed',
  { tag: '@release' },
  async ({ page, context, openAs, complaints }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED/);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await openAs('superadmin', paths.students);
    await openListTool(page, 'Export');
    const dialog = page.getByRole('dialog', { name: 'Export list' });
    await dialog.getByRole('button', { name: 'CSV' }).click();
    const start = dialog.getByRole('button', { name: 'Export', exact: true });

    // A slow connection, so that the file takes a while.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    const slow = (downloadThroughput: number) =>
      cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        uploadThroughput: -1,
        downloadThroughput,
      });
    await restFetched(page);
    await slow(2000);
    const given = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/students/export'),
    );
    await start.click();
    await expect(dialog.getByText(/^[1-9]\d* of \d+ rows$/)).toBeVisible();
    const bar = dialog.getByRole('progressbar', { name: 'Preparing the file...' });
    expect(Number(await bar.getAttribute('value'))).toBeLessThan(
      Number(await bar.getAttribute('max')),
    );
    await isClean(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await given).failure()?.errorText).toContain('ABORTED');
    await expect(bar).toHaveCount(0);
    await expect(dialog.getByRole('alert')).toBeEmpty();
    await slow(-1);

    await context.setOffline(true);
    await start.click();
    await expect(dialog.getByRole('alert')).toContainText(
      'The export did not finish. Nothing was saved.',
    );
    await isClean(page);
    expect(saved).toEqual([]);
    await context.setOffline(false);
    await start.click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => saved).toEqual(['students.csv']);
  },
);
