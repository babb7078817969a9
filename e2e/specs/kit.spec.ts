import { readFileSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import { startKitPage, openKitPage } from '#scripts/kit-page.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectWholeLines } from '#e2e/lines.ts';

/** The development server, because no build has the page. */
let kit: Awaited<ReturnType<typeof startKitPage>>;
test.beforeAll(async () => {
  kit = await startKitPage();
});
test.afterAll(() => kit.stop());

for (const language of languages)
  for (const theme of ['light', 'dark'] as const)
    test(
      `every part of the kit is accessible in ${language} and the ${theme} theme`,
      { tag: '@release' },
      async ({ browser }) => {
        const page = await openKitPage(browser, kit.address, { language, theme, width: 390 });
        await expectAccessible(page, `${language}, ${theme}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow, 'nothing is wider than a phone').toBe(0);
        await expectWholeLines(page, `${language} on a phone`);
        await page.setViewportSize({ width: 1024, height: 768 });
        await expectWholeLines(page, `${language} on a tablet`);
        await page.context().close();
      },
    );

/** Every text of the interface, with its key. */
function* textsOf(language: Language): Generator<[key: string, text: string]> {
  const folder = `public/locales/${language}`;
  const walk = function* (value: unknown, key: string): Generator<[string, string]> {
    if (typeof value === 'string') yield [key, value];
    else
      for (const [name, one] of Object.entries(value as object)) yield* walk(one, `${key}.${name}`);
  };
  // The names of rights are sentences, and no button has them.
  for (const file of readdirSync(folder).filter((name) => name !== 'rights-page.json'))
    yield* walk(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')), '');
}

/** The longest of the texts whose key has `part`, without those that wait for a value. */
const longest = (language: Language, part: RegExp) =>
  [...textsOf(language)]
    .filter(([key, text]) => part.test(key) && !text.includes('{{'))
    .reduce((found, [, text]) => (text.length > found.length ? text : found), '');

/** What classes have in their names besides: a code, a time, and a price with its currency. */
const CODES = 'ENG-A1-T1-03 17:30–19:00, 1,250,000 THB';

/** A name as long as a form takes it, with a hyphen, as people have them, and with codes. */
const NAMES: Record<Language, string> = {
  en: `Souphaphone Phommachanh-Sisavath Vongphachanh, English for young learners 12/2026 ${CODES}`,
  lo: `ສຸພາພອນ ພົມມະຈັນ-ສີສະຫວາດ ວົງພະຈັນ, ພາສາອັງກິດສຳລັບເດັກນ້ອຍ 12/2026 ${CODES}`,
};

/** What is open only after a press: its lines at the width of the page. */
async function expectWholeLinesInWhatOpens(page: Page, where: string): Promise<void> {
  for (const opener of await page.locator('[data-opens]:is(button)').all()) {
    const name = await opener.getAttribute('data-opens');
    await opener.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectWholeLines(page, `${name}, ${where}`);
    const isCut = await dialog.evaluate((box) => box.scrollWidth > box.clientWidth);
    expect.soft(isCut, `${name} is wider than its frame, ${where}`).toBe(false);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

for (const language of languages)
  test(
    `every part of the kit keeps its lines whole with the widest texts in ${language}`,
    { tag: '@release' },
    async ({ browser }) => {
      const words = {
        label: longest(language, /\.(field|column|columns|status|state|tabs)\./),
        act: longest(language, /\.(action|act|do|acts)\./),
        sentence: `${longest(language, /\.(error|errors|failed|help|hint)\b/)} ${CODES}`,
        name: NAMES[language],
      };
      const look = { language, theme: 'light', width: 390, words } as const;
      const page = await openKitPage(browser, kit.address, look);
      for (const width of [390, 1024]) {
        await page.setViewportSize({ width, height: 844 });
        await expectWholeLines(page, `${language} at ${width}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect.soft(overflow, `nothing is wider than ${width}`).toBe(0);
        await expectWholeLinesInWhatOpens(page, `${language} at ${width}`);
      }
      await page.context().close();
    },
  );
