import { languages } from '#contract/language.ts';
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
