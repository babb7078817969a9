import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openListTool } from '#e2e/list-tools.ts';
import { paths } from '#src/lib/paths.ts';

const HEAD =
  'First name,Last name,Gender,Date of birth,Phone,Guardian 1 first name,Guardian 1 last name,Guardian 1 phone,Guardian 1 relation,Hobby';
const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines].join('\r\n')),
});
const choose = (page: Page, ...args: Parameters<typeof file>) =>
  page.getByLabel('Choose a file').setInputFiles(file(...args));
const isClean = (page: Page) => expectAccessible(page, 'import', 'dialog[open]');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import students' });

/** Takes everything of the open import back. */
async function takeBack(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Take everything back' }).click();
  await page
    .getByRole('dialog', { name: 'Take everything back?' })
    .getByRole('button', { name: 'Take everything back' })
    .click();
}

test('staff import the good rows, correct a cell, leave a row out, and undo it all', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.students);
  await openListTool(page, 'Import');
  const dialog = dialogOf(page);
  await expect(dialog.getByText('The rows are added to the branch Sisattanak.')).toBeVisible();
  await isClean(page);

  const good = 'ນຳເຂົ້າ1,ແກ້ວ,ຊາຍ,31/12/2015,,ແມ່,ແກ້ວ,020 5551 8801,ແມ່,chess';
  await choose(
    page,
    'list.csv',
    good,
    'ນຳເຂົ້າ2,ແກ້ວ,robot,31/12/2017,,ແມ່,ແກ້ວ,020 5551 8801,ແມ່,',
    'ນຳເຂົ້າ3,ແກ້ວ,ຍິງ,31/02/2018,,ແມ່,ແກ້ວ,020 5551 8801,ແມ່,',
    good,
  );
  await expect(dialog.getByRole('heading', { name: 'list.csv' })).toBeVisible();
  await expect(dialog.getByText('1 column was not taken: Hobby')).toBeVisible();
  await isClean(page);
  // Bad rows stop no good one.
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByText('1 row is imported.')).toBeVisible();

  const cell = dialog.getByRole('textbox', { name: 'Gender' });
  await expect(cell).toHaveValue('robot');
  await expect(dialog.getByText('Choose one of: Female, Male, Other')).toBeVisible();
  await cell.fill('ຊາຍ');
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'ນຳເຂົ້າ2' })
    .getByRole('button', { name: 'Use this' })
    .click();
  const twice = dialog.getByRole('listitem').filter({ hasText: 'has the same phone' });
  await expect(twice.or(dialog.getByText(/There is ST-\S+ ນຳເຂົ້າ1/))).toBeVisible();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'ນຳເຂົ້າ3' })
    .getByRole('button', { name: 'Leave this row out' })
    .click();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByText('2 rows are imported.')).toBeVisible();
  await isClean(page);

  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('searchbox').fill('ນຳເຂົ້າ');
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(2);

  // The import is opened again from the recent ones, and taken back.
  await openListTool(page, 'Import');
  await dialog.getByRole('button', { name: 'Open the import of list.csv' }).click();
  await takeBack(page);
  await expect(dialog.getByText('2 rows were taken back.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await expect(dialog.getByRole('row', { name: /list\.csv .* 0 Undone/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(0);
});

test(
  'an import uses an existing guardian, and asks once for the rows of one guardian',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    const dialog = dialogOf(page);
    const child = (name: string, mother: string, year: number) =>
      `${name},ຄຳແພງ,ຍິງ,31/12/${year},,${mother},ຄຳແພງ,020 5551 8811,ແມ່,`;
    await openListTool(page, 'Import');
    await choose(page, 'first.csv', child('ພີ່', 'ບົວ', 2014));
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(dialog.getByText('1 row is imported.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Choose another file' }).click();

    await choose(page, 'second.csv', child('ນ້ອງ', 'ບົວຄຳ', 2016), child('ຫຼານ', 'ບົວຄຳ', 2017));
    const asked = dialog.getByText(/There is ບົວ ຄຳແພງ .* Is this guardian another person\?/);
    await expect(asked).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'No', exact: true }).click();
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(dialog.getByText('2 rows are imported.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('searchbox').fill('ບົວ ຄຳແພງ');
    await expect(page.getByRole('table').getByRole('link', { name: /ຄຳແພງ$/ })).toHaveCount(3);
  },
);

