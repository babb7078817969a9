import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { enrolmentRow } from '#contract/classes/enrolments.ts';
import type { Language } from '#contract/language.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm } from '#e2e/own-class.ts';
import { createStudent } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

/** The roster of one class, in the person's language. */
class RosterScreen {
  readonly page: Page;
  readonly text: (key: string, values?: Record<string, string>) => string;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.text = (key, values) => word(language, 'allocation', key, values);
  }

  get students() {
    return this.page.getByRole('region', { name: this.text('roster.students') });
  }

  get waiting() {
    return this.page.getByRole('region', { name: this.text('roster.waiting') });
  }

  get plan() {
    return this.page.getByRole('region', { name: this.text('plan.title') });
  }

  get save() {
    return this.plan.getByRole('button', { name: this.text('plan.save_one', { count: '1' }) });
  }

  async put(name: string) {
    await this.page.getByRole('searchbox', { name: this.text('roster.find') }).fill(name);
    await this.page.getByRole('button', { name: `${this.text('class.put')}: ${name}` }).click();
    await this.plan.getByRole('button', { name: this.text('plan.look') }).click();
    await expect(this.plan.getByRole('listitem')).toContainText(name);
  }

  /** Presses Save, which says that something must be settled first. */
  async cannotSave() {
    await this.save.click();
    await expect(this.plan.getByRole('status')).toContainText(this.text('plan.needed'));
  }

  /** Accepts the warnings, if the server found any. */
  async accept() {
    const accept = this.plan.getByRole('checkbox', { name: this.text('plan.accept') });
    await expect(
      accept
        .or(this.plan.getByText(this.text('check.ok')))
        .or(this.plan.getByText(this.text('check.seats')))
        .first(),
    ).toBeVisible();
    if (await accept.isVisible()) await accept.check();
  }

  /** Gives the planned student a free place, as only an admin may. */
  async giveFree() {
    await this.plan.getByRole('combobox').selectOption({ label: this.text('plan.entry.active') });
    await this.plan.getByRole('textbox', { name: this.text('plan.noCharge') }).fill('Staff child');
  }

  /** Opens the question of one step, such as a withdrawal. */
  async ask(step: string, name: string) {
    await this.page
      .getByRole('button', { name: `${this.text(`roster.do.${step}`)}: ${name}` })
      .click();
    return this.page.getByRole('dialog', {
      name: this.text('roster.ask', { do: this.text(`roster.do.${step}`), name }),
    });
  }
}

const fullName = (firstName: string) => `${firstName} ລາຍຊື່`;

