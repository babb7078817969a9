import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { paths } from '#src/lib/paths.ts';

/** Makes a choice in the drawer and closes it. */
async function choose(page: Page, heading: string, choice: string) {
  await new Shell(page).chooseFromProfile('appearance');
  const drawer = page.getByRole('dialog', { name: 'Appearance' });
  await drawer
    .getByRole('group', { name: heading })
    .getByRole('button', { name: choice, exact: true })
    .click();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
}

const keptTheme = (page: Page) =>
  page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('root') ?? '{}') as {
      state: { theme: Record<string, unknown> };
    };
    return kept.state.theme;
  });

test('a superadmin changes the appearance, sees each choice at once, and finds it kept', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  const shell = new Shell(page);
  const { main, sidebar, header } = shell;
  const body = page.locator('body');
  const background = () => sidebar.evaluate((aside) => getComputedStyle(aside).backgroundColor);

  await test.step('theme: dark, light, and the device as it changes', async () => {
    await choose(page, 'Theme', 'Dark');
    await expect(body).toHaveClass(/\bdark\b/);
    expect(await keptTheme(page)).toMatchObject({ theme: 'dark', isDarkMode: true });
    await choose(page, 'Theme', 'System');
    await expect(body).not.toHaveClass(/\bdark\b/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(body).toHaveClass(/\bdark\b/);
    // Paper is white with black text in every theme.
    const ink = () => body.evaluate((element) => getComputedStyle(element).color);
    const onScreen = await ink();
    await page.emulateMedia({ media: 'print' });
    expect([onScreen, await ink()]).toEqual(['rgb(240, 237, 232)', 'rgb(29, 26, 23)']);
    await page.emulateMedia({ media: 'screen' });
    await choose(page, 'Theme', 'Light');
    await expect(body).not.toHaveClass(/\bdark\b/);
  });

  await test.step('header bar: sticky stays, floating stays off the edges, static leaves', async () => {
    const scrolledTop = async () => {
      await main.evaluate((element) => (element.style.minHeight = '3000px'));
      await page.evaluate(() => window.scrollTo(0, 500));
      const top = (await header.boundingBox())?.y;
      await page.evaluate(() => window.scrollTo(0, 0));
      return top;
    };
    expect(await scrolledTop()).toBe(0);
    await choose(page, 'Header bar', 'Floating');
    expect(await scrolledTop()).toBe(8);
    expect((await header.boundingBox())?.x).toBe(260 + 12);
    await choose(page, 'Header bar', 'Static');
    expect(await scrolledTop()).toBe(-500);
  });

  await test.step('page animation: each choice moves the page in, unless motion is reduced', async () => {
    const animation = () =>
      main.locator('> div').evaluate((content) => {
        const { animationName, animationDuration } = getComputedStyle(content);
        return `${animationName.replace(/^_|_.*$/g, '')} ${animationDuration}`;
      });
    expect(await animation()).toBe('none 0s');
    for (const [choice, name] of [
      ['Fade', 'fade'],
      ['Slide', 'slide-up'],
      ['Zoom', 'zoom'],
    ] as const) {
      await choose(page, 'Page animation', choice);
      expect(await animation()).toBe(`${name} 0.3s`);
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animation()).toBe('zoom 0s');
  });

  await test.step('dark sidebar, boxed layout and direction are kept over a reload', async () => {
    const light = await background();
    await choose(page, 'Dark sidebar', 'On');
    expect(await background()).not.toBe(light);
    await expect(body).not.toHaveClass(/\bdark\b/);
    expect((await main.boundingBox())?.width).toBe(1020);
    await choose(page, 'Layout', 'Boxed');
    expect((await main.boundingBox())?.width).toBe(960);
    await choose(page, 'Direction', 'Right to left');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(1280 - 260);
    expect((await main.boundingBox())?.width).toBe(960);
    expect(await background()).not.toBe(light);
    expect(await keptTheme(page)).toMatchObject({ semidark: true });
  });
});

test(
  'the menu becomes a narrow rail or a bar under the header',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    const shell = new Shell(page);
    await choose(page, 'Menu', 'Collapsible');
    await expect.poll(async () => (await shell.sidebar.boundingBox())?.width).toBe(56);
    await page.reload();
    await expect.poll(async () => (await shell.sidebar.boundingBox())?.width).toBe(56);
    await shell.group('setting').click();
    await expect.poll(async () => (await shell.sidebar.boundingBox())?.width).toBe(260);
    await expect(shell.item('schoolBranch')).toBeVisible();

    await choose(page, 'Menu', 'Horizontal');
    await expect(shell.sidebar).toBeHidden();
    expect(await keptTheme(page)).toMatchObject({ menu: 'horizontal', sidebar: false });
    const bar = page.getByRole('navigation', { name: 'Main menu' });
    const { y = 0, height = 0 } = (await shell.header.boundingBox()) ?? {};
    expect((await bar.boundingBox())?.y).toBe(y + height);
    await bar.getByRole('button', { name: 'Setting' }).click();
    await bar.getByRole('link', { name: 'School Branch' }).click();
    await expect(page).toHaveURL(paths.schoolBranch);
    await expect(bar.getByRole('link', { name: 'School Branch' })).toBeHidden();
  },
);

test(
  'theme, language and direction are right from the first frame',
  { tag: '@release' },
  async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem(
        'root',
        JSON.stringify({ state: { theme: { theme: 'dark', rtlClass: 'rtl' } }, version: 0 }),
      );
      localStorage.setItem('i18nextLng', 'lo');
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        const { documentElement: root, body } = document as {
          documentElement: HTMLElement | null;
          body: unknown;
        };
        // Nothing is painted before there is a body.
        if (root && body)
          seen.add([root.lang, root.dir, getComputedStyle(root).colorScheme].join(' '));
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(paths.signIn);
    await expect(new SignInPage(page, 'lo').submit).toBeVisible();
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toEqual(['lo rtl dark']);
  },
);

test(
  'the main action has its colour, and Lao letters load before a Lao name',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('admin', '/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(/\p{Script=Lao}/u);
    await expect
      .poll(() =>
        page.evaluate(() => document.fonts.check("1em 'Noto Sans Lao Variable'", '\u0E81')),
      )
      .toBe(true);

    await new Shell(page).visit(paths.courses);
    const action = page.getByRole('link', { name: 'Add course', exact: true });
    await expect(action).toBeVisible();
    const [painted, designed] = await action.evaluate((link) => {
      const swatch = link.appendChild(document.createElement('i'));
      swatch.style.background = 'var(--indigo-solid)';
      const colours = [
        getComputedStyle(link).backgroundColor,
        getComputedStyle(swatch).backgroundColor,
      ];
      swatch.remove();
      return colours;
    });
    expect(painted).toBe(designed);
  },
);
