import { sessionAttendance } from '#contract/classes/attendance.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { classPage, forgottenSession } from '#e2e/class-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { printed } from '#e2e/pdf.ts';
import { scan } from '#e2e/stock-data.ts';
import { word } from '#e2e/words.ts';
import { paths } from '#src/lib/paths.ts';
import { studentCardsPath } from '#src/entities/report/report-paths.ts';

test('a scanned student card marks the register and finds its student everywhere', async ({
  page,
  openAs,
  api,
}) => {
  const clerk = await api('staff');
  const { _id, classId } = await forgottenSession(await api('admin'));
  const register = () => clerk.get(`/class-sessions/${_id}/attendance`, sessionAttendance);
  const [student] = (await register()).students.filter(({ hasJoined }) => hasJoined);
  if (!student) throw new Error('Nobody in the class');
  await followDevice(page);
  await openAs('staff', studentCardsPath({ class: classId }));
  await expect(page.getByRole('main')).toContainText(student.studentCode);
  // Print before axe runs, because axe disables the print rules.
  const paper = await printed(page);
  expect([paper.widthMm, paper.heightMm]).toEqual([210, 297]);
  expect(paper.text).toContain(student.studentCode);
  await expectAccessibleInBothThemes(page);

  await page.goto(classPage(classId, 'attendance', _id));
  await page
    .getByRole('button', { name: word('en', 'class-page', 'attendance.untilScanned') })
    .click();
  const row = page.locator(`[data-student="${student.studentId}"]`);
  await expect(row).toHaveAttribute('data-status', 'absent');
  await scan(page, student.studentCode);
  await expect(row).toHaveAttribute('data-status', /present|makeup/);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: word('en', 'class-page', 'attendance.take') }).click();
  await expect
    .poll(
      async () =>
        (await register()).students
          .map(({ mark }) => mark?.status)
          .filter((status) => status !== 'absent').length,
    )
    .toBe(1);

  await page.goto(paths.students);
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await scan(page, student.studentCode);
  await expect(page).toHaveURL(new RegExp(`search=${student.studentCode}`, 'i'));
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2);

  await page.goto(paths.newEnrollment);
  await expect(page.getByRole('combobox', { name: word('en', 'desk', 'who.find') })).toBeFocused();
  await scan(page, student.studentCode);
  await expect(page.getByRole('button', { name: new RegExp(student.studentCode) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('combobox', { name: word('en', 'desk', 'who.find') })).toHaveValue(
    '',
  );
  // The finder loads after the page.
  await expect(page.getByRole('button', { name: word('en', 'find', 'open') })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: word('en', 'find', 'what') })).toBeFocused();
  await scan(page, student.studentCode);
  // A family that was only looked at is nothing to lose, so nobody asks.
  await expect(page).toHaveURL(new RegExp(`${paths.editStudent}.*${student.studentId}`));
});
