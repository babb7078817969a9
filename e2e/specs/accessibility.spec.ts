import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/branches.ts';
import { exchangeRate } from '#contract/exchange-rates.ts';
import { languages, type Language } from '#contract/language.ts';
import type { Complaints } from '#e2e/complaints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { PAGE_HEADING } from '#scripts/demo-accounts.ts';
import { message } from '#src/lib/messages.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const themes = ['light', 'dark'] as const;

async function expectNothingFound(page: Page, where: string): Promise<void> {
  // A colour on its way into another has a contrast that nobody reads.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect.soft(found, where).toEqual([]);
}

/** What shows itself only now and then: a draft on offer, the lines over a page, "This device", the lock. */
async function expectNothingOverThePages(page: Page, language: Language, complaints: Complaints): Promise<void> {
  const shell = new Shell(page, language);
  await page.goto(paths.addBranch);
  await page.locator('input[name=branchName]').fill('Thakhek');
  await expect(page.getByText(word(language, 'common', 'draft.kept'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(word(language, 'common', 'draft.title'))).toBeVisible();
  await expectNothingFound(page, 'a draft on offer');

  await workerReady(page);
  complaints.expect(/Failed to load resource/);
  await page.goto(paths.exchangeRate);
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: word(language, 'common', 'action.refresh') }).click();
  await expect(page.getByText(message('serverSilent', language))).toBeVisible();
  await expectNothingFound(page, 'the server does not answer');
  await page.context().setOffline(true);
  await expect(page.locator('[data-offline-banner]')).toBeVisible();
  await expectNothingFound(page, 'offline');
  await page.context().setOffline(false);
  await page.unroute('**/api/**');

  await shell.chooseFromProfile('device');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingFound(page, 'this device');
  await page.keyboard.press('Escape');
  await shell.chooseFromProfile('lock');
  await expect(page.getByRole('dialog', { name: word(language, 'lock', 'title') })).toBeVisible();
  await expectNothingFound(page, 'locked');
}

for (const language of languages) {
  for (const theme of themes) {
    test(`axe finds nothing on any screen (${language}, ${theme})`, async ({
      page,
      signInAs,
      api,
      complaints,
    }) => {
      test.setTimeout(360_000);
      await page.addInitScript((chosen) => {
        if (localStorage.getItem('root') !== null) return;
        localStorage.setItem('root', JSON.stringify({ state: { theme: { theme: chosen } }, version: 0 }));
      }, theme);
      await new SignInPage(page, language).open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNothingFound(page, paths.signIn);

      await signInAs('superadmin', { language });
      await expect(page.locator('body')).toHaveClass(theme === 'dark' ? /\bdark\b/ : /^((?!\bdark\b).)*$/);
      const superadmin = await api('superadmin');
      const [oneBranch] = await superadmin.get('/branches', z.array(branch));
      const [oneRate] = await superadmin.get('/exchange-rates', z.array(exchangeRate));
      const screens = [
        paths.overview,
        paths.schoolBranch,
        paths.addBranch,
        editPath(paths.editBranch, oneBranch?._id ?? ''),
        paths.exchangeRate,
        paths.addRate,
        editPath(paths.editRate, oneRate?._id ?? ''),
        paths.schoolInfo,
        paths.announcements,
        '/no/such/page',
      ];
      for (const screen of screens) {
        await page.goto(screen);
        await expect(page.locator(PAGE_HEADING)).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNothingFound(page, screen);
      }
      await expectNothingOverThePages(page, language, complaints);
    });
  }
}
