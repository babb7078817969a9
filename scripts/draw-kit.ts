import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { browserFlags, pageBrowserPath } from './browser-path.ts';
import { openKitPage, startKitPage } from './kit-page.ts';

// Takes the pictures of docs/kit.md from the page `/kit`: one of each specimen, in English and the
// light theme. Run it after the look of a part has changed, look at the pictures, and commit them.
const FOLDER = 'docs/kit/parts';
const WIDTH = 760;
const MOST_BYTES = 1.5 * 1024 * 1024;

const kebab = (part: string) => part.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();

/** Draws a part that opens above the page, and closes it again. */
async function drawOpened(page: Page, part: string, path: string) {
  await page.locator(`[data-opens="${part}"]`).click();
  const dialog = page.locator('dialog[open]');
  await dialog.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Away from every part, which would show its hover.
  await page.mouse.move(0, 0);
}

const kit = await startKitPage();
const browser = await chromium.launch({ executablePath: pageBrowserPath(), args: browserFlags });
const page = await openKitPage(browser, kit.address, {
  language: 'en',
  theme: 'light',
  width: WIDTH,
});
mkdirSync(FOLDER, { recursive: true });
// Each specimen is drawn alone at the same place: below others it begins at a part of a pixel, and
// every picture would change whenever one part grows.
await page.addStyleTag({ content: '[data-specimen]:not([data-drawn]) { display: none }' });
let total = 0;
for (const specimen of await page.locator('[data-specimen]').all()) {
  await specimen.evaluate((element) => element.setAttribute('data-drawn', ''));
  const part = (await specimen.getAttribute('data-specimen')) ?? '';
  const path = join(FOLDER, `${kebab(part)}.png`);
  if ((await page.locator(`[data-opens="${part}"]`).count()) > 0)
    await drawOpened(page, part, path);
  else await specimen.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await specimen.evaluate((element) => element.removeAttribute('data-drawn'));
  total += statSync(path).size;
}
await browser.close();
await kit.stop();
console.log(`${FOLDER}: ${Math.round(total / 1024)} KiB`);
if (total > MOST_BYTES) throw new Error(`The pictures are larger than ${MOST_BYTES} bytes.`);
process.exit(0);
