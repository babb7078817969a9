import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { doAct, edit, field, recordAct, save, value } from '#e2e/pages/record-form.ts';
import { createParent, createStudent } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

test('an admin adds a parent, is warned of a duplicate, and changes the record', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  await openAs('admin', paths.addParent);
  await field(page, 'First name').fill('ຄຳຫຼ້າ');
  await field(page, 'Last name').fill('ທົດສອບ');
  await field(page, 'Phone').fill('20 5554 3101');
  await field(page, 'Occupation').fill('ຄູ');
  await page.getByRole('combobox', { name: /^Province/ }).selectOption({ label: 'Savannakhet' });
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'ຄຳຫຼ້າ ທົດສອບ' })).toBeVisible();

  // Either the same phone or the same name in another spelling is enough.
  await page.goto(paths.addParent);
  await field(page, 'Phone').fill('020 5554 3101');
  const note = page.getByRole('status').filter({ hasText: 'There may already be a record' });
  await expect(note).toContainText('ຄຳຫຼ້າ ທົດສອບ');
  await field(page, 'Phone').fill('020 5554 3109');
  await expect(note).toHaveCount(0);
  await field(page, 'First name').fill('ຄໍາຫລ້າ');
  await field(page, 'Last name').fill('ທົດສອບ');
  await expect(note).toContainText('ຄຳຫຼ້າ ທົດສອບ');
  await save(page).click();
  const question = page.getByRole('dialog', { name: 'There may already be a record' });
  await question.getByRole('button', { name: 'Check again' }).click();
  await note.getByRole('link', { name: 'Use this one' }).click();
  // Leaving asks about what was typed.
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(value(page, 'Occupation')).toHaveText('ຄູ');

  await edit(page, 'Person');
  await field(page, 'Occupation').fill('ໝໍ');
  await page.getByRole('radio', { name: 'English' }).check();
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(value(page, 'Occupation')).toHaveText('ໝໍ');
  await doAct(page, 'History');
  await expect(page.getByRole('dialog')).toContainText('Preferred language: ລາວ → English');
});

test(
  'a parent’s page lists and merges children; a paying parent is not archived',
  { tag: '@release' },
  async ({ page, openAs, api, complaints }) => {
    complaints.expect(/409 \(Conflict\)/);
    const client = await api('admin');
    const guardian = {
      firstName: 'Vanida',
      lastName: 'Familytest',
      phone: '020 5554 3201',
      relation: 'mother',
      isPayer: true,
    };
    const child = await createStudent(client, {
      firstName: 'Tou',
      lastName: 'Familytest',
      status: 'active',
      guardians: [guardian],
    });
    const parentId = child.guardians[0]?.parentId ?? '';
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs('admin', editPath(paths.editParent, parentId), { language: 'lo' });
    const line = page.getByRole('listitem').filter({ hasText: child.studentCode });
    await expect(line).toContainText('Tou Familytest');
    await expect(line).toContainText(`ແມ່ · ຜູ້ຊຳລະເງິນ · ${word('lo', 'people', 'statuses.active')}`);
    // An admin may not open a student's page.
    await expect(line.getByRole('link')).toHaveCount(0);
    await expectAccessible(page);

    // The way back shares a line with the heading.
    const back = await page
      .getByRole('main')
      .getByRole('link', { name: word('lo', 'common', 'action.back') })
      .boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((heading?.y ?? 0) < (back?.y ?? 0) + (back?.height ?? 0)).toBe(true);

    const lao = (key: string) => word('lo', 'people', key);
    await doAct(page, lao('record.archive'), 'lo');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('ຍ້າຍ');
    await dialog.getByRole('button', { name: lao('record.archive') }).click();
    await expect(dialog.getByRole('alert')).toHaveText('ຍັງມີຂໍ້ມູນອື່ນທີ່ໃຊ້ລາຍການນີ້. ເກັບມ້ຽນບໍ່ໄດ້.');
    await dialog.getByRole('button', { name: word('lo', 'common', 'action.cancel') }).click();

    // An admin merges two records of one child from here.
    const twice = await createStudent(client, {
      firstName: 'Tou',
      lastName: 'Familytest',
      guardians: [{ ...guardian, parentId }],
    });
    await page.reload();
    await page
      .getByRole('listitem')
      .filter({ hasText: child.studentCode })
      .getByRole('button')
      .click();
    await dialog.getByRole('button', { name: new RegExp(twice.studentCode) }).click();
    await dialog.getByRole('button', { name: lao('merge.action'), exact: true }).click();
    await expect(page.getByText(twice.studentCode)).toHaveCount(0);
    await expect(line).toBeVisible();
  },
);

test(
  'a superadmin opens a child from the parent',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const guardian = {
      firstName: 'Vilay',
      lastName: 'Linktest',
      phone: '020 5554 3401',
      relation: 'mother',
      isPayer: true,
    };
    const child = await createStudent(await api('superadmin'), {
      firstName: 'Nang',
      lastName: 'Linktest',
      guardians: [guardian],
    });
    await openAs('superadmin', editPath(paths.editParent, child.guardians[0]?.parentId ?? ''));
    await page.getByRole('link', { name: 'Nang Linktest' }).click();
    await expect(page).toHaveURL(new RegExp(child._id));
    await expect(value(page, 'First name')).toHaveText('Nang');
  },
);

test(
  'archiving a parent asks about unsaved typing, which stays',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const parent = await createParent(await api('admin'), {
      firstName: 'Keo',
      lastName: 'Staletest',
      phone: '020 5554 3301',
    });
    await openAs('admin', editPath(paths.editParent, parent._id));
    await edit(page, 'Person');
    await field(page, 'Occupation').fill('Doctor');
    await doAct(page, 'Archive');
    const question = page.getByRole('dialog', { name: 'Some changes are not saved' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(field(page, 'Occupation')).toHaveValue('Doctor');
    await doAct(page, 'Archive');
    await question.getByRole('button', { name: 'Continue' }).click();
    const archive = page.getByRole('dialog', { name: 'Archive Keo Staletest?' });
    await archive.getByLabel('Reason').fill('Moved away');
    await archive.getByRole('button', { name: 'Archive' }).click();
    await expect(await recordAct(page, 'Restore')).toBeVisible();
    await page.keyboard.press('Escape');
    // The typed text is still there, and waits as a draft too.
    await expect(field(page, 'Occupation')).toHaveValue('Doctor');
  },
);
