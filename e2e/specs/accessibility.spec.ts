import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { languages, type Language } from '#contract/language.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleIn, expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectWholeLines } from '#e2e/lines.ts';
import { LockScreen } from '#e2e/pages/lock-screen.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { quietNetwork } from '#scripts/quiet-network.ts';
import { screens, type Screen } from '#src/app/routing/routes.tsx';
import { message } from '#src/lib/text/messages.ts';
import { editPath, paths, type PathName } from '#src/lib/paths.ts';
import { familyPath } from '#src/entities/order/order-path.ts';

/** The list that holds a record for each edit form; forms of screens not built yet have none. */
const recordsOf: Record<Extract<PathName, `edit${string}`>, string | undefined> = {
  editStudent: '/students',
  editParent: '/parents',
  editTeacher: '/teachers',
  editStaff: '/staff-accounts',
  editRate: '/exchange-rates',
  editBranch: '/branches',
  editClass: '/classes',
  editStudentsToClass: '/classes',
  editTerm: '/academic-terms',
  editCourse: '/courses',
  editFee: '/course-fees',
  editCourseCategory: '/course-categories',
  editProductCategory: undefined,
  editProduct: '/products',
  editAnnouncement: undefined,
};

const desk = { width: 1280, height: 800 };
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

async function addressOf(client: ApiClient, { path }: Screen): Promise<string> {
  const name = Object.keys(recordsOf).find((each) => paths[each as PathName] === path) as
    keyof typeof recordsOf | undefined;
  const list = name && recordsOf[name];
  if (list === undefined) return path;
  const [first] = await client.get(list, z.array(z.object({ _id: id })));
  return editPath(path, first?._id ?? '');
}

/**
 * Visits each screen without a reload and reads it with axe: on a desk in English in both themes,
 * and on a phone in Lao in the dark theme. Names and structure do not depend on the theme, nor
 * colours and sizes on the language.
 */
async function expectAccessibleScreens(page: Page, addresses: readonly string[]): Promise<void> {
  const isQuiet = quietNetwork(page);
  const visit = async (address: string, language: Language) => {
    const shell = new Shell(page, language);
    await shell.visit(address);
    await expect(shell.heading).toBeVisible();
    await isQuiet();
    // Waits until all is drawn, because the heading may still be that of the page before.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })),
    );
    await expect(shell.heading).toBeVisible();
  };
  await page.setViewportSize(desk);
  for (const address of addresses) {
    await visit(address, 'en');
    await expectAccessibleInBothThemes(page, `${address} on a desk in English`);
    await page.setViewportSize(tablet);
    await expectWholeLines(page, `${address} on a tablet in English`);
    await page.setViewportSize(desk);
  }
  await new Shell(page).speak('lo');
  await page.setViewportSize(phone);
  for (const address of addresses) {
    await visit(address, 'lo');
    await expectAccessibleIn(page, 'dark', `${address} on a phone in Lao`);
    await expectWholeLines(page, `${address} on a phone in Lao`);
    await page.setViewportSize(tablet);
    await expectWholeLines(page, `${address} on a tablet in Lao`);
    await page.setViewportSize(phone);
  }
}

/** Tabs that are screens of their own. */
const tabs = ['verify', 'refunds', 'verify&statement=1'].map(
  (view) => `${paths.pendingPayment}?view=${view}`,
);
const withoutPage = ['/no/such/page'];
const built = screens.filter(({ page }) => page !== undefined);
const PARTS = 4;

test.beforeEach(async ({ page }) => {
  test.setTimeout(240_000);
  await followDevice(page);
});

for (let part = 0; part < PARTS; part += 1) {
  test(`axe finds nothing on any screen, part ${part + 1} of ${PARTS}`, async ({
    page,
    openAs,
    api,
  }) => {
    const client = await api('superadmin');
    const addresses = await Promise.all(built.map((screen) => addressOf(client, screen)));
    const own = [
      ...addresses,
      ...tabs,
      ...withoutPage,
      editPath(paths.classOverview, await firstOf(client, '/classes')),
      familyPath(await firstOf(client, '/parents')),
    ];
    await openAs('superadmin', paths.schoolInfo);
    await expectAccessibleScreens(
      page,
      own.filter((_address, at) => at % PARTS === part),
    );
  });
}

async function firstOf(client: ApiClient, list: string): Promise<string> {
  const [first] = await client.get(list, z.array(z.object({ _id: id })));
  return first?._id ?? '';
}

test('axe finds nothing on the sign-in page', async ({ page }) => {
  const isQuiet = quietNetwork(page);
  for (const language of languages) {
    await new SignInPage(page, language).open();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await isQuiet();
    await expectAccessibleInBothThemes(page, `the way in in ${language}`);
  }
});

test(
  'axe finds nothing in notices, the lock and an offered draft',
  { tag: '@worker' },
  async ({ page, context, openAs, complaints }) => {
    complaints.expect(/Failed to load resource/);
    await openAs('superadmin', paths.exchangeRate);
    await workerReady(page);
    for (const language of languages) {
      const shell = new Shell(page, language);
      const expectReadable = (where: string) =>
        expectAccessibleInBothThemes(page, `${where} in ${language}`);

      await test.step(`the server does not answer, no network, in ${language}`, async () => {
        await shell.visit(paths.exchangeRate);
        await page.route('**/api/**', (route) => route.abort('connectionfailed'));
        await page
          .getByRole('button', { name: word(language, 'common', 'action.refresh') })
          .click();
        await expect(page.getByText(message('serverSilent', language))).toBeVisible();
        await expectReadable('the server does not answer');
        await context.setOffline(true);
        await expect(page.locator('[data-offline-banner]')).toBeVisible();
        await expectReadable('offline');
        await context.setOffline(false);
        await page.unroute('**/api/**');
      });

      await test.step(`this device and the lock, in ${language}`, async () => {
        await shell.chooseFromProfile('device');
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectReadable('this device');
        await page.keyboard.press('Escape');
        await shell.chooseFromProfile('lock');
        const lock = new LockScreen(page, language);
        await expect(lock.dialog).toBeVisible();
        await expectReadable('locked');
        await lock.unlock();
        await expect(lock.dialog).toBeHidden();
      });

      await test.step(`a draft on offer, in ${language}`, async () => {
        await page.goto(paths.addBranch);
        await page.locator('input[name=branchName]').fill('Thakhek');
        await expect(page.getByText(word(language, 'common', 'draft.kept'))).toBeVisible();
        await page.reload();
        await expect(page.getByText(word(language, 'common', 'draft.title'))).toBeVisible();
        await expectReadable('a draft on offer');
      });

      if (language !== languages[1]) await shell.speak(languages[1]);
    }
  },
);
