import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { workerReady } from '#e2e/worker.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

type Held = { held: (() => void)[] };

/**
 * Holds timers of exactly `ms` back until `letGo`, so that no test depends on the machine's speed.
 */
async function hold(page: Page, ms: number) {
  await page.addInitScript((wanted) => {
    const held: (() => void)[] = [];
    Object.assign(window, { held });
    const real = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, delay?: number) =>
      delay === wanted ? -held.push(run) : real(run, delay)) as typeof window.setTimeout;
  }, ms);
}

const letGo = (page: Page) =>
  page.evaluate(() => (window as unknown as Held).held.splice(0).forEach((run) => run()));

/** Puts an alert into the stored state, as a screen would, and shows it. */
async function raise(page: Page, type: string, message: string) {
  await page.evaluate(
    ([kind, text]) => {
      const kept = JSON.parse(localStorage.getItem('root') ?? '{}') as { state: object };
      kept.state = { ...kept.state, alert: { type: kind, message: text, show: true } };
      localStorage.setItem('root', JSON.stringify(kept));
      // The page must not overwrite this when it unloads.
      Storage.prototype.setItem = () => undefined;
    },
    [type, message] as const,
  );
  await page.reload();
}

const kinds: [type: string, title: string, colour: string, icons: number][] = [
  ['success', 'Success', '--leaf-solid', 2],
  ['error', 'Error', '--lac-solid', 2],
  ['warning', 'Warning', '--marigold-solid', 2],
  ['info', 'Info', '--indigo-solid', 2],
  ['something new', 'Alert', '--bg-emphasized', 1],
];

test(
  'an alert has the look of its kind and closes by button, Escape and time',
  { tag: '@release' },
  async ({ page }) => {
    await hold(page, 3000);
    await new SignInPage(page).open();
    const { alert } = new Shell(page);
    for (const [type, title, colour, icons] of kinds) {
      await raise(page, type, 'The centre closes at 20:00 today.');
      await expect(alert.getByRole('heading')).toHaveText(title);
      await expect(alert.getByRole('paragraph')).toHaveText('The centre closes at 20:00 today.');
      await expect(alert.locator('svg')).toHaveCount(icons);
      const [shown, expected] = await alert.locator('> div').evaluate((head, variable) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.background = `var(${variable})`;
        return [getComputedStyle(head).backgroundColor, getComputedStyle(probe).backgroundColor];
      }, colour);
      expect(shown, type).toBe(expected);
      // Each closes by itself after its three seconds.
      await letGo(page);
      await expect(alert).toBeHidden();
    }
    await raise(page, 'info', 'The centre closes at 20:00 today.');
    await expect(alert).toBeVisible();
    const look = await alert.evaluate((popup: HTMLElement) => {
      const own = getComputedStyle(popup);
      return [
        own.animationDuration,
        getComputedStyle(popup, '::backdrop').backdropFilter,
        popup.offsetWidth,
      ];
    });
    expect(look).toEqual(['0.3s', 'blur(2px)', 448]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => alert.evaluate((popup: HTMLElement) => popup.offsetWidth)).toBe(351);

    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toBeHidden();
    await raise(page, 'error', 'Hello again');
    await expect(alert).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(alert).toBeHidden();

    await raise(page, 'info', 'Hello');
    await expect(alert).toBeVisible();
    await letGo(page);
    await expect(alert).toBeHidden();
    const kept = await page.evaluate(() => localStorage.getItem('root') ?? '');
    const { state } = JSON.parse(kept) as { state: object };
    expect(state).toMatchObject({ alert: { message: '', type: 'info', show: false } });
  },
);

test('the loading overlay offers Cancel after eight seconds and keeps what was typed', async ({
  page,
}) => {
  await hold(page, 8000);
  await page.route('**/api/auth/login', () => undefined);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(demoEmail('staff'), DEMO_PASSWORD);
  const overlay = page.getByRole('dialog', { name: 'Please wait' });
  await expect(overlay.getByRole('status')).toHaveText('Please wait');
  expect(await overlay.evaluate((dialog) => getComputedStyle(dialog).animationDuration)).toBe(
    '0.2s',
  );
  await page.keyboard.press('Escape');
  await expect(overlay).toBeVisible();
  await expect(overlay.getByRole('button')).toBeHidden();
  await letGo(page);
  await expect(overlay.getByRole('status')).toContainText(
    'Still waiting for the server. You may cancel.',
  );
  await overlay.getByRole('button', { name: 'Cancel' }).click();
  await expect(overlay).toBeHidden();
  await expect(signIn.password).toHaveValue(DEMO_PASSWORD);
});

test(
  'signing in offline shows the red line and one notice',
  { tag: ['@worker', '@release'] },
  async ({ page, context }) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await expect(page.getByRole('region', { name: /Notices/ })).toBeAttached();
    await workerReady(page);
    await context.setOffline(true);
    const banner = page.getByText('No Internet Connection. Please check your network.', {
      exact: true,
    });
    await expect(banner).toBeVisible();
    const toasts = page.locator('.Toastify__toast');
    await signIn.signIn(demoEmail('staff'), DEMO_PASSWORD);
    await signIn.submit.click();
    await signIn.submit.click();
    await expect(toasts).toHaveCount(1);
    await expect(toasts).toHaveText(
      'No internet connection. Please check your network and try again.',
    );
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    await expect(signIn.password).toHaveValue(DEMO_PASSWORD);
  },
);

test(
  'the button that scrolls to the top covers no control',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    await expect(page.getByRole('table').locator('tbody').getByRole('row').first()).toBeVisible();
    const button = page.getByRole('button', { name: 'Scroll to top' });
    await page.evaluate(() => window.scrollTo(0, 50));
    await expect(button).toBeHidden();
    const covered = () =>
      button.evaluate((own) => {
        const { left, right, top, bottom } = own.getBoundingClientRect();
        const meets = (box: DOMRect) =>
          box.width > 0 &&
          box.left < right &&
          box.right > left &&
          box.top < bottom &&
          box.bottom > top;
        // The header hides what scrolls below it.
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const others =
          bottom > header ? 'main :is(a, button, input, tbody tr), aside:not(main aside),' : '';
        return [...document.querySelectorAll(`${others} header :is(a, button)`)].filter((one) =>
          meets(one.getBoundingClientRect()),
        ).length;
      });
    for (const y of [51, 400, 10_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), y);
      await expect(button).toBeInViewport({ ratio: 1 });
      await expect.poll(covered).toBe(0);
    }
    await button.click();
    await expect(button).toBeHidden();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);
