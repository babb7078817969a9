import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import { browserFlags, browserPath } from './browser-path.ts';
import { startDemoServer } from './built-server.ts';
import { PAGE_HEADING, signInToDemo } from './demo-accounts.ts';
import { devices, screenshotFile, screenshots } from './manifest.ts';

// Takes the screenshots of `public/screenshots/` from the built app with its demo centre. Run it
// after the look of these pages has changed, look at the screenshots, and commit them.
const LARGEST = 140 * 1024;

async function take(
  browser: Browser,
  origin: string,
  language: Language,
  screenshot: (typeof screenshots)[number],
) {
  const { width, height, density } = devices[screenshot.formFactor];
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: density,
    hasTouch: screenshot.formFactor === 'narrow',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await signInToDemo(page, origin, 'superadmin');
  await page.goto(`${origin}${screenshot.path}?lng=${language}`);
  await page.locator(PAGE_HEADING).waitFor();
  if (screenshot.opens !== undefined) {
    await page.locator('main a', { hasText: screenshot.opens }).first().click();
    await page.locator('main form').waitFor();
  }
  await page.waitForLoadState('networkidle');
  const path = join('public', screenshotFile(language, screenshot));
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await context.close();
  const { size } = statSync(path);
  console.log(`${path}: ${Math.round(size / 1024)} KiB`);
  if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST} bytes`);
}

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
for (const language of languages) {
  for (const screenshot of screenshots) await take(browser, server.origin, language, screenshot);
}
await browser.close();
await server.stop();