test(
  'an import asks about people who were added after its check',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    await choose(page, 'late.csv', 'ຊ້າ,ກວ່າ,ຍິງ,31/12/1990,020 5551 8821,,,,,');
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('button', { name: 'Import 1 row' })).toBeEnabled();
    const clerk = await api('staff');
    const { branchId } = await clerk.get('/auth/me', z.object({ branchId: z.string() }));
    const arrived = {
      firstName: 'ຊ້າ',
      lastName: 'ກວ່າ',
      gender: 'female',
      dateOfBirth: '1990-12-31',
      phone: '020 5551 8821',
      homeBranchId: branchId,
      guardians: [],
    };
    await clerk.post('/students', arrived, z.looseObject({}));
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(dialog.getByText(/There is ST-\S+ ຊ້າ ກວ່າ with the same phone/)).toBeVisible();
  },
);

test('a file that is no table is refused in words, and the dialog closes', async ({
  page,
  openAs,
  complaints,
}) => {
  await openAs('staff', paths.students);
  await openListTool(page, 'Import');
  complaints.expect(/400/);
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'photo.xlsx',
    mimeType: '',
    buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
  });
  await expect(page.getByRole('alert')).toContainText('The letters of this file could not be read');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'an import of many rows goes on while the dialog is closed, and is undone',
  { tag: '@release' },
  async ({ page, openAs }) => {
    const count = 1500;
    const child = (at: number) =>
      `ແຖວ${at},ຫຼາຍ,ຊາຍ,31/12/2015,,ແມ່${at},ຫຼາຍ,020 22${String(at).padStart(6, '0')},ແມ່,`;
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    const dialog = dialogOf(page);
    await choose(page, 'many.csv', ...Array.from({ length: count }, (_, at) => child(at)));
    await dialog.getByRole('button', { name: 'Import 1,500 rows' }).click();
    await page.keyboard.press('Escape');
    await openListTool(page, 'Import');
    await dialog.getByRole('button', { name: 'Open the import of many.csv' }).click();
    await expect(dialog.getByText('1,500 rows are imported.')).toBeVisible();
    await takeBack(page);
    await expect(dialog.getByText('1,500 rows were taken back.')).toBeVisible();
  },
);

test(
  'a list with a title, full names and Buddhist years is read, and a sheet is left out',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    const dialog = dialogOf(page);
    await page.getByLabel('Choose a file').setInputFiles('tests/cases/reading/two-sheets.xlsx');
    await expect(dialog.getByRole('button', { name: 'Import 2 rows' })).toBeVisible();
    await dialog
      .getByRole('region', { name: 'A2' })
      .getByRole('combobox', { name: 'What this sheet is' })
      .selectOption('Left out');
    await expect(dialog.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'Choose another file' }).click();

    const list = [
      'ລາຍຊື່ນັກຮຽນ 2026;;;',
      'ຊື່ ແລະ ນາມສະກຸນ;ເພດ;ວັນເກີດ;ເບີໂທ',
      'ທ. ໄຊ ພອນ ຄຳດີ;ຊາຍ;05/03/2543;02055518871',
      'ລວມ 1 ຄົນ;;;',
    ];
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(list.join('\r\n')),
    });
    await dialog.getByText('2 rows are not part of the table').click();
    await expect(dialog.getByRole('row', { name: /4 Total ລວມ 1 ຄົນ/ })).toBeVisible();
    const leftOut = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download these rows' }).click();
    expect(await readFile(await (await leftOut).path(), 'utf8')).toContain('"4","Total"');

    await expect(dialog.getByText(/Row 3 has 05\/03\/2543/)).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'Buddhist years' }).click();
    await expect(dialog.getByText(/means 05\/03\/2000/)).toBeVisible();
    await expect(dialog.getByText(/first name ໄຊ ພອນ, last name ຄຳດີ/)).toBeVisible();
    await expect(dialog.getByText(/is read as the title ທ\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(dialog.getByText('1 row is imported.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.reload();
    await page.getByRole('searchbox').fill('ໄຊ ພອນ');
    await expect(page.getByRole('link', { name: /ໄຊ ພອນ/ }).first()).toBeVisible();
  },
);
