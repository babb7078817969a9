import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export type Theme = 'light' | 'dark';

/** The rules that read colours; no other rule answers differently in another theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * A colour on its way into another has a contrast that nobody reads, nor has a message that goes
 * while axe looks.
 */
async function holdStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('.Toastify__toast { opacity: 1 !important }');
    document.adoptedStyleSheets = [still];
    // One that follows a scrolling box ends with nothing but a scroll.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Axe finds nothing on the page as it stands, or within `selector`; what it found is told with its
 * elements.
 */
export async function expectAccessible(
  page: Page,
  where = page.url(),
  selector = 'html',
  rules: readonly string[] = [],
): Promise<void> {
  await holdStill(page);
  // No page has a frame of another origin, for whose sake axe would open a second page and tell
  // itself everything it found; nobody reads what is right; and no rule that runs asks for the
  // stylesheets, which axe would fetch again when one did not come. Three times as fast with the
  // same rules.
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

/** In the theme of the device, which the app follows after `followDevice`. */
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

/** Lets the app take its theme from the device, from the next load on. */
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
 * Axe finds nothing in either theme: all rules in `light`, those that read colours in `dark`, in
 * which the page stays.
 */
export async function expectAccessibleInBothThemes(page: Page, where = page.url()): Promise<void> {
  await expectAccessibleIn(page, 'light', where);
  await expectAccessibleIn(page, 'dark', where, COLOUR_RULES);
}
