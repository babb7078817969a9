import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export type Theme = 'light' | 'dark';

/** The rules that read colours; all other rules give the same result in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for animations to end and keeps notices opaque, because axe would measure colours that
 * nobody reads.
 */
async function holdStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('.Toastify__toast { opacity: 1 !important }');
    document.adoptedStyleSheets = [still];
    // An animation that follows scrolling never ends by itself.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Axe finds nothing on the page, or within `selector`; a failure lists the elements. */
export async function expectAccessible(
  page: Page,
  where = page.url(),
  selector = 'html',
  rules: readonly string[] = [],
): Promise<void> {
  await holdStill(page);
  // These options make axe three times as fast with the same rules: no page has a foreign frame,
  // only violations are read, and no rule needs the stylesheets.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (rules.length > 0) axe.withRules([...rules]);
  const { violations } = await axe.include(selector).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect.soft(found, where).toEqual([]);
}

/** Reads the page in a theme of the device, which the app follows after `followDevice`. */
export async function expectAccessibleIn(
  page: Page,
  colorScheme: Theme,
  where = page.url(),
  rules: readonly string[] = [],
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('body')).toHaveClass(
    colorScheme === 'dark' ? /\bdark\b/ : /^((?!\bdark\b).)*$/,
  );
  await expectAccessible(page, `${where} (${colorScheme})`, 'html', rules);
}

/** Makes the app follow the device's theme from the next load on. */
export async function followDevice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('root') !== null) return;
    localStorage.setItem(
      'root',
      JSON.stringify({ state: { theme: { theme: 'system' } }, version: 0 }),
    );
  });
}

/**
 * Axe finds nothing in either theme: all rules run in `light`, the colour rules in `dark`, which
 * stays.
 */
export async function expectAccessibleInBothThemes(page: Page, where = page.url()): Promise<void> {
  await expectAccessibleIn(page, 'light', where);
  await expectAccessibleIn(page, 'dark', where, COLOUR_RULES);
}
