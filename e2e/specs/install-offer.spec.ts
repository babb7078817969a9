import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { word } from '#e2e/words.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

/** Browsers offer to install only after some use, for which a test has no time. */
const asksAtOnce = {
  args: ['--bypass-app-banner-engagement-checks'],
  viewport: { width: 1280, height: 800 },
};

const offer = (page: Page) => page.getByText(word('en', 'install', 'offer'));

/** Waits until the browser has asked; the page holds the question back. */
async function waitForQuestion(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { asked: Promise<void> }).asked);
}

/** Records when the browser asks, and whether the page lets it. */
async function notePrompt(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked = new Promise((resolve) =>
      window.addEventListener('beforeinstallprompt', resolve, { once: true }),
    );
    Object.assign(window, { asked: asked.then(() => undefined) });
    window.addEventListener('beforeinstallprompt', (event) => {
      Object.assign(event, {
        prompt: () => Promise.resolve(Object.assign(window, { wasAsked: true })),
      });
    });
  });
}

test(
  'a signed-in person is offered to install once, and the browser asks',
  { tag: '@release' },
  async ({ server: { origin } }) => {
    await withOwnProfile(async (context) => {
      const page = await context.newPage();
      await notePrompt(page);
      await page.goto(origin + paths.signIn);
      await waitForQuestion(page);
      await expect(offer(page)).toBeHidden();
      await signInToDemo(page, origin, 'staff');
      await expect(offer(page)).toBeVisible();

      // It lies where the desk takes the money, so it leaves with the first line of a visit.
      await page
        .getByRole('searchbox', { name: word('en', 'desk', 'what.find') })
        .fill('Backpack, small');
      await page.getByRole('button', { name: /^Backpack, small/ }).click();
      await expect(offer(page)).toBeHidden();
      await page.getByRole('button', { name: word('en', 'payment', 'method.cash') }).click();
      await page.getByRole('button', { name: word('en', 'desk', 'newVisit') }).click();
      await expect(offer(page)).toBeVisible();

      await page.getByRole('button', { name: word('en', 'install', 'notNow') }).click();
      await expect(offer(page)).toBeHidden();
      await page.reload();
      await waitForQuestion(page);
      expect(await page.evaluate(() => localStorage.getItem('install-told'))).toBe('yes');
      // Everything after the first screen is loaded by now, so an offer would show.
      await page.waitForFunction(() =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => /\/install-[^/]+\.js$/.test(name)),
      );
      await expect(offer(page)).toBeHidden();

      // Makes the device one that was told nothing yet.
      await page.evaluate(() => localStorage.removeItem('install-told'));
      await page.reload();
      await page
        .getByRole('button', { name: word('en', 'install', 'install'), exact: true })
        .click();
      expect(await page.evaluate(() => 'wasAsked' in window)).toBe(true);
      await expect(offer(page)).toBeHidden();
    }, asksAtOnce);
  },
);

test(
  'Safari on a tablet shows once how to install',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'standalone', { value: false }),
    );
    await signInAs('staff', { language: 'lo' });
    const help = page.getByText(word('lo', 'install', 'share'));
    await expect(help).toBeVisible();
    await page.getByRole('button', { name: word('lo', 'install', 'understood') }).click();
    await expect(help).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('install-told'))).toBe('yes');
  },
);
