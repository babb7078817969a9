import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { branch } from '#contract/branches.ts';
import { exchangeRate } from '#contract/exchange-rates.ts';
import { languages } from '#contract/language.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((chosen) => {
    const root = JSON.parse(localStorage.getItem('root') ?? '{"state":{},"version":0}') as { state: { theme?: object } };
    root.state.theme = { ...root.state.theme, theme: chosen, isDarkMode: chosen === 'dark' };
    localStorage.setItem('root', JSON.stringify(root));
  }, theme);
}

for (const theme of ['light', 'dark'] as const) {
  for (const language of languages) {
    test(`axe finds nothing, ${theme}, ${language}`, async ({ page, signInAs, api }) => {
      test.slow();
      await chooseTheme(page, theme);
      await page.goto(`${paths.signIn}?lng=${language}`);
      await expect(page.getByRole('button', { name: /superadmin@/ })).toBeVisible();
      expect(await findings(page), 'sign-in').toEqual([]);

      const superadmin = await api('superadmin');
      const [anyBranch] = await superadmin.get('/branches', branch.array());
      const [anyRate] = await superadmin.get('/exchange-rates', exchangeRate.array());
      await signInAs('superadmin', { language });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^(?!.*dark)/);
      for (const path of [
        paths.overview,
        paths.schoolBranch,
        paths.addBranch,
        editPath(paths.editBranch, anyBranch?._id ?? ''),
        paths.exchangeRate,
        paths.addRate,
        editPath(paths.editRate, anyRate?._id ?? ''),
        paths.schoolInfo,
        '/no/such/page',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await findings(page), path).toEqual([]);
      }
    });
  }
}
