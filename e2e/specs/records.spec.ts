import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { edit, field, save, value } from '#e2e/pages/record-form.ts';
import { createStudent } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const mother = {
  firstName: 'Mani',
  lastName: 'Readtest',
  phone: '020 5552 9301',
  relation: 'mother',
  isPayer: true,
};

test('a student is read first, and one section after the other is changed in place', async ({
  page,
  openAs,
  api,
}) => {
  await followDevice(page);
  const child = await createStudent(await api('admin'), {
    firstName: 'Sone',
    lastName: 'Readtest',
    status: 'active',
    guardians: [mother],
  });
  const words = (key: string, values?: Record<string, string>) => word('en', 'record', key, values);
  await openAs('staff', editPath(paths.editStudent, child._id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sone Readtest');
  await expect(page.getByRole('link', { name: words('call.mother') })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Student overview' })).toContainText(
    'The family owes',
  );
  await expect(value(page, 'Nickname')).toHaveText(words('notGiven'));
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await edit(page, 'Person');
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'Nickname').fill('Noy');
  await expectAccessibleInBothThemes(page);
  // Another section asks to save this one, and opens then.
  await edit(page, 'School');
  const question = page.getByRole('dialog', { name: words('saveFirst', { section: 'Person' }) });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(field(page, 'Nickname')).toHaveValue('Noy');
  await edit(page, 'School');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(value(page, 'Nickname')).toHaveText('Noy');
  await expect(page.getByRole('combobox', { name: /^Status/ })).toBeFocused();

  // Cancel gives back what was there, after a question.
  await field(page, 'Grade').fill('M9');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(value(page, 'Grade')).toHaveText(words('notGiven'));
  await expect(page.getByRole('button', { name: 'Edit School', exact: true })).toBeFocused();
  await expect(save(page)).toHaveCount(0);
  await page.reload();
  await expect(value(page, 'Nickname')).toHaveText('Noy');
});

test(
  'the name of a tapped student stands while the record loads',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const child = await createStudent(await api('admin'), {
      firstName: 'Slow',
      lastName: 'Readtest',
      guardians: [{ ...mother, phone: '020 5552 9302' }],
    });
    await openAs('staff', `${paths.students}?search=${child.studentCode}`);
    let go: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (go = resolve));
    await page.route(`**/api/students/${child._id}`, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('link', { name: /Slow Readtest/ }).click();
    await expect(page).toHaveURL(new RegExp(child._id));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slow Readtest');
    await expect(value(page, 'Nickname')).toHaveCount(0);
    go();
    await expect(value(page, 'Nickname')).toBeVisible();
  },
);

test('a note on a student is one act, stands in the timeline, and the parts have addresses', async ({
  page,
  openAs,
  api,
}) => {
  const child = await createStudent(await api('admin'), {
    firstName: 'Noted',
    lastName: 'Readtest',
    guardians: [{ ...mother, phone: '020 5552 9303' }],
  });
  const words = (key: string, values?: Record<string, string>) => word('en', 'record', key, values);
  await openAs('staff', editPath(paths.editStudent, child._id));
  const timeline = page.getByRole('region', { name: words('timeline') });
  await timeline.getByRole('button', { name: words('note'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Asks for Saturdays');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(timeline.getByRole('heading', { name: words('thisWeek') })).toBeVisible();
  await expect(timeline).toContainText(words('noted', { text: 'Asks for Saturdays' }));
  await expect(value(page, 'Note')).toHaveText('Asks for Saturdays');

  const parts = page.getByRole('navigation', { name: words('parts') });
  await parts.getByRole('link', { name: words('scores') }).click();
  await expect(page.getByRole('region', { name: words('scores') })).toContainText(
    words('noScores'),
  );
  await parts.getByRole('link', { name: words('history') }).click();
  await expect(page).toHaveURL(/tab=history/);
  await page.reload();
  await expect(page.getByRole('region', { name: words('history') })).toContainText(
    'Asks for Saturdays',
  );
  await page.goBack();
  await expect(page.getByRole('region', { name: words('scores') })).toBeVisible();
});
