import * as z from 'zod/mini';
import { academicTerm } from '#contract/courses/academic-terms.ts';
import { branch } from '#contract/centre/branches.ts';
import { classRow, classSession } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import { expectAccessible, expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { save } from '#e2e/pages/record-form.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';

const say = (key: string, values?: Record<string, string>) => word('lo', 'terms', key, values);

test('a superadmin plans a term with public holidays in Lao and opens it for enrolment', async ({
  page,
  openAs,
  complaints,
}) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  complaints.expect(/400 \(Bad Request\)/);
  await openAs('superadmin', paths.terms, { language: 'lo' });
  await page.getByRole('link', { name: word('lo', 'shell', 'page.addTerm') }).click();
  const fill = (name: string, value: string) => page.locator(`input[name="${name}"]`).fill(value);
  await fill('name', 'ພາກຮຽນ 3');
  await fill('academicYear', '2027-2028');
  await fill('code', 't3-27');
  await fill('startDate', '01/12/2027');
  await fill('endDate', '30/04/2027');
  await page.getByRole('button', { name: word('lo', 'common', 'action.save') }).click();
  await expect(page.locator('input[name=endDate]')).toHaveAccessibleDescription(/ຕ້ອງບໍ່ກ່ອນວັນທີເລີ່ມ/);
  await fill('endDate', '30/04/2028');
  const offer = page.getByRole('button', { name: say('addLaoHolidays') });
  await offer.click();
  await expect(page.locator('input[name^="holidays"][name$="date"]')).toHaveCount(6);
  await expect(page.locator('input[name="holidays.0.date"]')).toHaveValue('02/12/2027');
  await expect(page.locator('input[name="holidays.0.name"]')).toHaveValue('ວັນຊາດລາວ');
  await expect(offer).toBeDisabled();
  await page.getByRole('button', { name: /02\/12\/2027/ }).click();
  await expect(offer).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: word('lo', 'common', 'action.save') }).click();

  await page.getByRole('table').getByRole('link', { name: 'ພາກຮຽນ 3' }).click();
  const state = page.getByRole('region', { name: say('section.state') });
  await state.getByRole('button', { name: say('step.open') }).click();
  const opening = page.getByRole('dialog');
  await expectAccessible(page);
  await opening.getByRole('textbox').fill('01/11/2027');
  await opening.getByRole('button', { name: say('step.open'), exact: true }).click();
  const from = say('enrolmentFrom', { day: '01/11/2027' });
  await expect(state.getByText(from, { exact: true })).toBeVisible();
  await state
    .getByRole('button', { name: say('stepBack', { status: say('statuses.draft') }) })
    .click();
  const question = page.getByRole('dialog');
  await question
    .getByRole('button', { name: say('stepBack', { status: say('statuses.draft') }) })
    .click();
  await expect(question.getByRole('textbox')).toHaveAccessibleDescription(/ເຫດຜົນ/);
  await expectAccessible(page);
  await question.getByRole('textbox').fill('ຍັງບໍ່ພ້ອມ');
  await question
    .getByRole('button', { name: say('stepBack', { status: say('statuses.draft') }) })
    .click();
  await expect(state.getByText(say('statuses.draft'), { exact: true })).toBeVisible();
  await expect(state.getByText(from, { exact: true })).toBeHidden();
});

test(
  'a new holiday says how many sessions it cancels, and staff cannot change the term',
  { tag: '@release' },
  async ({ page, openAs, api, otherPage }) => {
    const owner = await api('superadmin');
    const terms = await owner.get('/academic-terms', z.array(academicTerm));
    const classes = await owner.get('/classes', z.array(classRow));
    const term = terms.find(({ code }) => code === 'T2');
    const ofTerm = new Set(
      classes.filter(({ termId }) => termId === term?._id).map(({ _id }) => _id),
    );
    const sessions = await owner.get(
      `/class-sessions?from=${term?.startDate}&to=${term?.endDate}`,
      z.array(classSession),
    );
    const day =
      sessions.find(({ classId, status }) => ofTerm.has(classId) && status === 'scheduled')?.date ??
      '';
    const until = addDays(day, 1);
    const count = sessions.filter(
      ({ classId, date }) => ofTerm.has(classId) && (date === day || date === until),
    ).length;
    expect(count).toBeGreaterThan(1);

    await followDevice(page);
    await openAs('superadmin', paths.terms);
    await page
      .getByRole('table')
      .getByRole('row', { name: /\bT2\b/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: 'Add a holiday' }).click();
    const row = page.getByRole('group', { name: /^Holiday \d+$/ }).last();
    await row.getByRole('textbox', { name: /^Day/ }).fill(showDay(day));
    await row.getByRole('textbox', { name: /^Last day/ }).fill(showDay(until));
    await row.getByRole('textbox', { name: /^Name/ }).fill('ບຸນທາດຫຼວງ');
    await save(page).click();
    const question = page.getByRole('dialog', {
      name: `${count} planned sessions fall on the new holidays`,
    });
    await expectAccessibleInBothThemes(page);
    await question.getByRole('button', { name: 'Back' }).click();
    await save(page).click();
    await question.getByRole('button', { name: 'Save and cancel them' }).click();
    await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
    await page.goto(editPath(paths.editTerm, term?._id ?? ''));
    await expect(
      page.getByRole('button', { name: `${showDay(day)}–${showDay(until)} ບຸນທາດຫຼວງ` }),
    ).toBeVisible();
    const after = await owner.get(`/class-sessions?from=${day}&to=${until}`, z.array(classSession));
    const left = after.filter(({ classId }) => ofTerm.has(classId));
    expect(left.map(({ status, reason }) => [status, reason])).toEqual(
      left.map(() => ['cancelled', 'ບຸນທາດຫຼວງ']),
    );

    const clerk = await otherPage();
    await openAs('staff', editPath(paths.editTerm, term?._id ?? ''), { page: clerk });
    await expect(
      clerk.getByText('This term belongs to several branches. Only a superadmin can change it.'),
    ).toBeVisible();
    await expect(clerk.locator('input[name=name]')).toBeDisabled();
    await expect(
      clerk.getByRole('region', { name: 'Status of the term' }).getByRole('button'),
    ).toHaveCount(0);
    await clerk.goto(paths.addTerm);
    const [own] = await (await api('staff')).get('/branches', z.array(branch));
    await expect(clerk.getByRole('checkbox', { name: own?.branchName ?? '' })).toBeChecked();
  },
);
