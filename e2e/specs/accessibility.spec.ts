import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/branches.ts';
import { exchangeRate } from '#contract/exchange-rates.ts';
import { languages } from '#contract/language.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { PAGE_HEADING } from '#scripts/demo-accounts.ts';
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

for (const language of languages) {
  for (const theme of themes) {
    test(`axe finds nothing on any screen (${language}, ${theme})`, async ({ page, signInAs, api }) => {
      test.setTimeout(180_000);
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
    });
  }
}
