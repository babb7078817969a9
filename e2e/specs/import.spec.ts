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

test('staff correct an import with errors, run it, and undo another one', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.students);
  await openListTool(page, 'Import');
  const dialog = page.getByRole('dialog', { name: 'Import students' });
  await expect(dialog.getByText('The rows are added to the branch Sisattanak.')).toBeVisible();
  await isClean(page);

  const good = 'ນຳເຂົ້າ1,ແກ້ວ,ຊາຍ,31/12/2015,,ແມ່,ແກ້ວ,020 5551 8801,ແມ່,chess';
  await choose(
    page,
    'bad.csv',
    good.replace('2015', '2558'),
    'ນຳເຂົ້າ2,ແກ້ວ,robot,31/12/2017,,ແມ່,ແກ້ວ,020 5551 8801,ແມ່,',
  );
  await expect(
    dialog.getByText('2 rows in bad.csv. Choose what each column contains.'),
  ).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Guardian 1 phone' })).toHaveValue(
    'guardian1Phone',
  );
  await expect(dialog.getByRole('combobox', { name: 'Hobby' })).toHaveValue('');
  await dialog.getByRole('combobox', { name: 'Gender' }).selectOption('');
  await expect(dialog.getByText('Still needed: Gender')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Gender' }).selectOption({ label: 'Gender' });
  await isClean(page);
  await dialog.getByRole('button', { name: 'Check the rows' }).click();

  await expect(dialog.getByText('2 rows need attention')).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: /2 Date of birth 31\/12\/2558 .*Write 2015/ }),
  ).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: /3 Gender robot Choose one of: Female, Male, Other/ }),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
  await isClean(page);
  const problems = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the problems' }).click();
  expect(await readFile(await (await problems).path(), 'utf8')).toContain(
    '"3","Gender","robot","Choose one of: Female, Male, Other"',
  );

  // The file dialog opens at once, and the columns keep their earlier choices.
  const picked = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose the corrected file' }).click();
  await (
    await picked
  ).setFiles(
    file('good.csv', good, good.replace('ນຳເຂົ້າ1', 'ນຳເຂົ້າ2').replace('2015', '2017'), good),
  );
  await expect(dialog.getByText('1 row may already exist')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Leave these rows out' })).toBeChecked();
  const choice = dialog.getByRole('combobox', { name: 'Row 4, ນຳເຂົ້າ1 ແກ້ວ' });
  await choice.selectOption('Add anyway');
  await expect(dialog.getByRole('button', { name: 'Import 3 rows' })).toBeEnabled();
  await expect(dialog.getByRole('radio', { name: 'Leave these rows out' })).not.toBeChecked();
  await dialog.getByRole('radio', { name: 'Leave these rows out' }).check();
  await expect(choice).toHaveValue('skip');
  await isClean(page);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog.getByText('2 rows were added')).toBeVisible();
  await expect(dialog.getByText('Guardians: 1 added, 0 already existed')).toBeVisible();
  await isClean(page);

  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo import' })
    .getByRole('button', { name: 'Back' })
    .click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('searchbox').fill('ນຳເຂົ້າ');
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(2);

  // Takes back another import; the first one stays.
  await openListTool(page, 'Import');
  await choose(page, 'third.csv', good.replace('ນຳເຂົ້າ1', 'ນຳເຂົ້າ3').replace('2015', '2019'));
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo import' })
    .getByRole('button', { name: 'Undo import' })
    .click();
  await expect(dialog.getByText('1 row was removed again')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(2);
});

test(
  'an import uses an existing guardian and is undone later from the recent ones',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    const dialog = page.getByRole('dialog', { name: 'Import students' });
    const bring = async (name: string, ...lines: string[]) => {
      await openListTool(page, 'Import');
      await choose(page, name, ...lines);
      await dialog.getByRole('button', { name: 'Check the rows' }).click();
    };
    const finish = async (button: string) => {
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog.getByText(/rows? (was|were) added/)).toBeVisible();
    };
    const close = () => dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const child = (name: string, mother: string, year: number) =>
      `${name},ຄຳແພງ,ຍິງ,31/12/${year},,${mother},ຄຳແພງ,020 5551 8811,ແມ່,`;
    await bring('first.csv', child('ພີ່', 'ບົວ', 2014));
    await finish('Import 1 row');
    await close();

    await bring('second.csv', child('ນ້ອງ', 'ບົວຄຳ', 2016), child('ຫຼານ', 'ສອນ', 2017));
    await expect(dialog.getByText('2 guardians may already exist')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Use the existing guardians' }).check();
    await dialog.getByRole('combobox', { name: 'Row 3, ສອນ ຄຳແພງ' }).selectOption('Add as new');
    await isClean(page);
    await finish('Import 2 rows');
    await expect(dialog.getByText('Guardians: 1 added, 1 already existed')).toBeVisible();
    await close();
    await page.reload();

    await openListTool(page, 'Import');
    const recent = dialog.getByRole('region', { name: 'Imported in the last 24 hours' });
    await expect(recent.getByRole('row', { name: /second\.csv ດາວວອນ ພົມມະຈັນ .* 2/ })).toBeVisible();
    await isClean(page);
    await recent.getByRole('button', { name: 'Undo the import of second.csv' }).click();
    await page
      .getByRole('dialog', { name: 'Undo import' })
      .getByRole('button', { name: 'Undo import' })
      .click();
    await expect(dialog.getByText('2 rows were removed again')).toBeVisible();
    await close();
    await page.getByRole('searchbox').fill('ຄຳແພງ');
    await expect(page.getByRole('table').getByRole('link')).toHaveText(['ພີ່ ຄຳແພງ']);
    await openListTool(page, 'Import');
    await expect(recent.getByRole('row', { name: /second\.csv/ })).toContainText('Undone');
    await expect(recent.getByRole('button', { name: 'Undo the import of second.csv' })).toHaveCount(
      0,
    );
  },
);

