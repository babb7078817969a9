import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ApiClient } from '#e2e/api-client.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { paths } from '#src/lib/paths.ts';
import { WRITTEN_PHONES } from '#tests/helpers/written-phones.ts';

const who = (page: Page) => page.getByRole('combobox', { name: 'Find a student or guardian' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const adult = { dateOfBirth: '1999-03-09', lastName: 'Typed' };

/** Two adults whose names begin alike, under a name of their own. */
async function twoAlike(client: ApiClient) {
  const start = `Q${randomUUID().replaceAll(/[^a-f]/g, '')}x`;
  const [first, second] = [`${start}a`, `${start}b`];
  await createStudent(client, { ...adult, firstName: first, phone: '020 5771 0001' });
  await createStudent(client, { ...adult, firstName: second, phone: '020 5771 0002' });
  return { start, first, second };
}

/** Holds every answer of a path back until `release` is called. */
async function holdBack(page: Page, path: RegExp) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  return () => release();
}

test.describe('at the desk', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test('a person of an earlier text cannot be taken, and Enter takes the one of the typed text', async ({
    page,
    openAs,
    api,
  }) => {
    const { start, first, second } = await twoAlike(await api('staff'));
    await openAs('staff', paths.newEnrollment);
    await who(page).fill(start);
    const old = page.getByRole('option', { name: new RegExp(`^${first}`) });
    await expect(old).toBeEnabled();
    await expect(options(page).last()).toHaveText('New student');

    const release = await holdBack(page, /\/api\/desk\/people\?/);
    await who(page).fill(second);
    await expect(old).toBeDisabled();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached();
    await expect(options(page).last()).toHaveText('New student');
    await old.tap({ force: true });
    await who(page).press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Walk-in customer' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await who(page).fill(`${second} `);
    await who(page).press('Enter');
    await expect(who(page)).toHaveValue(`${second} `);
    release();
    await expect(who(page)).toHaveValue('');
    await expect(page.getByRole('button', { name: new RegExp(`^${second}`) })).toBeVisible();
    await expect(page.getByText(first)).toHaveCount(0);
  });

  test('one person is found by every way of typing the phone', async ({ page, openAs, api }) => {
    const clerk = await api('staff');
    const firstName = `Phone${randomUUID().slice(0, 6)}`;
    await createStudent(clerk, { ...adult, firstName, phone: '+8562055512345' });
    await openAs('staff', paths.newEnrollment);
    for (const written of WRITTEN_PHONES) {
      await who(page).fill('');
      await who(page).fill(written);
      await expect(options(page).first(), written).toContainText(firstName);
      await expect(options(page).first(), written).toBeEnabled();
    }
  });
});

test('the finder opens no result of an earlier text @release', async ({ page, openAs, api }) => {
  const { start, first, second } = await twoAlike(await api('staff'));
  await openAs('staff', paths.students);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'What are you looking for?' });
  await box.fill(start);
  const old = options(page).filter({ hasText: first });
  await expect(old).toBeEnabled();
  const release = await holdBack(page, /\/api\/find\?/);
  await box.fill(second);
  await expect(old).toBeDisabled();
  await old.click({ force: true });
  await box.press('Enter');
  await expect(box).toBeVisible();
  release();
  await expect(options(page).filter({ hasText: second })).toBeEnabled();
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(second) })).toBeVisible();
});

test('a list opens no row of an earlier search @release', async ({ page, openAs, api }) => {
  const { start, first, second } = await twoAlike(await api('staff'));
  await openAs('staff', `${paths.students}?search=${start}`);
  const old = page.getByRole('link', { name: new RegExp(first) });
  await expect(old).toBeVisible();
  const release = await holdBack(page, /\/api\/students\?/);
  await page.getByRole('searchbox').first().fill(second);
  await expect(page.locator('[inert][aria-busy="true"]')).toBeAttached();
  await page.getByText(first).first().click({ force: true });
  expect(page.url()).toContain(paths.students);
  release();
  await page.getByRole('link', { name: new RegExp(second) }).click();
  await expect(page.getByRole('heading', { name: new RegExp(second) })).toBeVisible();
});

test('a guardian of an earlier text cannot be chosen @release', async ({ page, openAs, api }) => {
  const clerk = await api('staff');
  const start = `Gq${randomUUID().slice(0, 6)}`;
  for (const [at, end] of ['a', 'b'].entries())
    await createStudent(clerk, {
      firstName: `Child${end}`,
      lastName: start,
      guardians: [
        {
          firstName: `${start}${end}`,
          lastName: 'Typed',
          phone: `020 5772 000${at}`,
          relation: 'mother',
          isPayer: true,
        },
      ],
    });
  await openAs('staff', paths.addStudent);
  const find = page.getByRole('combobox', { name: 'Find an existing guardian' });
  await find.pressSequentially(start, likeAPerson);
  const old = page.getByRole('option', { name: new RegExp(`^${start}a`) });
  await expect(old).toBeEnabled();
  const release = await holdBack(page, /\/api\/parents\?/);
  await find.press('b');
  await expect(old).toHaveCount(0);
  release();
  await page.getByRole('option', { name: new RegExp(`^${start}b`) }).click();
  await expect(page.getByRole('group', { name: 'Guardian 1' })).toContainText(`${start}b`);
});
