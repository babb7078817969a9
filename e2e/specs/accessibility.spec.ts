import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { languages, type Language } from '#contract/language.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible } from '#e2e/axe.ts';
import type { Complaints } from '#e2e/complaints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { PAGE_HEADING } from '#scripts/demo-accounts.ts';
import { message } from '#src/lib/messages.ts';
import { editPath, paths, type PathName } from '#src/lib/paths.ts';

const themes = ['light', 'dark'] as const;

/** Both themes of a screen that is visited once: the app follows the device from one to the other. */
async function expectAccessibleInBoth(page: Page, where: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('body')).toHaveClass(colorScheme === 'dark' ? /\bdark\b/ : /^((?!\bdark\b).)*$/);
    await expectAccessible(page, `${where} (${colorScheme})`);
  }
}

/** What shows itself only now and then: a draft on offer, the lines over a page, "This device", the lock. */
async function expectNothingOverThePages(page: Page, language: Language, complaints: Complaints): Promise<void> {
  const shell = new Shell(page, language);
  await page.goto(paths.addBranch);
  await page.locator('input[name=branchName]').fill('Thakhek');
  await expect(page.getByText(word(language, 'common', 'draft.kept'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(word(language, 'common', 'draft.title'))).toBeVisible();
  await expectAccessibleInBoth(page, 'a draft on offer');

  await workerReady(page);
  complaints.expect(/Failed to load resource/);
  await page.goto(paths.exchangeRate);
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: word(language, 'common', 'action.refresh') }).click();
  await expect(page.getByText(message('serverSilent', language))).toBeVisible();
  await expectAccessibleInBoth(page, 'the server does not answer');
  await page.context().setOffline(true);
  await expect(page.locator('[data-offline-banner]')).toBeVisible();
  await expectAccessibleInBoth(page, 'offline');
  await page.context().setOffline(false);
  await page.unroute('**/api/**');

  await shell.chooseFromProfile('device');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBoth(page, 'this device');
  await page.keyboard.press('Escape');
  await shell.chooseFromProfile('lock');
  await expect(page.getByRole('dialog', { name: word(language, 'lock', 'title') })).toBeVisible();
  await expectAccessibleInBoth(page, 'locked');
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

async function expectAccessibleScreens(page: Page, screens: string[]): Promise<void> {
  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.locator(PAGE_HEADING)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessibleInBoth(page, screen);
  }
}

for (const language of languages) {
  test.describe(`axe finds nothing in either theme (${language})`, () => {
    test.beforeEach(async ({ page }) => {
      test.setTimeout(240_000);
      await page.addInitScript(() => {
        if (localStorage.getItem('root') !== null) return;
        localStorage.setItem('root', JSON.stringify({ state: { theme: { theme: 'system' } }, version: 0 }));
      });
    });

    test('on the way in and on the screens of the house', async ({ page, signInAs, api }) => {
      await new SignInPage(page, language).open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page, 'the way in');
      await signInAs('superadmin', { language });
      await expectAccessibleScreens(page, await houseScreens(await api('superadmin')));
    });

    test('on the screens of people', async ({ page, signInAs, api }) => {
      await signInAs('superadmin', { language });
      await expectAccessibleScreens(page, await peopleScreens(await api('superadmin')));
    });

    test('on the screens of terms and courses', async ({ page, signInAs, api }) => {
      await signInAs('superadmin', { language });
      await expectAccessibleScreens(page, await courseScreens(await api('superadmin')));
    });

    test('on the screens of classes', async ({ page, signInAs, api }) => {
      await signInAs('superadmin', { language });
      await expectAccessibleScreens(page, await classScreens(await api('superadmin')));
    });

    test('in what shows itself only now and then', async ({ page, signInAs, complaints }) => {
      await signInAs('superadmin', { language });
      await expectNothingOverThePages(page, language, complaints);
    });
  });
}
