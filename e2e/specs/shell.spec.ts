import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { exchangeRate } from '#contract/money/exchange-rates.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { word } from '#e2e/words.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test.describe('sidebar', () => {
  test('the sidebar shows version and branch, locks refused pages, and can be put away', async ({
    page,
    signInAs,
    api,
  }) => {
    await signInAs('admin');
    const shell = new Shell(page);
    const { sidebar } = shell;
    const [own] = await (await api('admin')).get('/branches', z.array(branch));
    expect((await sidebar.boundingBox())?.width).toBe(260);
    await expect(sidebar).toContainText(`v${version}`);
    expect(version).toBe('1.6.0');
    await expect(sidebar.getByText(own?.branchName ?? '')).toHaveCount(2);
    await expect(sidebar.getByText(own?.code ?? '')).toBeVisible();

    const columns = shell.sidebar.locator('..');
    await expect(columns).toHaveCSS('transition-property', 'grid-template-columns');
    await expect(columns).toHaveCSS('transition-duration', '0.3s');
    await shell.closeMenu.click();
    await expect(shell.sidebar).toBeHidden();
    await expect(shell.openMenu).toBeFocused();
    await page.reload();
    await expect(shell.sidebar).toBeHidden();
    await shell.openMenu.click();
    await expect(shell.sidebar).toBeVisible();
    await expect(shell.closeMenu).toBeFocused();

    await shell.group('users').click();
    await expect(shell.item('students')).toHaveAccessibleName('Student Profiles Only for: staff');
    await expect(shell.item('parents')).toHaveAccessibleName('Parent Profiles');
    await shell.item('students').click();
    await expect(shell.alert).toContainText(
      'You may not open "Student Profiles". It is for: staff.',
    );
  });

  test(
    'the sidebar opens one group at a time, and the current one by itself',
    { tag: '@release' },
    async ({ page, signInAs }) => {
      await signInAs('superadmin');
      const shell = new Shell(page);
      await expect(shell.group('dashboard')).toHaveAttribute('aria-expanded', 'true');
      await shell.group('setting').click();
      await expect(shell.group('dashboard')).toHaveAttribute('aria-expanded', 'false');
      await expect(shell.item('overview')).toBeHidden();
      await shell.item('schoolBranch').click();
      await expect(shell.item('schoolBranch')).toHaveAttribute('aria-current', 'page');
      await expect(shell.group('setting')).toHaveAttribute('aria-expanded', 'true');
      await shell.visit(paths.addBranch);
      await expect(shell.item('schoolBranch')).toHaveAttribute('aria-current', 'true');
    },
  );
});

test(
  'a heading that comes late leaves the focus to what was pressed meanwhile',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    const shell = new Shell(page);
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/term-list-page-/, async (route) => {
      await held;
      await route.continue();
    });
    await shell.group('allocation').click();
    await shell.item('terms').click();
    await expect(page).toHaveURL(paths.terms);
    await shell.profileMenu.click();
    const entry = page.getByRole('menuitem').first();
    await expect(entry).toBeFocused();
    arrive();
    await expect(shell.heading).toHaveText(/Academic Terms/);
    await expect(entry).toBeFocused();
  },
);

test.describe('under 1024 px', () => {
  test.use({ viewport: { width: 1023, height: 800 } });

  test('the sidebar is a drawer closed by navigation, Escape and its backdrop', async ({
    page,
    signInAs,
  }) => {
    await signInAs('superadmin');
    const shell = new Shell(page);
    await expect(shell.drawer).toBeHidden();
    await shell.openMenu.click();
    await expect(shell.drawer).toBeVisible();
    await expect.poll(async () => (await shell.drawer.boundingBox())?.x).toBe(0);
    expect((await shell.drawer.boundingBox())?.width).toBe(260);
    await shell.group('setting').click();
    await shell.item('schoolInfo').click();
    await expect(page).toHaveURL(paths.schoolInfo);
    await expect(shell.drawer).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await shell.openMenu.click();
    await page.keyboard.press('Escape');
    await expect(shell.drawer).toBeHidden();
    await expect(shell.openMenu).toBeFocused();
    await shell.openMenu.click();
    await page.mouse.click(900, 400);
    await expect(shell.drawer).toBeHidden();
  });
});

