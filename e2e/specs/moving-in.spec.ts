import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

const HEAD = 'Student code,Full name,Gender,Date of birth,Phone';
const sheet = (...lines: string[]) => ({
  name: 'students.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines].join('\r\n')),
});

const MOVING_IN = `${paths.schoolInfo}?view=moving-in`;
/** The branch of the rows of a file that name none. */
const chooseBranch = (page: Page) =>
  page.getByRole('combobox', { name: 'Branch for rows without one' }).selectOption({ index: 1 });

test('an owner moves sheets in, mends a cell, imports the rest, and takes everything back', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.schoolInfo);
  await page.getByRole('link', { name: 'Moving in' }).click();
  await chooseBranch(page);
  await page
    .getByLabel('Choose files')
    .setInputFiles(
      sheet(
        'MV-1,ຍ້າຍໜຶ່ງ ວົງສາ,ຍິງ,01/02/2001,020 5551 6601',
        'MV-2,ຍ້າຍສອງ ວົງສາ,x,31/02/2002,020 5551 6602',
        'MV-3,ຍ້າຍສາມ ວົງສາ,ຍິງ,03/02/2003,020 5551 6603',
      ),
    );
  await expect(page.getByRole('heading', { level: 1, name: /students\.csv/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeEnabled();
  const made = page.getByRole('table', { name: 'By sheet and branch' });
  await expect(made.getByRole('row', { name: /^Students · \w+ 2 0 0$/ })).toBeVisible();
  const stays = page.getByRole('group', { name: 'What stays out' });
  await expect(stays.getByRole('row', { name: 'Students 1 0 0 – –' })).toBeVisible();
  await expectAccessible(page, 'moving in');

  // A bad row stops no other one.
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 rows are imported.')).toBeVisible();
  const cell = page.getByRole('textbox', { name: 'Date of birth' });
  await expect(cell).toHaveValue('31/02/2002');
  await cell.fill('28/02/2002');
  const useThis = page.getByRole('button', { name: 'Use this', exact: true });
  await useThis.last().click();
  // The row says at once which of its two problems is left, though no count has changed.
  await expect(cell).toBeHidden();
  // Its button is gone, and the next act has the focus.
  const gender = page.getByRole('textbox', { name: 'Gender' });
  await expect(gender).toBeFocused();
  await gender.fill('ຊາຍ');
  await useThis.click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('3 rows are imported.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('3 rows are imported.')).toBeVisible();

  await page.getByRole('button', { name: 'Take everything back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take everything back' }).click();
  await expect(page.getByText('3 rows were taken back.')).toBeVisible();
});

test('an owner moves accounts in, and the passwords are shown once for paper', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', MOVING_IN);
  await chooseBranch(page);
  await page.getByLabel('Choose files').setInputFiles({
    name: 'accounts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Full name,Role,E-mail,Phone', 'ຄຳຫຼ້າ ສີວິໄລ,staff,,', 'ນິດ ມະນີ,staff,nit@example.test,'].join(
        '\r\n',
      ),
    ),
  });
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 people have not signed in yet.')).toBeVisible();
  const make = page.getByRole('button', { name: 'Make and print the passwords' });
  await make.click();
  await expect(page.getByText('These passwords are shown only now')).toBeVisible();
  const shown = page.getByRole('region', { name: 'Temporary passwords' });
  const passwords = shown.locator('[data-temporary-password]');
  await expect(passwords).toHaveCount(2);
  await expect(shown).toContainText('nit@example.test');
  await expectAccessible(page, 'passwords of a move');
  const first = (await passwords.first().innerText()).replaceAll(/\s/g, '');

  // Leaving loses them, so it is asked first.
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'These passwords are shown only now' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(passwords).toHaveCount(2);
  await page.getByRole('button', { name: 'Printed: close the sheet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Printed: close the sheet' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(first.slice(0, 4) + first.slice(4, 8));

  // Another press ends the ones before, and says so.
  await make.click();
  await expect(page.getByRole('dialog')).toContainText(
    'The passwords on the earlier sheet stop working',
  );
});

test('an owner writes a debt of the old book, compares both books, and signs', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', MOVING_IN);
  await chooseBranch(page);
  const choose = page.getByLabel('Choose files');
  await choose.setInputFiles(sheet('MV-9,ຍ້າຍເກົ້າ ວົງສາ,ຍິງ,01/02/2001,020 5551 6609'));
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 row is imported.')).toBeVisible();
  await page.goto(MOVING_IN);
  await chooseBranch(page);
  await choose.setInputFiles({
    name: 'balances.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Student,Owes or credit,Amount,Due date,For', 'MV-9,owes,1200000,15/10/2026,Book'].join(
        '\r\n',
      ),
    ),
  });
  await page.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Write 1 row today' }).click();
  await page.getByRole('link', { name: 'Compare with the old book' }).click();

  await expect(page.getByText('No family differs.')).toBeVisible();
  await expect(page.getByText('Every row with money is imported.')).toBeVisible();
  await expectAccessible(page, 'comparison of a move');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText('Not signed yet')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeHidden();
});
