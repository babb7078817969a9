import type { Browser, Page } from '@playwright/test';
import { createServer } from 'vite';
import type { Language } from '#contract/language.ts';

/** The page `/kit` as `npm run dev` serves it, without the API, which it does not need. */
export async function startKitPage() {
  const server = await createServer({
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const [origin = ''] = server.resolvedUrls?.local ?? [];
  return { address: `${origin}kit`, stop: () => server.close() };
}

type Look = {
  language: Language;
  theme: 'light' | 'dark';
  width: number;
  /** The texts that stand for every sample of their sort; `src/app/kit/samples.ts`. */
  words?: Record<string, string>;
};

/** Opens the page in one language and theme, and waits until its last part is drawn. */
export async function openKitPage(browser: Browser, address: string, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Vientiane',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript((theme) => {
    const state = { theme: { theme, isDarkMode: theme === 'dark' } };
    localStorage.setItem('root', JSON.stringify({ state, version: 0 }));
  }, look.theme);
  // Vite may find further packages at the first visit, and then loads the page again.
  const search = new URLSearchParams({ ...look.words, lng: look.language });
  await page.goto(`${address}?${search.toString()}`, { timeout: 30_000 });
  await page.locator('[data-specimen="PrintSheet"]').waitFor({ timeout: 30_000 });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  return page;
}
