import type { Page } from '@playwright/test';
import { classSession } from '#contract/classes/classes.ts';
import { dayInLaos, addDays, mondayOf, weekdayOf } from '#contract/dates.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { classPage } from '#e2e/class-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, classParts, enrolNew, openTerm, sessionsOf } from '#e2e/own-class.ts';
import { edit, field, save } from '#e2e/pages/record-form.ts';
import { word } from '#e2e/words.ts';
import { showDay } from '#src/lib/text/day.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { personName } from '#src/lib/text/person-name.ts';

const monday = mondayOf(dayInLaos());
const weekly = (weekdays: readonly number[], start = '17:00', end = '18:30') =>
  weekdays.map((weekday) => ({ weekday, start, end }));
const choose = (page: Page, label: RegExp) => page.getByRole('combobox', { name: label });

test.beforeEach(({ page }) => followDevice(page));

test('a clerk adds a room and a class; an admin allows a clash with a reason', async ({
  page,
  otherPage,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  const clerk = await api('staff');
  const {
    teachers: [teacher, helper],
    rooms: [room],
  } = await classParts(clerk);
  const term = await openTerm(clerk, {
    code: 'C1',
    startDate: addDays(monday, 7 * 60),
    endDate: addDays(monday, 7 * 60 + 27),
  });
  await openAs('staff', paths.allocateClasses);
  await page.getByRole('button', { name: 'Rooms' }).click();
  const panel = page.getByRole('dialog', { name: 'Rooms' });
  await panel.getByRole('button', { name: 'Add room' }).click();
  await panel.getByRole('textbox', { name: 'Name' }).fill('Garden room');
  await panel.getByRole('button', { name: 'Save room' }).click();
  await expect(panel.getByRole('textbox', { name: 'Capacity' })).toHaveAccessibleDescription(
    'Required',
  );
  await panel.getByRole('textbox', { name: 'Capacity' }).fill('9');
  await panel.getByRole('button', { name: 'Save room' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Garden room' })).toContainText(
    'holds 9',
  );
  await expectAccessibleInBothThemes(page);
  await panel.getByRole('button', { name: 'Close' }).click();

  const fill = async (on: Page, place: string, from: string) => {
    await expect(on.getByRole('heading', { level: 1, name: 'Add class' })).toBeVisible();
    await choose(on, /^Course/).selectOption({ label: 'ENG-A1 · English A1' });
    await choose(on, /^Term/).selectOption({ value: term._id });
    await expect(field(on, 'First day')).toHaveValue(showDay(term.startDate));
    await on.getByRole('button', { name: 'Monday' }).click();
    await on.getByRole('button', { name: 'Wednesday' }).click();
    await on.getByRole('textbox', { name: 'From' }).fill(from);
    await choose(on, /^Teacher/).selectOption({ value: teacher?._id ?? '' });
    await choose(on, /^Room/).selectOption(place);
  };
  const meaning = (on: Page) => on.getByRole('region', { name: 'What this means' });
  await page.getByRole('link', { name: 'Add class' }).first().click();
  await fill(page, 'Garden room · holds 9', '1700');
  await expect(meaning(page)).toContainText('Sessions: 8');
  await expect(field(page, 'Seats')).toHaveValue('9');
  await field(page, 'Seats').fill('12');
  await expect(meaning(page)).toContainText('Garden room holds only 9');
  await choose(page, /^Assistants/).selectOption({ value: helper?._id ?? '' });
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await choose(page, /^Own fee/).selectOption({ index: 1 });
  // Another course takes the fee back, which does not return with the first course.
  await choose(page, /^Course/).selectOption({ label: 'ENG-A2 · English A2' });
  await choose(page, /^Course/).selectOption({ label: 'ENG-A1 · English A1' });
  await expect(choose(page, /^Own fee/)).toHaveValue('');
  await choose(page, /^Own fee/).selectOption({ index: 1 });
  await expectAccessibleInBothThemes(page);
  await save(page).click();
  const added = page.getByRole('table').getByRole('row', { name: /ENG-A1-C1-01/ });
  await expect(added).toContainText(/Mon\sWed\s17:00.*Garden room.*0\/12.*Open/);

  await page.getByRole('link', { name: 'Add class' }).first().click();
  await fill(page, `${room?.name} · holds ${room?.capacity}`, '18:00');
  await expect(choose(page, /^Teacher/)).toHaveAccessibleDescription(
    /Busy: ENG-A1-C1-01, .* 17:00–18:30 and 7 more/,
  );
  await expect(meaning(page)).toContainText(
    `${teacher && personName(teacher, 'en')}: ENG-A1-C1-01`,
  );
  await save(page).click();
  await expect(page.getByText(/Busy at that time: .*ENG-A1-C1-01/).first()).toBeVisible();
  await expect(field(page, 'Reason to allow it anyway')).toHaveCount(0);

  const desk = await otherPage();
  await openAs('admin', paths.addClass, { page: desk });
  await fill(desk, `${room?.name} · holds ${room?.capacity}`, '18:00');
  await field(desk, 'Reason to allow it anyway').fill('Two groups, one lesson');
  await desk.getByRole('switch', { name: 'Open it for enrolment now' }).uncheck();
  await save(desk).click();
  const second = desk.getByRole('table').getByRole('row', { name: /ENG-A1-C1-02/ });
  await expect(second).toContainText(/Mon\sWed\s18:00.*Draft/);
  await second.getByRole('link').first().click();
  await desk.getByRole('button', { name: 'Open for enrolment' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(desk.getByRole('main')).toContainText('Open');
});

test('a clerk cancels, restores, moves and substitutes single sessions on a tablet in Lao', async ({
  page,
  context,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(
    /409 \(Conflict\)|ERR_INTERNET_DISCONNECTED|Failed to load resource|fetching the script/,
  );
  await page.setViewportSize({ width: 800, height: 1280 });
  const clerk = await api('staff');
  const {
    teachers: [teacher, substitute, busy],
    rooms: [room, other],
  } = await classParts(clerk);
  const term = await openTerm(clerk, {
    code: 'C2',
    startDate: addDays(monday, 7 * 70),
    endDate: addDays(monday, 7 * 70 + 27),
  });
  const made = await addClass(clerk, term, {
    slots: weekly([1, 3]),
    teacherId: teacher?._id,
    roomId: room?._id,
  });
  const elsewhere = await addClass(clerk, term, {
    slots: weekly([2], '09:00', '10:00'),
    teacherId: busy?._id,
    roomId: other?._id,
  });
  const at = (day: number, times = '17:00–18:30') =>
    `${word('lo', 'common', `weekdays.${weekdayOf(addDays(term.startDate, day))}`)} ${showDay(addDays(term.startDate, day))} ${times}`;
  const say = (key: string, values?: Record<string, string>) =>
    word('lo', 'class-page', `sessions.${key}`, values);
  await openAs('staff', classPage(made._id, 'sessions'), { language: 'lo' });
  const dialog = page.getByRole('dialog');
  const openSession = (day: number) =>
    page.getByRole('button', { name: say('changeOf', { at: at(day) }) }).click();
  const row = (day: number) =>
    page
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: showDay(addDays(term.startDate, day)) });

  await openSession(0);
  await dialog.getByRole('radio', { name: say('way.cancel') }).check();
  await dialog.getByRole('button', { name: say('do.cancel') }).click();
  const reason = dialog.getByRole('textbox', { name: say('field.reason') });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription('ກະລຸນາໃສ່ເຫດຜົນ');
  await reason.fill('ຝົນຕົກໜັກ');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: say('do.cancel') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/ອິນເຕີເນັດ/);
  await expect(reason).toHaveValue('ຝົນຕົກໜັກ');
  expect((await sessionsOf(clerk, made))[0]?.status).toBe('scheduled');
  await expectAccessibleInBothThemes(page);
  await context.setOffline(false);
  await dialog.getByRole('button', { name: say('do.cancel') }).click();
  await expect(row(0)).toContainText('ຝົນຕົກໜັກ');
  const restore = page.getByRole('button', { name: say('restoreOf', { at: at(0) }) });
  await expect(restore).toBeFocused();
  await restore.click();
  await expect(dialog).toContainText(at(0, ''));
  await dialog.getByRole('button', { name: say('restore') }).click();
  await expect(page.getByRole('button', { name: say('changeOf', { at: at(0) }) })).toBeFocused();

  // The other class has the room at nine; an hour later it is free.
  await openSession(0);
  await dialog.getByRole('radio', { name: say('way.move') }).check();
  await dialog
    .getByRole('textbox', { name: say('field.date') })
    .fill(showDay(addDays(term.startDate, 1)));
  await dialog.getByRole('textbox', { name: say('field.start') }).fill('0930');
  await dialog.getByRole('textbox', { name: say('field.end') }).fill('1100');
  const place = dialog.getByRole('combobox', { name: say('room') });
  await place.selectOption({ value: other?._id ?? '' });
  await expect(place).toHaveAccessibleDescription(
    new RegExp(`${other?.name}: ${elsewhere.classCode} 09:00–10:00`),
  );
  await dialog.getByRole('button', { name: say('do.move') }).click();
  await expect(dialog.getByRole('alert')).toContainText(elsewhere.classCode);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('textbox', { name: say('field.start') }).fill('1000');
  await dialog.getByRole('button', { name: say('do.move') }).click();
  await expect(row(1)).toContainText('10:00–11:00');
  await expect(row(0)).toContainText(say('statuses.rescheduled'));

  await openSession(2);
  await dialog.getByRole('radio', { name: say('way.substitute') }).check();
  await dialog
    .getByRole('combobox', { name: say('field.teacherId') })
    .selectOption({ value: substitute?._id ?? '' });
  await dialog.getByRole('button', { name: say('do.substitute') }).click();
  await expect(row(2)).toContainText(say('substitute'));
  await expectAccessibleInBothThemes(page);
});

test(
  'new class times hold from a day on and list sessions changed by hand',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await page.setViewportSize({ width: 800, height: 1280 });
    const clerk = await api('staff');
    const term = await openTerm(clerk, {
      code: 'C4',
      startDate: addDays(monday, 7 * 80),
      endDate: addDays(monday, 7 * 80 + 27),
    });
    const made = await addClass(clerk, term, { slots: weekly([1, 3]) });
    const cancelled = (await sessionsOf(clerk, made))[2];
    await clerk.post(
      `/class-sessions/${cancelled?._id}/cancel`,
      { version: cancelled?.version, reason: 'ຄູບໍ່ສະບາຍ' },
      classSession,
    );
    // From the second week on it meets on Tuesday instead of Monday; the first week stays.
    await openAs('staff', editPath(paths.editClass, made._id), { language: 'lo' });
    const form = (key: string) => word('lo', 'classes', key);
    await edit(page, form('section.times'), 'lo');
    await page.getByRole('button', { name: form('weekday.1') }).click();
    await page.getByRole('button', { name: form('weekday.2') }).click();
    await page.locator('input[name=changeFrom]').fill(showDay(addDays(term.startDate, 7)));
    await page.getByRole('button', { name: word('lo', 'common', 'action.save') }).click();
    const kept = page.getByRole('dialog', { name: form('kept.title') });
    await expect(kept.getByRole('listitem')).toHaveText([
      `ຈັນ ${showDay(cancelled?.date ?? '')} 17:00–18:30 · ${form('kept.why.cancelled')}`,
    ]);
    await expectAccessibleInBothThemes(page);
    await kept.getByRole('button', { name: word('lo', 'common', 'action.close') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ອັງຄານ ພຸດ 17:00–18:30');
    const days = (await sessionsOf(clerk, made))
      .filter(({ status }) => status === 'scheduled')
      .map(({ date }) => date);
    expect(days).toEqual([0, 2, 8, 9, 15, 16, 22, 23].map((day) => addDays(term.startDate, day)));
  },
);

test('a clerk finishes a class on a phone and finds it after archiving', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await api('staff');
  const term = await openTerm(clerk, {
    code: 'C5',
    startDate: addDays(monday, -14),
    endDate: addDays(monday, 27),
  });
  const yesterday = addDays(dayInLaos(), -1);
  const over = await addClass(
    clerk,
    term,
    {
      startDate: yesterday,
      endDate: addDays(yesterday, 7),
      slots: weekly([weekdayOf(yesterday)], '05:40', '05:50'),
    },
    'running',
  );
  await enrolNew(await api('admin'), over, ['ໄຊສະຫວາດ']);
  const dialog = page.getByRole('dialog');
  await openAs('staff', classPage(over._id, 'sessions'));
  const finish = page.getByRole('button', { name: 'Finish class' });
  await finish.click();
  await expect(dialog).toContainText('Sessions still to come: 1');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(finish).toBeFocused();
  await page
    .getByRole('button', { name: new RegExp(`^Change .* ${showDay(addDays(yesterday, 7))}`) })
    .click();
  await dialog.getByRole('radio', { name: 'Cancel it' }).check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('End of the course');
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(dialog).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await finish.click();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Students who complete the class: 1',
    /^Results: Pass 0/,
    /^Without a result: 1/,
    'Next course: None 1',
    /^Not taken: 1/,
    /until the class is archived/,
  ]);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Finish class' }).click();
  await expect(page.getByText('Finished', { exact: true })).toBeVisible();
  await expect(finish).toHaveCount(0);

  await page.goto(editPath(paths.editClass, over._id));
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.goto(`${paths.allocateClasses}?search=${over.classCode}`);
  await expect(page.getByText('Nothing found')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await tabs.getByRole('button', { name: 'More' }).click();
  await tabs.getByRole('menuitem', { name: 'Archived' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: over.classCode })).toBeVisible();
});
