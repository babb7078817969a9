import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { languages, type Language } from '#contract/language.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible } from '#e2e/axe.ts';
import type { Complaints } from '#e2e/complaints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { quietNetwork } from '#scripts/quiet-network.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { PAGE_HEADING } from '#scripts/demo-accounts.ts';
import { message } from '#src/lib/messages.ts';
import { nativeNames } from '#src/lib/native-names.ts';
import { editPath, paths, type PathName } from '#src/lib/paths.ts';

type Theme = 'light' | 'dark';

/** The theme in which a language is looked at; see `expectAccessibleScreens`. */
const themeOf: Record<Language, Theme> = { en: 'light', lo: 'dark' };

/** In the theme of the device, which the app follows. */
async function expectAccessibleIn(page: Page, colorScheme: Theme, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('body')).toHaveClass(colorScheme === 'dark' ? /\bdark\b/ : /^((?!\bdark\b).)*$/);
  await expectAccessible(page, `${where} (${colorScheme})`);
}

/** What shows itself only now and then: a draft on offer, the lines over a page, "This device", the lock. */
async function expectNothingOverThePages(page: Page, language: Language, complaints: Complaints): Promise<void> {
  const shell = new Shell(page, language);
  const expectReadable = (where: string) => expectAccessibleIn(page, themeOf[language], `${where} in ${language}`);
  await page.goto(paths.addBranch);
  await page.locator('input[name=branchName]').fill('Thakhek');
  await expect(page.getByText(word(language, 'common', 'draft.kept'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(word(language, 'common', 'draft.title'))).toBeVisible();
  await expectReadable('a draft on offer');

  await workerReady(page);
  complaints.expect(/Failed to load resource/);
  await page.goto(paths.exchangeRate);
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: word(language, 'common', 'action.refresh') }).click();
  await expect(page.getByText(message('serverSilent', language))).toBeVisible();
  await expectReadable('the server does not answer');
  await page.context().setOffline(true);
  await expect(page.locator('[data-offline-banner]')).toBeVisible();
  await expectReadable('offline');
  await page.context().setOffline(false);
  await page.unroute('**/api/**');

  await shell.chooseFromProfile('device');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectReadable('this device');
  await page.keyboard.press('Escape');
  await shell.chooseFromProfile('lock');
  await expect(page.getByRole('dialog', { name: word(language, 'lock', 'title') })).toBeVisible();
  await expectReadable('locked');
}

/** The address of the form of the first record of a list. */
async function firstOf(client: ApiClient, list: string, form: (typeof paths)[PathName]): Promise<string> {
  const [first] = await client.get(list, z.array(z.object({ _id: id })));
  return editPath(form, first?._id ?? '');
}

const houseScreens = async (client: ApiClient) => [
  paths.overview,
  paths.schoolBranch,
  paths.addBranch,
  await firstOf(client, '/branches', paths.editBranch),
  paths.exchangeRate,
  paths.addRate,
  await firstOf(client, '/exchange-rates', paths.editRate),
  paths.schoolInfo,
  paths.announcements,
  '/no/such/page',
];

const peopleScreens = async (client: ApiClient) => [
  paths.students,
  paths.addStudent,
  await firstOf(client, '/students', paths.editStudent),
  paths.parents,
  paths.addParent,
  await firstOf(client, '/parents', paths.editParent),
  paths.teachers,
  paths.addTeacher,
  await firstOf(client, '/teachers', paths.editTeacher),
  paths.staff,
  paths.addStaff,
  await firstOf(client, '/staff-accounts', paths.editStaff),
];

const courseScreens = async (client: ApiClient) => [
  paths.terms,
  paths.addTerm,
  await firstOf(client, '/academic-terms', paths.editTerm),
  paths.courseCategories,
  paths.addCourseCategory,
  paths.courses,
  paths.addCourse,
  await firstOf(client, '/courses', paths.editCourse),
  paths.courseFee,
  paths.addFee,
];

const classScreens = async (client: ApiClient) => [
  paths.allocateClasses,
  paths.addClass,
  await firstOf(client, '/classes', paths.editClass),
  paths.allocateTeachers,
  paths.allocateStudents,
  await firstOf(client, '/classes', paths.editStudentsToClass),
  paths.classOverview,
  await firstOf(client, '/classes', paths.classOverview),
];

/** Goes from one language to the other as people do, and waits until its words are there. */
async function speak(page: Page, from: Language, to: Language): Promise<void> {
  await new Shell(page, from).languageMenu.click();
  await page.getByRole('menuitemradio', { name: nativeNames[to] }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', to);
}

/**
 * Each screen is loaded once and read by axe twice with all its rules: in one language and theme, and in the other of both.
 * Colours and sizes do not hang on the language, nor words on the theme, so the other two pairs would prove the same again.
 */
async function expectAccessibleScreens(page: Page, screens: string[]): Promise<void> {
  const isQuiet = quietNetwork(page);
  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.locator(PAGE_HEADING)).toBeVisible();
    await isQuiet();
    await expectAccessibleIn(page, themeOf.en, screen);
    await speak(page, 'en', 'lo');
    await expectAccessibleIn(page, themeOf.lo, `${screen} in lo`);
    await speak(page, 'lo', 'en');
  }
}

test.beforeEach(async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(() => {
    if (localStorage.getItem('root') !== null) return;
    localStorage.setItem('root', JSON.stringify({ state: { theme: { theme: 'system' } }, version: 0 }));
  });
});

const parts = { 'the house': houseScreens, people: peopleScreens, 'terms and courses': courseScreens, classes: classScreens };
for (const [part, screensOf] of Object.entries(parts)) {
  test(`axe finds nothing on the screens of ${part}`, async ({ page, openAs, api }) => {
    await openAs('superadmin', paths.schoolInfo);
    await expectAccessibleScreens(page, await screensOf(await api('superadmin')));
  });
}

for (const language of languages) {
  test(`axe finds nothing on the way in, nor in what shows itself only now and then (${language})`, { tag: '@worker' }, async ({ page, signInAs, complaints }) => {
    await new SignInPage(page, language).open();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleIn(page, themeOf[language], `the way in in ${language}`);
    await signInAs('superadmin', { language });
    await expectNothingOverThePages(page, language, complaints);
  });
}
