import { assessment, scoreSheet } from '#contract/classes/assessments.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { classPage } from '#e2e/class-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm } from '#e2e/own-class.ts';
import { likeAPerson } from '#e2e/typing.ts';

/** A new class with five students and one assessment that has the whole weight. */
async function markedClass(client: ApiClient, year = 2032): Promise<string> {
  const term = await openTerm(client, {
    code: `SCO-${Date.now() % 100_000}`,
    startDate: `${year}-01-05`,
    endDate: `${year}-02-01`,
  });
  const one = await addClass(
    client,
    term,
    { slots: [{ weekday: 7, start: '05:00', end: '05:50' }] },
    'running',
  );
  await enrolNew(client, one, ['ກຸຫຼາບ', 'ຈຳປາ', 'ດາວ', 'ບົວ', 'ພອນ']);
  const final = await client.post(
    `/classes/${one._id}/assessments`,
    { name: 'Final', type: 'final', maxScore: 100, weight: 100, status: 'open' },
    assessment,
  );
  const { students } = await client.get(`/classes/${one._id}/scores`, scoreSheet);
  const was = { score: null, mark: null };
  const cells = students.map(({ enrolmentId }, at) => ({
    assessmentId: final._id,
    enrolmentId,
    score: 40 + 10 * at,
    mark: null,
    was,
  }));
  await client.put(`/classes/${one._id}/scores`, { cells }, scoreSheet);
  return one._id;
}

test('a clerk types and pastes scores, corrects one too high, and decides results', async ({
  page,
  openAs,
  api,
  context,
  complaints,
}) => {
  complaints.expect(/400 \(Bad Request\)/);
  const clerk = await api('staff');
  const classId = await markedClass(await api('admin'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs('staff', classPage(classId, 'scores'));
  await page.getByRole('button', { name: 'Add assessment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add assessment' });
  await dialog.getByLabel('Name').fill('Dictation');
  await dialog.getByLabel('Full score').fill('10');
  await dialog.getByLabel('Weight, %').fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('At most 0')).toBeVisible();
  await dialog.getByLabel('Weight, %').fill('0');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const grid = page.getByRole('grid', { name: 'Scores' });
  const column = grid.getByRole('textbox', { name: /, Dictation$/ });
  await expect(column.first()).toBeVisible();

  // Typing, Enter, arrows, Escape.
  await column.first().focus();
  await page.keyboard.type('7,5', likeAPerson);
  await page.keyboard.press('Enter');
  await expect(column.nth(1)).toBeFocused();
  await page.keyboard.type('12', likeAPerson);
  await expect(column.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await expect(column.nth(1)).toHaveAccessibleDescription('At most 10');
  await expect(page.getByText('Scores to correct: 1')).toBeVisible();
  await column.first().focus();
  await page.getByRole('button', { name: 'Show the first one' }).click();
  await expect(column.nth(1)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save scores' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(column.nth(1)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await expect(column.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => navigator.clipboard.writeText('9.25\nabs\nex\n'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(column.nth(3)).toHaveValue('ex');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save scores' }).click();
  await expect(page.getByText(/^Saved(: |$)/).last()).toBeVisible();
  const sheet = await clerk.get(`/classes/${classId}/scores`, scoreSheet);
  const dictation = sheet.assessments.find(({ name }) => name === 'Dictation')?._id;
  const given = sheet.students.map(({ enrolmentId }) =>
    sheet.scores.find((one) => one.enrolmentId === enrolmentId && one.assessmentId === dictation),
  );
  expect(given.slice(0, 4).map((one) => one?.mark ?? one?.score)).toEqual([
    7.5,
    9.25,
    'absent',
    'exempt',
  ]);

  // Accepts proposed results and changes one, on a phone in the dark theme.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: /^Accept the proposals/ }).click();
  await page
    .getByRole('combobox', { name: /^Decision/ })
    .first()
    .selectOption('Conditional');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save results' }).click();
  await expect(page.getByRole('button', { name: 'Save results' })).toBeHidden();
  const decided = await clerk.get(`/classes/${classId}/scores`, scoreSheet);
  expect([
    decided.students[0]?.result,
    decided.students.every(({ proposed, result }) => proposed === null || result !== null),
  ]).toEqual(['conditional', true]);
});

test(
  'undo takes back whole steps, and leaving asks about both unsaved sheets',
  { tag: '@release' },
  async ({ page, openAs, api, context }) => {
    const classId = await markedClass(await api('admin'), 2034);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAs('staff', classPage(classId, 'scores'));
    const cell = page
      .getByRole('grid', { name: 'Scores' })
      .getByRole('textbox', { name: /, Final$/ });
    await cell.first().focus();
    await page.keyboard.type('41', likeAPerson);
    await page.keyboard.press('Enter');
    await page.keyboard.type('51', likeAPerson);
    await cell.nth(3).focus();
    await page.evaluate(() => navigator.clipboard.writeText('71\n81\n'));
    await page.keyboard.press('ControlOrMeta+v');
    await expect(cell.nth(4)).toHaveValue('81');
    const scores = () =>
      cell.evaluateAll((cells) => cells.map((one) => (one as HTMLInputElement).value));
    await cell.first().focus();

    await page.keyboard.press('ControlOrMeta+z');
    await expect(cell.nth(3)).toBeFocused();
    expect(await scores()).toEqual(['41', '51', '60', '70', '80']);
    await expect(page.getByText(/^Undone: 2 cells, from .*, Final: 70$/)).toBeAttached();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cell.nth(1)).toBeFocused();
    expect(await scores()).toEqual(['41', '50', '60', '70', '80']);
    await page.keyboard.press('ControlOrMeta+y');
    expect(await scores()).toEqual(['41', '51', '60', '70', '80']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(await scores()).toEqual(['41', '50', '60', '70', '80']);

    await page
      .getByRole('combobox', { name: /^Decision/ })
      .first()
      .selectOption('Pass');
    await page.getByRole('link', { name: 'Attendance' }).first().click();
    const question = page.getByRole('dialog', {
      name: 'You have unsaved changes. Leave this page?',
    });
    await expect(question.getByRole('listitem')).toHaveText(['Scores', 'Results']);
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await scores()).toEqual(['41', '50', '60', '70', '80']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('[data-save-bar]')).toHaveCount(0);
    const saved = await (await api('staff')).get(`/classes/${classId}/scores`, scoreSheet);
    const [first] = saved.students;
    expect([
      saved.scores.find(({ enrolmentId }) => enrolmentId === first?.enrolmentId)?.score,
      first?.result,
    ]).toEqual([41, 'pass']);
  },
);
