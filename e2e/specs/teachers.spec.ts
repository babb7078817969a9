import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { teacher } from '#contract/people/teachers.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { doAct, edit, field, recordAct, save, value } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

const fillName = async (page: Page, first: string) => {
  await field(page, 'First name').fill(first);
  await field(page, 'Last name').fill('ແສງສຸລິຍາ');
  await page.getByRole('radio', { name: 'Female' }).check();
  await field(page, 'Phone').fill('020 5555 8123');
};

test('a clerk adds a teacher whose unavailable times may not overlap', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/400 \(Bad Request\)/);
  await openAs('staff', paths.teachers);
  await page.getByRole('link', { name: 'Add teacher profile' }).click();
  await fillName(page, 'ກິ່ງແກ້ວ');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await expect(
    page.getByRole('group', { name: 'Branches' }).getByRole('checkbox', { name: 'Sisattanak' }),
  ).toBeChecked();
  // The label is for screen readers, because the heading of the section shows it.
  await expect(page.locator('label > span', { hasText: 'Branches' })).toHaveCSS('width', '1px');
  for (const [from, to] of [
    ['8:00', '11:30'],
    ['11.00', '12:00'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a time' }).click();
    const row = page.getByRole('group', { name: /^Time \d$/ }).last();
    await row.getByRole('textbox', { name: /^From/ }).fill(from);
    await row.getByRole('textbox', { name: /^To/ }).fill(to);
  }
  await save(page).click();
  const second = page
    .getByRole('group', { name: 'Time 2' })
    .getByRole('textbox', { name: /^From/ });
  await expect(second).toHaveAccessibleDescription(/overlaps/);
  await expect(second).toBeFocused();
  await second.fill('11:30');
  await save(page).click();

  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('ກິງແກ້ວ ແສງ');
  await page.getByRole('table').getByRole('link', { name: 'ກິ່ງແກ້ວ ແສງສຸລິຍາ' }).click();
  await expect(value(page, 'Unavailable times')).toContainText('08:00–11:30');
});

test(
  'a teacher given a second branch is seen by its staff',
  { tag: '@release' },
  async ({ page, openAs, otherPage, api }) => {
    const owner = await api('superadmin');
    const away = (await owner.get('/branches', z.array(branch))).find(({ code }) => code === 'PKS');
    const taught = {
      firstName: 'ບຸນມີ',
      lastName: 'ສອງສາຂາ',
      phone: '020 5555 8124',
      gender: 'male',
      branchIds: [away?._id],
    };
    const { _id } = await owner.post('/teachers', taught, teacher);
    // An admin may not open the page of teachers, so a clerk looks.
    const clerk = await otherPage();
    await openAs('staff', `${paths.teachers}?search=ສອງສາຂາ`, { page: clerk });
    await expect(clerk.getByText('Nothing found for “ສອງສາຂາ”')).toBeVisible();

    await openAs('superadmin', `${paths.teachers}?search=ສອງສາຂາ`);
    await new Shell(page).pickBranch();
    await page.getByRole('table').getByRole('link', { name: 'ບຸນມີ ສອງສາຂາ' }).click();
    await edit(page, 'Branches');
    const group = page.getByRole('group', { name: 'Branches' }).last();
    await expect(group.getByRole('checkbox', { name: 'Pakse' })).toBeChecked();
    await group.getByRole('checkbox', { name: 'Sisattanak' }).check();
    await save(page).click();
    await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();

    expect((await (await api('admin')).get(`/teachers/${_id}`, teacher)).branchIds).toHaveLength(2);
    await clerk.reload();
    await expect(clerk.getByRole('table').getByRole('link', { name: 'ບຸນມີ ສອງສາຂາ' })).toBeVisible();
  },
);