test('an admin fills a class roster, uses the queue, and overbooks with a reason', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)|Failed to load resource/);
  const admin = await api('admin');
  const term = await openTerm(admin, {
    code: 'ROS1',
    startDate: '2031-06-02',
    endDate: '2031-06-29',
  });
  const one = await addClass(admin, term, {
    slots: [{ weekday: 7, start: '05:00', end: '05:50' }],
    capacity: 1,
  });
  const [first, second, third] = ['ດວງ', 'ສາຍ', 'ພອນ'] as const;
  for (const firstName of [first, second, third])
    await createStudent(admin, {
      firstName,
      lastName: 'ລາຍຊື່',
      dateOfBirth: '1999-03-09',
      phone: '020 5599 3001',
    });
  const statusOf = async (name: string) =>
    (await admin.get(`/enrolments?classId=${one._id}`, z.array(enrolmentRow)))
      .filter(({ firstName }) => firstName === name)
      .map(({ status }) => status);
  await openAs('admin', editPath(paths.editStudentsToClass, one._id));
  const roster = new RosterScreen(page, 'en');
  await expect(roster.students).toContainText('No students in this class yet');

  await test.step('puts a student in, undoes it, and puts them in again', async () => {
    await roster.put(fullName(first));
    await roster.accept();
    await roster.save.click();
    await expect(roster.students.getByRole('listitem')).toContainText(fullName(first));
    await page.getByRole('button', { name: 'Undo all' }).click();
    await expect(roster.students).toContainText('No students in this class yet');
    await roster.put(fullName(first));
    await roster.giveFree();
    await roster.accept();
    await roster.save.click();
    await expect(roster.students.getByRole('listitem')).toContainText(fullName(first));
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('puts the next student into the queue of the full class', async () => {
    await roster.put(fullName(second));
    await expect(roster.plan).toContainText('The class is full');
    await roster.cannotSave();
    await roster.plan.getByRole('combobox').selectOption({ label: 'Waiting list' });
    // The old finding stays until the server has checked again.
    await expect(roster.plan).toContainText(word('en', 'allocation', 'check.ok'));
    await roster.save.click();
    await expect(roster.waiting.getByRole('listitem')).toContainText('place 1 on the waiting list');
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
    await expectAccessible(page);
  });

  await test.step('overbooks by one with a reason', async () => {
    await roster.put(fullName(third));
    await roster.giveFree();
    await expect(roster.plan).toContainText('The class is full');
    await roster.accept();
    await roster.cannotSave();
    await roster.plan
      .getByRole('textbox', { name: 'Reason to allow a full class or a clash' })
      .fill('Sister of a student');
    await roster.save.click();
    await expect(roster.students.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('Over by 1, seats: 1')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('takes students out after a question and seats the one who waits', async () => {
    const question = await roster.ask('withdraw', fullName(first));
    await expect(question.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
    await question.getByRole('textbox', { name: 'Reason' }).fill('Moves to another town');
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(roster.students.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: '1 saved' })).toBeFocused();
    expect(await statusOf(first)).toContain('withdrawn');
    // The class is still full, so this withdrawal cannot be undone, but the other one can.
    await page.getByRole('button', { name: 'Undo all' }).click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: 'The class is full. Choose another class or the waiting list.' }),
    ).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
    const mistake = await roster.ask('withdraw', fullName(third));
    await mistake.getByRole('textbox', { name: 'Reason' }).fill('The wrong line');
    await mistake.getByRole('button', { name: 'Withdraw' }).click();
    await expect(roster.students).toContainText('No students in this class yet');
    await expect(page.getByText(`${fullName(third)} removed from ${one.classCode}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo all' }).click();
    await expect(roster.students.getByRole('listitem')).toContainText(fullName(third));
    await expect(page.getByRole('heading', { name: '1 saved' })).toBeHidden();
    expect(await statusOf(third)).toEqual(['active']);
    const seat = await roster.ask('activate', fullName(second));
    await seat.getByRole('textbox', { name: 'Reason' }).fill('Pays on Friday');
    await seat.getByRole('button', { name: 'Start without payment' }).click();
    await expect(seat).toContainText('The class is full');
    await seat
      .getByRole('textbox', { name: 'Reason to allow a full class or a clash' })
      .fill('She waited longest');
    const accept = seat.getByRole('checkbox');
    if (await accept.isVisible()) await accept.check();
    await seat.getByRole('button', { name: 'Start without payment' }).click();
    await expect(roster.students.getByRole('listitem')).toHaveCount(2);
    await expect(roster.waiting).toContainText('Nobody is waiting');
    expect(await statusOf(second)).toEqual(['active']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true });

  test(
    'a clerk cannot overbook, and a question stays when another desk changes the student',
    { tag: '@release' },
    async ({ page, openAs, api, complaints }) => {
      complaints.expect(/409 \(Conflict\)|Failed to load resource/);
      const admin = await api('admin');
      const term = await openTerm(admin, {
        code: 'ROS2',
        startDate: '2031-07-07',
        endDate: '2031-08-03',
      });
      const one = await addClass(admin, term, {
        slots: [{ weekday: 7, start: '05:00', end: '05:50' }],
        capacity: 1,
      });
      await enrolNew(admin, one, ['ຈັນທີ']);
      await createStudent(admin, {
        firstName: 'ຄຳຕາ',
        lastName: 'ລາຍຊື່',
        dateOfBirth: '1999-03-09',
        phone: '020 5599 3002',
      });
      await openAs('staff', editPath(paths.editStudentsToClass, one._id), { language: 'lo' });
      const roster = new RosterScreen(page, 'lo');
      await expect(roster.students.getByRole('listitem')).toContainText('ຈັນທີ');
      await roster.put(fullName('ຄຳຕາ'));
      await expect(roster.plan).toContainText(roster.text('plan.overrideNeeded'));
      await roster.cannotSave();
      await expectAccessible(page);
      await roster.plan
        .getByRole('combobox')
        .selectOption({ label: roster.text('plan.entry.waitlisted') });
      await roster.accept();
      await roster.save.tap();
      await expect(roster.waiting.getByRole('listitem')).toContainText('ຄຳຕາ');
      await page.getByRole('button', { name: roster.text('done.close'), exact: true }).tap();
      const out = await roster.ask('cancel', fullName('ຄຳຕາ'));
      await out.getByRole('textbox', { name: roster.text('roster.reason') }).fill('ຍ້າຍບ້ານ');
      await out.getByRole('button', { name: roster.text('roster.do.cancel'), exact: true }).tap();
      await expect(roster.waiting).toContainText(roster.text('roster.noWaiting'));
      await page.getByRole('button', { name: roster.text('done.undo') }).tap();
      await expect(roster.waiting.getByRole('listitem')).toContainText('ຄຳຕາ');

      const name = 'ຈັນທີ ທົດລອງ';
      const question = await roster.ask('suspend', name);
      await question.getByRole('textbox', { name: roster.text('roster.reason') }).fill('ເຈັບປ່ວຍ');
      const [row] = await admin.get(
        `/enrolments?classId=${one._id}&status=active`,
        z.array(enrolmentRow),
      );
      await admin.post(
        `/enrolments/${row?._id}/change`,
        { change: 'withdraw', version: row?.version, reason: 'x', lastDay: row?.startDate },
        enrolmentRow,
      );
      await expect(roster.students).toContainText(roster.text('roster.empty'));
      await expect(
        question.getByRole('textbox', { name: roster.text('roster.reason') }),
      ).toHaveValue('ເຈັບປ່ວຍ');
      await question
        .getByRole('button', { name: roster.text('roster.do.suspend'), exact: true })
        .tap();
      await expect(question.getByRole('alert')).toBeVisible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
    },
  );
});
