import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { doAct, edit, field, recordAct, save } from '#e2e/pages/record-form.ts';
import { createStudent } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const lao = (key: string) => word('lo', 'people', `record.${key}`);
/** A label may end with a star or the word "optional", which is not part of the name. */
const laoField = (page: Page | Locator, key: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${lao(`field.${key}`)}( \\*| ບໍ່ບັງຄັບ)?$`) });

test('a clerk adds a student and a mother on a tablet in Lao', async ({ page, openAs }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await openAs('staff', paths.addStudent, { language: 'lo' });
  const saveLao = page.getByRole('button', { name: 'ບັນທຶກ', exact: true });
  await laoField(page, 'firstName').first().fill('ບົວຈັນ');
  await laoField(page, 'lastName').fill('ທົດສອບ');
  await laoField(page, 'nickname').fill('ນ້ອຍ');
  await laoField(page, 'dateOfBirth').fill('9/3/2015');
  await laoField(page, 'dateOfBirth').blur();
  await expect(laoField(page, 'dateOfBirth')).toHaveValue('09/03/2015');
  await page.getByRole('radio', { name: 'ຍິງ' }).check();
  await saveLao.click();
  await expect(page.getByRole('alert').filter({ hasText: 'ຕ້ອງມີຜູ້ປົກຄອງ' })).toBeVisible();

  await page.getByRole('button', { name: lao('addGuardian') }).click();
  const mother = page.getByRole('group', { name: `${lao('guardian')} 1` });
  await laoField(mother, 'firstName').fill('ມະນີວັນ');
  await laoField(mother, 'lastName').fill('ທົດສອບ');
  await laoField(mother, 'phone').fill('020 5551 4411');
  await expect(mother.getByRole('radio', { name: lao('isPayer') })).toBeChecked();
  await page.getByLabel(lao('field.photoFileId'), { exact: true }).setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: readFileSync('public/icons/any-192.png'),
  });
  await expect(page.getByRole('img', { name: lao('field.photoFileId') })).toBeVisible();
  await expectAccessible(page);
  await saveLao.click();
  await expect(page).toHaveURL(new RegExp(`${paths.students}$`));
  // Other journeys add students, so the name may be on a later page.
  await page.goto(`${paths.students}?search=${encodeURIComponent('ບົວຈັນ ທົດສອບ')}`);
  await expect(page.getByRole('link', { name: /ບົວຈັນ ທົດສອບ/ })).toBeVisible();
});

test('a duplicate student is noticed, saved as another person, and archived', async ({
  page,
  signInAs,
}) => {
  await signInAs('staff');
  const fill = async (nickname: string) => {
    await page.goto(paths.addStudent);
    await field(page, 'First name').first().fill('Souliya');
    await field(page, 'Last name').first().fill('Doubletest');
    await field(page, 'Nickname').fill(nickname);
    await field(page, 'Date of birth').fill('01022014');
    await page.getByRole('radio', { name: 'Male', exact: true }).check();
  };
  await fill('first');
  await page.getByRole('button', { name: 'Add a new guardian' }).click();
  const guardian = page.getByRole('group', { name: 'Guardian 1' });
  await guardian.getByRole('textbox', { name: /^First name/ }).fill('Phimpha');
  await guardian.getByRole('textbox', { name: /^Last name/ }).fill('Doubletest');
  await guardian.getByRole('textbox', { name: /^Phone/ }).fill('020 5552 7788');
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();

  await fill('second');
  await expect(page.getByText('There may already be a record')).toBeVisible();
  await page.getByRole('combobox', { name: 'Find an existing guardian' }).fill('52 7788');
  await page.getByRole('option', { name: /Phimpha Doubletest/ }).click();
  await expect(guardian).toContainText('Phimpha Doubletest');
  await save(page).click();
  const question = page.getByRole('dialog', { name: 'There may already be a record' });
  await expect(question).toContainText('Souliya Doubletest (ST-');
  await question.getByRole('button', { name: 'Save as another person' }).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();

  await page
    .getByRole('row', { name: /Souliya Doubletest.*second/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Family' })).toContainText('Brother or sister');
  await doAct(page, 'Archive');
  const archive = page.getByRole('dialog', { name: 'Archive Souliya Doubletest?' });
  await archive.getByRole('button', { name: 'Archive' }).click();
  await expect(archive.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason');
  await archive.getByLabel('Reason').fill('Entered twice');
  await archive.getByRole('button', { name: 'Archive' }).click();
  await expect(await recordAct(page, 'Restore')).toBeVisible();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('Reason: None → Entered twice');
  await page.screenshot({ path: 'test-results/student-history.png' });
});

test(
  'on a phone the family’s debt and classes stand above the person',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const guardian = {
      firstName: 'Mani',
      lastName: 'Phonetest',
      phone: '020 5552 9102',
      relation: 'mother',
      isPayer: true,
    };
    const child = await createStudent(await api('admin'), {
      firstName: 'Sone',
      lastName: 'Phonetest',
      status: 'active',
      guardians: [guardian],
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs('staff', editPath(paths.editStudent, child._id));
    const classes = page.getByRole('region', { name: 'Current classes' });
    await expect(classes).toBeInViewport();
    await expect
      .poll(async () => (await classes.boundingBox())?.y ?? 0)
      .toBeLessThan((await page.getByRole('region', { name: 'Person' }).boundingBox())?.y ?? 0);
    // A small laptop has no room beside the form, and nothing overflows it.
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect
      .poll(async () => (await classes.boundingBox())?.y ?? 0)
      .toBeLessThan((await page.getByRole('region', { name: 'Person' }).boundingBox())?.y ?? 0);
    await edit(page, 'Person');
    const rightEdge = async (place: Locator) =>
      (await place.boundingBox().then((at) => at && at.x + at.width)) ?? 0;
    expect(await rightEdge(page.getByRole('button', { name: 'Take a photo' }))).toBeLessThan(
      await rightEdge(page.getByRole('region', { name: 'Person' })),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(paths.addStudent);
    await save(page).click();
    await expect(page.getByRole('radiogroup', { name: 'Gender' })).toHaveCSS('box-shadow', /inset/);
  },
);

test(
  'a status that ends something is asked about first',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const guardian = {
      firstName: 'Mani',
      lastName: 'Statustest',
      phone: '020 5552 9101',
      relation: 'mother',
      isPayer: true,
    };
    const child = await createStudent(await api('admin'), {
      firstName: 'Sone',
      lastName: 'Statustest',
      status: 'active',
      guardians: [guardian],
    });
    await openAs('staff', editPath(paths.editStudent, child._id));
    await edit(page, 'School');
    const status = page.getByRole('combobox', { name: /^Status/ });
    await status.selectOption({ label: 'Graduated' });
    await save(page).click();
    const question = page.getByRole('dialog', { name: 'Change the status to “Graduated”?' });
    await expect(question).toContainText('Sone Statustest no longer counts as a current student');
    await question.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('1 change, not saved')).toBeVisible();
    await status.selectOption({ label: 'Inactive' });
    await save(page).click();
    await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  },
);
