import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { classRow } from '#contract/classes/classes.ts';
import { courseFee } from '#contract/courses/course-fees.ts';
import { course } from '#contract/courses/courses.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, openTerm } from '#e2e/own-class.ts';
import { ownCourse } from '#e2e/desk-data.ts';
import { createStudent } from '#e2e/people-data.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';

test('a second price for one case is refused, and a used price gets versions', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  const owner = await api('superadmin');
  const english = (await owner.get('/courses', z.array(course))).find(
    ({ code }) => code === 'ENG-A1',
  );
  await openAs('superadmin', `${paths.courses}?search=ENG-A1`);
  await page
    .getByRole('table')
    .getByRole('link', { name: /English A1/ })
    .click();
  await page.getByRole('link', { name: 'Course fees' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Course fees of English A1');
  await page.getByRole('link', { name: 'Add course fee' }).click();
  await expect(page.getByRole('combobox', { name: /^Course/ })).toHaveValue(english?._id ?? '');
  // A new price starts with the branch chosen in the header; this one is for all branches.
  await page.locator('select[name=branchId]').selectOption('');
  await field(page, 'Name').fill('Evening price');
  await field(page, 'Amount').fill('1750000');
  await page.getByRole('combobox', { name: /^Charged/ }).selectOption('Per term');
  await page.getByRole('radio', { name: 'Pay for the sessions left' }).check();
  await expect(
    page.getByText('8 of 24 sessions left: 1,750,000 × 8 ÷ 24 = 583,000 LAK'),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Sessions left' }).fill('24');
  await expect(
    page.getByText('24 of 24 sessions left: 1,750,000 × 24 ÷ 24 = 1,750,000 LAK'),
  ).toBeVisible();
  const note = page.getByRole('status').filter({ has: page.getByRole('link', { name: 'Open' }) });
  await expect(note).toContainText('Another fee already applies to the same case');
  await expect(note).toContainText('1,500,000 LAK');
  await expectAccessible(page);
  await save(page).click();
  await expect(page.locator('[data-save-bar]')).toContainText(
    /Another fee already applies to the same case: .*, 1,500,000 LAK/,
  );
  await page
    .getByRole('button', { name: 'Only for one branch, one term or some students' })
    .click();
  await field(page, 'Price category').fill('evening');
  await expect(note).toBeHidden();
  await save(page).click();
  await expect(page.getByRole('table').getByRole('row', { name: /Evening price/ })).toContainText(
    '1,750,000 LAK',
  );

  const fee = (await owner.get('/course-fees', z.array(courseFee))).find(
    ({ name }) => name === 'Evening price',
  );
  const taught = (await owner.get('/classes', z.array(classRow))).find(
    ({ courseId, status }) => courseId === english?._id && status === 'open',
  );
  if (!fee || !taught) throw new Error('No price or no class');
  await owner.put(`/classes/${taught._id}`, { ...taught, feeId: fee._id }, classRow);
  await page.getByRole('table').getByRole('link', { name: 'Evening price' }).click();
  await field(page, 'Amount').fill('1800000');
  await expect(page.getByText('Records with this fee: 1.')).toBeVisible();
  await field(page, 'Valid from').fill('01/01/2099');
  await save(page).click();
  const versions = page.getByRole('table').getByRole('row', { name: /Evening price/ });
  await expect(versions).toHaveCount(2);
  await expect(versions.filter({ hasText: '1,750,000 LAK' })).toContainText('31/12/2098');
  await expect(versions.filter({ hasText: '1,800,000 LAK' })).toContainText('Future');
  await versions.filter({ hasText: '1,750,000 LAK' }).getByRole('link').click();
  await expect(page.getByText('A newer version has replaced this fee.')).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'History of this fee' }).getByRole('row'),
  ).toHaveCount(3);
  await expect(page.locator('input[name=amount]')).toBeDisabled();
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 800, height: 1280 } });

  test(
    'an admin writes prices of the own branch in Lao, but not those of all',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await page.addInitScript(() => {
        if (localStorage.getItem('root') === null)
          localStorage.setItem(
            'root',
            JSON.stringify({ state: { theme: { theme: 'dark' } }, version: 0 }),
          );
      });
      await openAs('admin', paths.courseFee, { language: 'lo' });
      // Other journeys add prices to this list, so the row is found by a course of the demo centre.
      // Its prices hold everywhere, which the list has no room to say.
      await page
        .getByRole('table')
        .getByRole('row', { name: /ຄ່າຮຽນຕໍ່ພາກ.*ເດັກນ້ອຍ 2/ })
        .getByRole('link')
        .first()
        .click();
      await expect(page.getByText('ຄ່າຮຽນນີ້ແມ່ນຂອງທຸກສາຂາ. ຜູ້ດູແລລະບົບສູງສຸດເປັນຜູ້ແກ້ໄຂ.')).toBeVisible();
      await page.goto(paths.addFee);
      await page.locator('select[name=courseId]').selectOption({ index: 1 });
      await page.locator('input[name=name]').fill('ຄ່າຮຽນ ສີສັດຕະນາກ');
      await page.locator('input[name=amount]').fill('1400000');
      await page.locator('select[name=basis]').selectOption('term');
      await expect(page.locator('select[name=branchId]')).not.toHaveValue('');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'ບັນທຶກ' }).click();
      await expect(
        page.getByRole('table').getByRole('row', { name: /ຄ່າຮຽນ ສີສັດຕະນາກ/ }),
      ).toContainText('1,400,000 LAK');
    },
  );
});

test('an admin adds a discount rule, and the desk applies it to the line', async ({
  page,
  openAs,
  api,
}) => {
  const [admin, clerk] = [await api('admin'), await api('staff')];
  // A letter leads, because four figures are looked for in phones and codes too.
  const code = `K${randomUUID().slice(0, 4).toUpperCase()}`;
  await createStudent(clerk, {
    firstName: 'ຈັນທາ',
    lastName: code,
    dateOfBirth: '1999-03-09',
    phone: '020 5577 1212',
    priceCategory: 'staff',
  });
  const term = await openTerm(admin, {
    code: `S${code}`,
    startDate: addDays(dayInLaos(), 1),
    endDate: addDays(dayInLaos(), 80),
  });
  const { classCode } = await addClass(admin, term, {
    courseId: (await ownCourse(admin))._id,
    slots: [{ weekday: 1, start: '17:00', end: '18:30' }],
  });
  await openAs('admin', paths.courseFee);
  await page.getByRole('link', { name: 'Discounts' }).click();
  await page.getByRole('link', { name: 'Add discount' }).first().click();
  await save(page).click();
  await expect(field(page, 'Name (English)')).toHaveAccessibleDescription(/Required/);
  await field(page, 'Name (English)').fill(`Staff child ${code}`);
  await field(page, 'Name (Lao)').fill('ລູກພະນັກງານ');
  await page.getByRole('combobox', { name: /^Given to/ }).selectOption('Children of staff');
  await page.getByRole('radio', { name: 'Tuition' }).check();
  await field(page, 'Per cent').fill('25');
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByRole('table')).toContainText(`Staff child ${code}`);

  await openAs('staff', paths.newEnrollment);
  await page.getByRole('combobox', { name: 'Find a student or guardian' }).fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
  await page.getByRole('button', { name: classCode }).click();
  await expect(page.getByText(`Staff child ${code}`).first()).toBeVisible();
  await expect(page.getByText(/[−-]250,000/).first()).toBeVisible();
});
