import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Axe finds nothing on the page as it stands, or within `selector`; what it found is told with its elements. */
export async function expectAccessible(page: Page, where = page.url(), selector = 'html'): Promise<void> {
  // A colour on its way into another has a contrast that nobody reads, nor has a message that goes while axe looks.
  await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('.Toastify__toast { opacity: 1 !important }');
    document.adoptedStyleSheets = [still];
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // No page has a frame of another origin, for whose sake axe would open a second page and tell itself everything it
  // found; nobody reads what is right; and no rule that runs asks for the stylesheets, which axe would fetch again when one
  // did not come. Three times as fast with the same rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.include(selector).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect.soft(found, where).toEqual([]);
}
