import { imageSize } from 'image-size';
import type { Page } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { homePath, paths } from '#src/lib/paths.ts';

const manifestFiles: Record<Language, string> = {
  en: '/manifest.webmanifest',
  lo: '/manifest.lo.webmanifest',
};

type Picture = { src: string; sizes: string; type: string };
type Manifest = {
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
};

const icon = (purpose: string, size: number) => ({
  src: `/icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const screenshot = (language: Language, name: string, form_factor: string, label: string) => ({
  src: `/screenshots/${language}/${name}.png`,
  sizes: form_factor === 'wide' ? '1280x800' : '780x1688',
  type: 'image/png',
  form_factor,
  label,
});

const words = {
  en: {
    name: 'BranchDesk back office',
    description: 'Back office for an education centre with several school branches',
    oneRate: 'An exchange rate and its history',
    branches: 'The branches of the centre',
    rates: 'Today’s exchange rates',
    shortcut: 'Exchange Rate',
  },
  lo: {
    name: 'BranchDesk ລະບົບບໍລິຫານສູນ',
    description: 'ລະບົບບໍລິຫານສູນການສຶກສາທີ່ມີຫຼາຍສາຂາ',
    oneRate: 'ອັດຕາແລກປ່ຽນ ແລະ ປະຫວັດ',
    branches: 'ສາຂາຂອງສູນ',
    rates: 'ອັດຕາແລກປ່ຽນມື້ນີ້',
    shortcut: 'ອັດຕາແລກປ່ຽນ',
  },
};

const expected = (language: Language) => ({
  id: '/',
  scope: '/',
  start_url: '/auth/signin',
  name: words[language].name,
  short_name: 'BranchDesk',
  description: words[language].description,
  lang: language,
  dir: 'ltr',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  background_color: '#faf9f5',
  theme_color: '#fffefc',
  categories: ['business', 'education', 'productivity'],
  icons: [icon('any', 192), icon('any', 512), icon('maskable', 192), icon('maskable', 512)],
  screenshots: [
    screenshot(language, 'wide-rate', 'wide', words[language].oneRate),
    screenshot(language, 'wide-branches', 'wide', words[language].branches),
    screenshot(language, 'narrow-rates', 'narrow', words[language].rates),
    screenshot(language, 'narrow-rate', 'narrow', words[language].oneRate),
  ],
  shortcuts: [
    {
      name: words[language].shortcut,
      url: '/billing-finance/exchange-rates',
      icons: [{ src: '/icons/exchange-rates-96.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
});

/** The browser's own reading of the page's manifest; it may report the old one for a moment. */
async function judge(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const { url, errors } = await cdp.send('Page.getAppManifest');
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  const { appId } = await cdp.send('Page.getAppId');
  return { url, errors, installabilityErrors, appId };
}

test('the browser can install the app in either language, signed in or not', async ({
  server: { origin },
}) => {
  await withOwnProfile(async (context) => {
    const good = (language: Language) => ({
      url: origin + manifestFiles[language],
      errors: [],
      installabilityErrors: [],
      appId: `${origin}/`,
    });
    const page = await context.newPage();
    for (const language of languages) {
      await page.goto(`${origin}${paths.signIn}?lng=${language}`);
      await expect(new SignInPage(page, language).submit).toBeVisible();
      await expect.poll(() => judge(page)).toEqual(good(language));
    }
    await signInToDemo(page, origin, 'staff');
    await page.goto(origin + paths.exchangeRate);
    await expect(new Shell(page, 'lo').heading).toBeVisible();
    await expect.poll(() => judge(page)).toEqual(good('lo'));
  });
});

test(
  'the manifest is exact in both languages, and its pictures have their stated size',
  { tag: '@release' },
  async ({ request }) => {
    for (const language of languages) {
      const answer = await request.get(manifestFiles[language]);
      expect(answer.headers()['content-type']).toContain('application/manifest+json');
      expect(answer.headers()['cache-control']).toBe('no-cache');
      expect(await answer.json()).toEqual(expected(language));
      const { icons, screenshots, shortcuts } = (await answer.json()) as Manifest;
      const pictures = [
        ...icons,
        ...screenshots,
        ...shortcuts.flatMap((shortcut) => shortcut.icons),
      ];
      for (const { src, sizes, type } of pictures) {
        const picture = await request.get(src);
        expect([src, picture.status(), picture.headers()['content-type']]).toEqual([
          src,
          200,
          type,
        ]);
        const { width, height, type: format } = imageSize(await picture.body());
        expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type]);
      }
    }
  },
);

test(
  'the page names the manifest of its language and a square icon for iOS',
  { tag: '@release' },
  async ({ page, request }) => {
    const manifest = page.locator('link[rel=manifest]');
    await new SignInPage(page).open();
    await expect(manifest).toHaveAttribute('href', manifestFiles.en);
    await page.getByRole('button', { name: 'ລາວ' }).click();
    await expect(manifest).toHaveAttribute('href', manifestFiles.lo);
    await page.goto(paths.signIn);
    await expect(manifest).toHaveAttribute('href', manifestFiles.lo);
    const href = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    const { width, height } = imageSize(await (await request.get(href ?? '')).body());
    expect([width, height]).toEqual([180, 180]);
  },
);

test(
  'the app starts at the person’s home, and its shortcut opens',
  { tag: '@release' },
  async ({ page, openAs }) => {
    const { start_url, shortcuts } = expected('en');
    await openAs('staff', start_url);
    await expect(page).toHaveURL(homePath('staff'));
    const shell = new Shell(page);
    await expect(shell.heading).toBeVisible();
    for (const { url, name } of shortcuts) {
      await page.goto(url);
      await expect(shell.heading).toContainText(name);
      await expect(page).toHaveURL(url);
      await expect(shell.alert).toBeHidden();
    }
  },
);

test(
  'the browser’s edge has the colour of the theme from the first paint',
  { tag: '@release' },
  async ({ page }) => {
    const edge = page.locator('meta[name=theme-color]');
    await page.addInitScript(() => {
      const seen = new Set<string | null | undefined>();
      Object.assign(window, { seen });
      const look = () => {
        if (document.body)
          seen.add(document.querySelector('meta[name=theme-color]')?.getAttribute('content'));
        requestAnimationFrame(look);
      };
      look();
    });
    const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    await new SignInPage(page).open();
    await expect(new SignInPage(page).submit).toBeVisible();
    expect(await seen()).toEqual(['#fffefc']);
    await page.getByRole('button', { name: word('en', 'common', 'darkTheme') }).click();
    await expect(edge).toHaveAttribute('content', '#1c1917');
    await page.reload();
    await expect(new SignInPage(page).submit).toBeVisible();
    expect(await seen()).toEqual(['#1c1917']);
    await page.getByRole('button', { name: word('en', 'common', 'darkTheme') }).click();
    await expect(edge).toHaveAttribute('content', '#fffefc');
  },
);