test(
  'an import stops when people were added after its check',
  { tag: '@release' },
  async ({ page, openAs, api, complaints }) => {
    complaints.expect(/409/);
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    await choose(page, 'late.csv', 'ຊ້າ,ກວ່າ,ຍິງ,31/12/1990,020 5551 8821,,,,,');
    const dialog = page.getByRole('dialog', { name: 'Import students' });
    await dialog.getByRole('button', { name: 'Check the rows' }).click();
    await expect(dialog.getByText('1 row is ready')).toBeVisible();
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
    await expect(dialog.getByRole('alert')).toContainText('Somebody has changed these records');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Check the rows' }).click();
    await expect(dialog.getByText('1 row may already exist')).toBeVisible();
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
  'an import of many rows shows its progress and is undone',
  { tag: '@release' },
  async ({ page, openAs }) => {
    const count = 1500;
    const child = (at: number) =>
      `ແຖວ${at},ຫຼາຍ,ຊາຍ,31/12/2015,,ແມ່${at},ຫຼາຍ,020 22${String(at).padStart(6, '0')},ແມ່,`;
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    const dialog = page.getByRole('dialog', { name: 'Import students' });
    await choose(page, 'many.csv', ...Array.from({ length: count }, (_, at) => child(at)));
    await dialog.getByRole('button', { name: 'Check the rows' }).click();
    await dialog.getByRole('button', { name: 'Import 1500 rows' }).click();
    await expect(dialog.getByText(/^[1-9][\d,]* of 1,500$/)).toBeVisible();
    const bar = dialog.getByRole('progressbar');
    await expect(bar).toHaveAttribute('max', String(count));
    expect(Number(await bar.getAttribute('value'))).toBeLessThan(count);
    await expect(dialog.getByText('1500 rows were added')).toBeVisible();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page
      .getByRole('dialog', { name: 'Undo import' })
      .getByRole('button', { name: 'Undo import' })
      .click();
    await expect(dialog.getByText('1500 rows were removed again')).toBeVisible();
  },
);

test(
  'a list with a title, full names and Buddhist years is read, and another sheet is taken',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    const dialog = page.getByRole('dialog', { name: 'Import students' });
    await page.getByLabel('Choose a file').setInputFiles('tests/cases/reading/two-sheets.xlsx');
    await expect(dialog.getByText('Sheet: A1')).toBeVisible();
    await dialog.getByRole('button', { name: 'Take A2 instead (1 row)' }).click();
    await expect(dialog.getByText('Sheet: A2')).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'Back' }).click();

    const list = [
      'ລາຍຊື່ນັກຮຽນ 2026;;;',
      'ຊື່ ແລະ ນາມສະກຸນ;ເພດ;ວັນເກີດ;ເບີໂທ',
      'ໄຊ ພອນ ຄຳດີ;ຊາຍ;05/03/2543;02055518871',
      'ລວມ 1 ຄົນ;;;',
    ];
    await page.getByLabel('Choose a file').setInputFiles({
      ...{ name: 'list.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(list.join('\r\n')),
    });
    await dialog.getByText('2 rows are not part of the table').click();
    await expect(dialog.getByRole('row', { name: /4 Total ລວມ 1 ຄົນ/ })).toBeVisible();
    const leftOut = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download these rows' }).click();
    expect(await readFile(await (await leftOut).path(), 'utf8')).toContain('"4","Total"');
    await dialog.getByRole('button', { name: 'Check the rows' }).click();

    await expect(dialog.getByText(/Row 3 has 05\/03\/2543/)).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'Buddhist years' }).click();
    await expect(dialog.getByText(/means 05\/03\/2000/)).toBeVisible();
    await expect(dialog.getByRole('row', { name: '3 ໄຊ ພອນ ຄຳດີ ໄຊ ພອນ ຄຳດີ' })).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(dialog.getByText('1 row was added')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.reload();
    await page.getByRole('searchbox').fill('ໄຊ ພອນ');
    await expect(page.getByRole('link', { name: /ໄຊ ພອນ/ }).first()).toBeVisible();
  },
);

test(
  'a printed list with titles and headings on each page is read',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    await openListTool(page, 'Import');
    const dialog = page.getByRole('dialog', { name: 'Import students' });
    const lines = [
      'ຊື່ ແລະ ນາມສະກຸນ,ວັນເດືອນປີເກີດ,ເບີໂທ',
      'ທ. ບຸນມີ ໜ້າໜຶ່ງ,2000-05-11,02055647001',
      'ເບີໂທ,ວັນເດືອນປີເກີດ,ຊື່ ແລະ ນາມສະກຸນ',
      '02055647002,13/11/2000,ນາງ ດາວ ໜ້າສອງ',
    ];
    await dialog.getByLabel('Choose a file').setInputFiles({
      ...{ name: 'pages.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(lines.join('\r\n')),
    });
    await dialog.getByRole('button', { name: 'Check the rows' }).click();
    await expect(dialog.getByText('2 titles were taken off names')).toBeVisible();
    await expect(dialog.getByRole('row', { name: '2 ທ. ບຸນມີ ໜ້າໜຶ່ງ ທ. ບຸນມີ ໜ້າໜຶ່ງ Male' })).toBeVisible();
    await isClean(page);
    await dialog.getByRole('button', { name: 'Swap them back' }).click();
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(dialog.getByText('2 rows were added')).toBeVisible();
  },
);