test('a clerk archives a teacher with a reason, and the history tells every change', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.addTeacher);
  await fillName(page, 'ດວງຈັນ');
  await field(page, 'Date of birth').fill('20/05/1990');
  await field(page, 'Start date').fill('01/09/2026');
  await page.getByRole('combobox', { name: /^Employment type/ }).selectOption('Part-time');
  await save(page).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('ດວງຈັນ');
  await page.getByRole('table').getByRole('link', { name: 'ດວງຈັນ ແສງສຸລິຍາ' }).click();
  await expect(value(page, 'Date of birth')).toHaveText('20/05/1990');
  await expect(value(page, 'Start date')).toHaveText('01/09/2026');
  await edit(page, 'Work');
  const employment = page.getByRole('combobox', { name: /^Employment type/ });
  await expect(employment).toHaveValue('part');
  await employment.selectOption('Freelance');
  await expectAccessible(page);
  await save(page).click();
  await expect(value(page, 'Employment type')).toHaveText('Freelance');

  await doAct(page, 'Archive');
  const question = page.getByRole('dialog', { name: 'Archive ດວງຈັນ ແສງສຸລິຍາ?' });
  await question.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(question.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason');
  await question.getByRole('textbox').fill('ຍ້າຍແຂວງ');
  await question.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(await recordAct(page, 'Restore')).toBeVisible();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of ດວງຈັນ ແສງສຸລິຍາ' });
  await expect(history).toContainText('Reason: None → ຍ້າຍແຂວງ');
  await expect(history).toContainText('Employment type: Part-time → Freelance');
  await history.getByRole('button', { name: 'Close' }).last().click();

  await doAct(page, 'Restore');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(await recordAct(page, 'Archive')).toBeVisible();
});

test('an admin adds a rate, which a clerk does not see, and a large raise is signed', async ({
  page,
  openAs,
  otherPage,
  api,
  complaints,
}) => {
  const owner = await api('superadmin');
  const home = (await owner.get('/branches', z.array(branch))).find(({ code }) => code === 'VTE');
  const person = { firstName: 'ຈັນທາ', lastName: 'ຄ່າສອນ', phone: '020 5555 8125', gender: 'female' };
  const { _id } = await owner.post('/teachers', { ...person, branchIds: [home?._id] }, teacher);

  await openAs('admin', `${paths.attendanceReports}?view=pay`);
  await page.getByRole('combobox', { name: 'Teacher' }).selectOption('ຈັນທາ ຄ່າສອນ');
  const rates = page.getByRole('region', { name: 'Pay rates' });
  await expect(rates).toContainText('No rate yet');
  await rates.getByRole('button', { name: 'Add a rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a rate' });
  await dialog.getByRole('radio', { name: 'Session' }).check();
  await dialog.getByRole('textbox', { name: /^Rate/ }).fill('150.000');
  const day = dialog.getByRole('textbox', { name: /^Valid from/ });
  const today = await day.inputValue();
  await day.fill('01/01/2026');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expect(day).toHaveAccessibleDescription(/Not before 01.*Not before 01/);
  await day.fill(today);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(rates.getByRole('row').last()).toContainText(`${today} –`);
  await expect(rates.getByRole('row').last()).toContainText('150,000 LAK');

  // A third more needs a second person, who reads the sums and signs on this screen.
  complaints.expect(/409.*\/rates/);
  await rates.getByRole('button', { name: 'Add a rate' }).click();
  await dialog.getByRole('textbox', { name: /^Rate/ }).fill('200.000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const signing = page.getByRole('dialog', { name: 'Approval by a second person' });
  await expect(signing).toContainText('ຈັນທາ ຄ່າສອນ · Session · Valid from');
  await expect(signing).toContainText('150,000 LAK → 200,000 LAK is 33.3 % more');
  await expectAccessible(page);
  // Without a signature nothing is saved, and nothing that was typed is lost.
  await signing.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('textbox', { name: /^Rate/ })).toHaveValue('200,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await signing.getByLabel('E-mail').fill(demoEmail('superadmin'));
  await signing.getByLabel('Password').fill(DEMO_PASSWORD);
  await signing.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toBeHidden();
  await expect(rates.getByRole('row').filter({ hasText: '200,000 LAK' })).toContainText(
    'approved by',
  );

  // Finance reads the pay sheet and the rates, and adds none.
  const finance = await otherPage();
  await openAs('finance', `${paths.attendanceReports}?view=pay`, { page: finance });
  await finance.getByRole('combobox', { name: 'Teacher' }).selectOption('ຈັນທາ ຄ່າສອນ');
  await expect(finance.getByRole('region', { name: 'Pay rates' })).toContainText('200,000 LAK');
  await expect(finance.getByRole('button', { name: 'Add a rate' })).toHaveCount(0);

  const clerk = await otherPage();
  await openAs('staff', `${paths.editTeacher}?id=${_id}`, { page: clerk });
  await expect(value(clerk, 'First name')).toHaveText('ຈັນທາ');
  await expect(clerk.getByText('Pay rates')).toHaveCount(0);
});
