import { studentRecord } from '#contract/people/students.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { doAct, recordAct, value } from '#e2e/pages/record-form.ts';
import { createParent, createStudent } from '#e2e/people-data.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const lastName = 'Mergetest';
const mother = { lastName, relation: 'mother', isPayer: true };

test('a superadmin merges a student who was entered twice, on a phone', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await api('superadmin');
  const first = await createStudent(client, {
    lastName,
    firstName: 'Anousone',
    note: 'Came in May',
    guardians: [{ ...mother, firstName: 'Khamla', phone: '020 5553 1001' }],
  });
  const second = await createStudent(client, {
    lastName,
    firstName: 'Anousone',
    nickname: 'Nou',
    note: 'Likes maths',
    guardians: [{ ...mother, firstName: 'Bounmy', phone: '020 5553 1002' }],
  });
  await openAs('superadmin', editPath(paths.editStudent, second._id));
  await doAct(page, 'Merge');
  const dialog = page.getByRole('dialog', { name: 'Merge with another record' });
  // Possible duplicates are listed before anything is typed.
  await dialog.getByRole('button', { name: new RegExp(first.studentCode) }).click();
  await expect(dialog.getByText('This cannot be undone')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep the other record' }).click();
  const nickname = dialog.getByRole('group', { name: 'Nickname' });
  await expect(nickname.getByRole('radio', { name: /Will be archived/ })).toBeChecked();
  await expect(
    dialog.getByRole('group', { name: 'Note' }).getByRole('radio', { name: /Both/ }),
  ).toBeChecked();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Khamla' })).toContainText('Pays');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Bounmy' })).toContainText(
    'moved to this record',
  );
  await expectAccessible(page);

  // Somebody changes one record meanwhile, so the dialog must be read again before merging.
  await client.put(
    `/students/${first._id}`,
    { ...first, grade: 'M1', _id: undefined },
    studentRecord,
  );
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Another person changed this record');
  await expect(dialog.getByRole('group', { name: 'Grade' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();

  await expect(page.getByText('Merged into Anousone Mergetest')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(first._id));
  await expect(value(page, 'Nickname')).toHaveText('Nou');
  await expect(page.getByRole('list', { name: 'Family' })).toContainText('Bounmy Mergetest');
  await doAct(page, 'History');
  await expect(page.getByRole('dialog')).toContainText(
    `Merged from: None → ${second.studentCode} Anousone Mergetest`,
  );

  await page.goto(editPath(paths.editStudent, second._id));
  await page.getByRole('link', { name: 'Open the record that is kept' }).click();
  await expect(page).toHaveURL(new RegExp(first._id));
  await expect(value(page, 'Nickname')).toHaveText('Nou');
});

test(
  'an admin merges a parent found by phone; a clerk is not offered to merge',
  { tag: '@release' },
  async ({ page, openAs, otherPage, api }) => {
    const client = await api('admin');
    const keep = await createParent(client, {
      firstName: 'Somchit',
      lastName: 'Mergeparent',
      phone: '020 5553 2001',
    });
    await createParent(client, {
      firstName: 'Chit',
      lastName: 'Mergeparent',
      phone: '020 5553 2002',
      occupation: 'Nurse',
    });
    await openAs('admin', editPath(paths.editParent, keep._id));
    await doAct(page, 'Merge');
    const dialog = page.getByRole('dialog', { name: 'Merge with another record' });
    await dialog.getByRole('searchbox', { name: 'Find the other record' }).fill('53 2002');
    await dialog.getByRole('button', { name: /Chit Mergeparent/ }).click();
    await dialog
      .getByRole('group', { name: 'Phone' })
      .getByRole('radio', { name: /Will be archived/ })
      .check();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(value(page, 'Occupation')).toHaveText('Nurse');
    await expect(value(page, 'Phone')).toHaveText('020 5553 2002');

    const student = await createStudent(client, {
      lastName,
      firstName: 'Noy',
      guardians: [{ ...mother, firstName: 'Noy', phone: '020 5553 2003' }],
    });
    const clerk = await otherPage();
    await openAs('staff', editPath(paths.editStudent, student._id), { page: clerk });
    await expect(await recordAct(clerk, 'Archive')).toBeVisible();
    await expect(clerk.getByRole('menuitem', { name: 'Merge', exact: true })).toHaveCount(0);
  },
);