test.describe('a working screen', () => {
  const stored = (page: Page) =>
    page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('root') ?? '{}') as {
        state?: { theme?: { menu?: string; sidebar?: boolean } };
      };
      return { menu: kept.state?.theme?.menu, sidebar: kept.state?.theme?.sidebar };
    });

  test('the desk has the menu as a rail, and the next page the menu that was chosen', async ({
    page,
    openAs,
  }) => {
    await openAs('staff', paths.courses);
    const shell = new Shell(page);
    await shell.closeMenu.click();
    await expect(shell.sidebar).toBeHidden();
    await expect.poll(async () => (await stored(page)).sidebar).toBe(true);
    const before = await stored(page);

    await shell.visit(paths.newEnrollment);
    await expect.poll(async () => (await shell.sidebar.boundingBox())?.width).toBe(56);
    await expect(shell.main.getByText('Sisattanak').first()).toBeVisible();
    await expect(shell.footer).toBeHidden();
    // The search takes the focus when the desk has come, which may be after its head.
    await expect(page.getByPlaceholder('Name, phone, code')).toBeFocused();
    await shell.openMenu.click();
    await expect.poll(async () => (await shell.drawer.boundingBox())?.x).toBe(0);
    expect((await shell.drawer.boundingBox())?.width).toBe(260);
    await expect(shell.closeMenu).toBeFocused();
    await expect(shell.drawer.getByRole('contentinfo')).toContainText(/© \d{4}/);
    await page.keyboard.press('Escape');
    await expect(shell.drawer).toBeHidden();
    await expect(shell.openMenu).toBeFocused();

    // A group of the rail opens the whole menu at that group.
    await shell.sidebar
      .getByRole('button', { name: word('en', 'shell', 'nav.allocation') })
      .click();
    await shell.drawer
      .getByRole('link', { name: word('en', 'shell', 'nav.allocateClasses') })
      .click();
    await expect(page).toHaveURL(paths.allocateClasses);
    await expect(shell.drawer).toBeHidden();
    await expect(shell.sidebar).toBeHidden();
    expect(await stored(page)).toEqual(before);
  });

  test(
    'the week of classes has the rail under 1280 px only',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await page.setViewportSize({ width: 1279, height: 800 });
      await openAs('staff', paths.classOverview);
      const { sidebar } = new Shell(page);
      await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(56);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(260);
    },
  );

  test('the language is in the menu of the person on the desk of a phone', async ({
    page,
    openAs,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs('staff', paths.newEnrollment);
    const shell = new Shell(page);
    await expect(shell.languageMenu).toBeHidden();
    await shell.profileMenu.click();
    await page.getByRole('menuitem', { name: 'ລາວ' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  });
});

test.describe('header', () => {
  test(
    'the header lists every rate to kip with thousands separators',
    { tag: '@release' },
    async ({ page, signInAs, api }) => {
      await page.setViewportSize({ width: 1600, height: 900 });
      await signInAs('staff');
      const { header } = new Shell(page);
      await expect(header).toContainText('Exchange Rate:');
      const rates = await (await api('staff')).get('/exchange-rates', z.array(exchangeRate));
      for (const { currency, rateToLAK } of rates) {
        await expect(header.getByText(currency, { exact: true }).locator('..')).toContainText(
          formatRate(rateToLAK),
        );
      }
      await expect(header).toContainText(/2\d,\d{3}/);
    },
  );

  // The menu of branches leaves a superadmin the least room for rates.
  test(
    'every rate is in view at every width, for everybody and in both languages',
    { tag: '@release' },
    async ({ page, openAs, api }) => {
      // Where they have no room they slide, unless the person wants no movement.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const rates = await (await api('staff')).get('/exchange-rates', z.array(exchangeRate));
      for (const language of ['en', 'lo'] as const) {
        for (const role of ['superadmin', 'staff'] as const) {
          await openAs(role, paths.courses, { language });
          const { ticker } = new Shell(page, language);
          for (const width of [390, 600, 768, 800, 1024, 1180, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            const bar = ticker.getByRole('button');
            for (const { currency, rateToLAK } of rates) {
              const rate = bar.getByText(currency, { exact: true }).locator('..');
              await expect(rate).toContainText(formatRate(rateToLAK));
              await expect(rate).toBeInViewport({ ratio: 1 });
            }
            await expect(bar).toContainText(word(language, 'shell', 'ticker.label'));
            const sizes = await ticker.evaluate((own) => {
              const frame = (own.closest('header') ?? own).getBoundingClientRect();
              const list = own.querySelector('button > span')?.getBoundingClientRect();
              return {
                over: (list?.height ?? 0) - frame.height,
                right: own.scrollWidth - own.clientWidth,
              };
            });
            expect(sizes.over, `higher than its line at ${width}`).toBeLessThanOrEqual(0);
            expect(sizes.right, `wider than its line at ${width}`).toBe(0);
          }
        }
      }
    },
  );

  test(
    'the header opens every rate at every size by keyboard in Lao',
    { tag: '@release' },
    async ({ page, openAs, api }) => {
      const rates = await (await api('staff')).get('/exchange-rates', z.array(exchangeRate));
      await openAs('superadmin', paths.exchangeRate, { language: 'lo' });
      const { ticker } = new Shell(page, 'lo');
      const button = ticker.getByRole('button');
      for (const width of [390, 800, 1024, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await button.focus();
        await page.keyboard.press('Enter');
        for (const { currency, rateToLAK } of rates) {
          const rate = ticker.locator('dl > div').filter({ hasText: currency });
          await expect(rate).toContainText(formatRate(rateToLAK));
          await expect(rate).toBeInViewport({ ratio: 1 });
        }
        await page.keyboard.press('Escape');
        await expect(button).toBeFocused();
        expect((await button.boundingBox())?.height, `target at ${width}`).toBeGreaterThanOrEqual(
          44,
        );
      }
    },
  );

  test(
    'the header only logs a warning if the rates cannot be loaded',
    { tag: '@release' },
    async ({ page, signInAs, complaints }) => {
      complaints.expect(/status of 404/);
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('The exchange rates could not be loaded'),
      );
      await page.route('**/api/exchange-rates*', (route) =>
        route.fulfill({ status: 404, json: { error: 'Not found' } }),
      );
      await signInAs('staff');
      expect((await logged).type()).toBe('warning');
      await expect(page.getByText('Exchange Rate:')).toBeHidden();
      await expect(page.getByText('Not found')).toBeHidden();
    },
  );

  test(
    'the header says how old rates are that are older than a day',
    { tag: '@release' },
    async ({ page, signInAs }) => {
      const createdAt = new Date(Date.now() - 3.5 * 24 * 60 * 60 * 1000).toISOString();
      const rate = {
        _id: '1',
        currency: 'USD',
        rateToLAK: '21640',
        note: '',
        createdAt,
        createdBy: 'A',
      };
      await page.route('**/api/exchange-rates*', (route) => route.fulfill({ json: [rate] }));
      await signInAs('staff');
      await expect(new Shell(page).header).toContainText('USD21,640old: 3 days ago');
    },
  );

  test.describe('by touch', () => {
    test.use({ hasTouch: true });

    test('the header has touch targets of 44 px', { tag: '@release' }, async ({ page, openAs }) => {
      await openAs('superadmin', paths.schoolBranch);
      const { header, languageMenu, profileMenu } = new Shell(page);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect(languageMenu).toBeVisible();
        await expect(profileMenu).toBeVisible();
        const sizes = await header.getByRole('button').evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => ({
              name: one.getAttribute('aria-label'),
              ...(({ width: across, height }) => ({ across, height }))(one.getBoundingClientRect()),
            })),
        );
        expect(sizes.length).toBeGreaterThan(3);
        expect(sizes.filter(({ across, height }) => across < 44 || height < 44)).toEqual([]);
        expect(
          await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        ).toBe(0);
      }
    });
  });

  test('the header switches the language by keyboard and keeps it', async ({ page, signInAs }) => {
    await signInAs('admin');
    const shell = new Shell(page);
    const { width = 0, height = 0 } = (await shell.languageMenu.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await shell.languageMenu.click();
    const menu = page.getByRole('menu', { name: 'Language' });
    expect((await menu.locator('..').boundingBox())?.width).toBe(280);
    await expect(menu.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(page).toHaveTitle('ພາບລວມ | ສູນພາສາດອກຈຳປາ');
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('lo');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  });

  test(
    'the header shows the person in a menu that works by keyboard',
    { tag: '@release' },
    async ({ page, signInAs }) => {
      await signInAs('admin');
      const shell = new Shell(page);
      await shell.profileMenu.focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('menu', { name: 'Your account' });
      const panel = menu.locator('..');
      expect((await panel.boundingBox())?.width).toBe(320);
      await expect(panel).toContainText('admin@branchdesk.test');
      await expect(panel).toContainText('Role: ADMIN');
      // Another journey may have allowed PINs in this branch.
      await expect(menu.getByRole('menuitem').filter({ hasNotText: /^PIN$/ })).toHaveText([
        'Update Password',
        'Appearance',
        'This device',
        'My devices',
        'Second factor',
        'Lock screen',
        'Sign Out',
      ]);
      await expect(menu.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('End');
      await expect(menu.getByRole('menuitem').last()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(shell.profileMenu).toBeFocused();
    },
  );

  test(
    'a superadmin, and nobody else, chooses the branch in the header',
    { tag: '@release' },
    async ({ page, signInAs, otherPage }) => {
      await signInAs('superadmin');
      const { header, sidebar } = new Shell(page);
      // Wait for the parts of the header that load late.
      await expect(header.getByRole('button', { name: 'Find anything' })).toBeVisible();
      await header.getByRole('button', { name: /^Choose a branch/ }).click();
      await page.getByRole('menuitemradio', { name: 'Pakse' }).click();
      await expect(sidebar.getByText('PKS')).toBeVisible();
      await page.reload();
      await expect(sidebar.getByText('PKS')).toBeVisible();

      const other = await otherPage();
      await signInAs('admin', { page: other });
      await expect(
        new Shell(other).header.getByRole('button', { name: /^Choose a branch/ }),
      ).toBeHidden();
    },
  );
});

test('a keyboard user skips to the page, and navigation focuses its heading', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const shell = new Shell(page);
  await expect(shell.footer).toContainText(/© \d{4} DOK CHAMPA LANGUAGE CENTRE/);
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to main content' }).press('Enter');
  await expect(shell.main).toBeFocused();
  await shell.group('courseMgmt').click();
  await shell.item('courses').click();
  await expect(shell.heading).toBeFocused();
});
