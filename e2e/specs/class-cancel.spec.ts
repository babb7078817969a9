import { randomUUID } from 'node:crypto';
import { dayInLaos, addDays, mondayOf } from '#contract/dates.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { classPage } from '#e2e/class-data.ts';
import { ownCourse } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm } from '#e2e/own-class.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const monday = mondayOf(dayInLaos());
const weekly = (weekdays: readonly number[], start: string, end: string) =>
  weekdays.map((weekday) => ({ weekday, start, end }));

test.beforeEach(({ page }) => followDevice(page));

test('a clerk cancels a class and decides for every student where they go', async ({
  page,
  openAs,
  api,
}) => {
  const clerk = await api('staff');
  const term = await openTerm(clerk, {
    code: 'C3',
    startDate: addDays(monday, -14),
    endDate: addDays(monday, 27),
  });
  const [ending, target] = [
    await addClass(clerk, term, { slots: weekly([6], '05:00', '05:30') }),
    await addClass(clerk, term, {
      slots: weekly([7], '05:00', '05:30'),
      capacity: 2,
      minStudents: 1,
    }),
  ];
  const names = ['ສົມໄຊ', 'ວັນນາ', 'ຄຳພອນ'];
  await enrolNew(await api('admin'), ending, names);
  await openAs('staff', editPath(paths.editClass, ending._id));
  await page.getByRole('button', { name: 'Cancel class' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox')).toHaveCount(4);
  const [everybody, each] = [
    dialog.getByRole('combobox', { name: 'Everyone' }),
    names.map((name) => dialog.getByRole('combobox', { name: new RegExp(`^${name}`) })),
  ];
  const goTo = async () => Promise.all(each.map(async (one) => one.inputValue()));
  // Only as many students move as there are seats.
  await everybody.selectOption({ value: target._id });
  expect((await goTo()).toSorted()).toEqual(['', target._id, target._id]);
  await expect(everybody).toHaveValue('mixed');
  await everybody.selectOption({ label: 'Withdraw, no charge' });
  expect(await goTo()).toEqual(['', '', '']);
  await dialog.getByRole('combobox', { name: /^ສົມໄຊ/ }).selectOption({ value: target._id });
  await dialog.getByRole('button', { name: 'Cancel class' }).click();
  const why = dialog.getByRole('textbox', { name: 'Why the class is cancelled' });
  await expect(why).toHaveAccessibleDescription('Enter a reason');
  await expect(why).toBeFocused();
  await why.fill('Too few students');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancel class' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await page.goto(classPage(target._id, 'roster'));
  await expect(page.getByRole('table')).toContainText('ສົມໄຊ');
});

test('a clerk cancels a paid class: one student moves, one asks for a refund', async ({
  page,
  openAs,
  api,
}) => {
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const term = await openTerm(clerk, {
    code: 'C6',
    startDate: addDays(monday, 7),
    endDate: addDays(monday, 48),
  });
  const { _id: courseId } = await ownCourse(admin);
  const [ending, target] = [
    await addClass(clerk, term, { courseId, slots: weekly([6], '06:00', '06:30') }),
    await addClass(clerk, term, { courseId, slots: weekly([7], '06:00', '06:30') }),
  ];
  const children = [];
  for (const firstName of ['ແກ້ວ', 'ມະນີ', 'ທິບ'])
    children.push(
      await createStudent(clerk, {
        firstName,
        lastName: 'ຍົກເລີກ',
        dateOfBirth: '1999-03-09',
        phone: '020 5599 2040',
      }),
    );
  const places = children.map(({ _id: studentKey }) => ({
    key: randomUUID(),
    studentKey,
    classId: ending._id,
    acceptWarnings: true,
  }));
  // One order for three students, of which 2,500,000 are paid.
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey: children[0]?._id },
    places,
    tenders: [cash(2_500_000)],
  });
  await openAs('staff', editPath(paths.editClass, ending._id));
  await page.getByRole('button', { name: 'Cancel class' }).click();
  const dialog = page.getByRole('dialog');
  const money = (name: string) =>
    dialog.getByRole('combobox', { name: new RegExp(`^(Tuition of|Money left over for) ${name}`) });
  await dialog.getByRole('combobox', { name: /^ທິບ/ }).selectOption({ value: target._id });
  await expect(dialog).toContainText(`Tuition in ${target.classCode}: 1,000,000`);
  // The unpaid part is taken off the order once, with the first student who leaves.
  await expect(money('ມະນີ')).toHaveAccessibleDescription(
    /Not paid: it only lowers what is owed: 500,000 LAK\s·\sAvailable to give back: 500,000 LAK/,
  );
  await expect(money('ແກ້ວ')).toHaveAccessibleDescription(/Available to give back: 1,000,000 LAK/);
  await expect(money('ແກ້ວ')).not.toHaveAccessibleDescription(/Not paid/);
  await money('ແກ້ວ').selectOption('Refund');
  await dialog
    .getByRole('textbox', { name: 'Why the class is cancelled' })
    .fill('The teacher left');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancel class' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await page.goto(orderPath(order._id));
  await expect(
    page
      .getByRole('region', { name: word('en', 'orders', 'balance.title') })
      .getByRole('row')
      .last()
      .getByRole('cell')
      .last(),
  ).toHaveText('0');
  await page.goto(classPage(target._id, 'roster'));
  await expect(page.getByRole('table')).toContainText('ທິບ');
});
