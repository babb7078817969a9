import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { classPage } from '#e2e/class-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, classParts, openTerm, sessionsOf } from '#e2e/own-class.ts';
import { changeKeptDraft, DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { showDay } from '#src/lib/text/day.ts';

const slots = [{ weekday: 2, start: '09:00', end: '10:00' }];

test('an admin moves a session; the draft survives a reload, a clash needs a reason', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)|Failed to load resource/);
  const admin = await api('admin');
  const term = await openTerm(admin, {
    code: 'SES1',
    startDate: '2031-01-06',
    endDate: '2031-02-28',
  });
  const { teachers } = await classParts(admin);
  const teacherId = teachers[0]?._id;
  const one = await addClass(admin, term, { slots, teacherId });
  const other = await addClass(admin, term, {
    slots: [{ weekday: 3, start: '09:30', end: '10:30' }],
    teacherId,
  });
  const [first] = await sessionsOf(admin, one);
  const [taken] = await sessionsOf(admin, other);
  if (!first || !taken) throw new Error('No sessions');
  await followDevice(page);
  await openAs('admin', classPage(one._id, 'sessions'));
  const table = page.getByRole('table', { name: 'Sessions' });
  const open = () =>
    table
      .getByRole('button', { name: /^Change / })
      .first()
      .click();
  const dialog = page.getByRole('dialog', { name: 'Change this session' });
  await open();
  await dialog.getByRole('radio', { name: /another time/ }).check();
  await dialog.getByRole('textbox', { name: 'New day' }).fill(showDay(taken.date));
  await changeKeptDraft(page, () =>
    dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('The hall is painted'),
  );
  await expect(dialog.getByText(new RegExp(`Busy: .*${other.classCode}`))).toBeVisible();

  // Closes the dialog by mistake, then reloads the page.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await open();
  await new DraftPanel(page).resume();
  await expect(dialog.getByRole('radio', { name: /another time/ })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'New day' })).toHaveValue(showDay(taken.date));
  await expect(dialog.getByRole('textbox', { name: 'Reason', exact: true })).toHaveValue(
    'The hall is painted',
  );
  await expectAccessibleInBothThemes(page);

  const alert = dialog.getByRole('alert');
  const anyway = dialog.getByRole('textbox', { name: 'Reason to allow it anyway' });
  await dialog.getByRole('button', { name: 'Move session' }).click();
  await expect(alert).toBeVisible();
  // Another time is not busy because this one was.
  const ends = dialog.getByRole('textbox', { name: /^To/ });
  await ends.fill('09:20');
  await expect(alert).toBeHidden();
  await expect(dialog.getByText(/^Busy: /)).toBeHidden();
  await expect(anyway).toBeHidden();
  await expect(ends).toBeFocused();
  await ends.fill('10:00');
  await anyway.fill('He teaches both groups');
  await dialog.getByRole('button', { name: 'Move session' }).click();
  await expect(page.getByText('Session moved')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
  const after = await sessionsOf(admin, one);
  expect(
    after.filter(({ date }) => date === taken.date).map(({ start, status }) => [start, status]),
  ).toEqual([['09:00', 'scheduled']]);
});
