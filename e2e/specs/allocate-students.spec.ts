import * as z from 'zod/mini';
import { unplacedStudent, type UnplacedStudent } from '#contract/classes/allocation.ts';
import { classes, type SchoolClass } from '#contract/classes/classes.ts';
import { enrolled } from '#contract/classes/enrolling.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { changeKeptDraft, DraftPanel } from '#e2e/pages/draft-panel.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import type { Locator, Page } from '@playwright/test';

const noChargeReason = 'Test';

/** Adds an open class to the demo centre's next term at a time that no other test uses. */
async function addClass(client: ApiClient, hour: string, capacity: number): Promise<SchoolClass> {
  const [like] = await client
    .get(`${classes.path}?pageSize=200`, z.array(classes.row))
    .then((rows) =>
      rows.filter(({ status, classCode }) => status === 'open' && classCode.startsWith('ENG-A1')),
    );
  if (!like) throw new Error('No open class');
  const { courseId, termId, branchId, startDate, endDate } = like;
  const input = {
    courseId,
    termId,
    branchId,
    startDate,
    endDate,
    slots: [{ weekday: 7, start: `${hour}:00`, end: `${hour}:50` }],
    roomId: null,
    capacity,
    minStudents: 0,
    teacherId: null,
    assistantIds: [],
    deliveryMode: 'onSite',
    feeId: null,
    note: '',
  };
  const added = await client.post(classes.path, input, z.extend(classes.row, {}));
  return client.post(
    `${classes.path}/${added._id}/status`,
    { version: added.version, status: 'open' },
    z.extend(classes.row, {}),
  );
}

const unplacedIn = (client: ApiClient, { termId }: SchoolClass) =>
  client.get(`/enrolments/unplaced?termId=${termId}`, z.array(unplacedStudent));
const nameOf = ({ firstName, lastName }: UnplacedStudent) => `${firstName} ${lastName}`;
const cardOf = (page: Page, { classCode }: SchoolClass) =>
  page.locator(`[data-class="${classCode}"]`);
const gripOf = (row: Locator) => row.locator('span[title]');

/** The board of the class's term, because other tests may change the default term. */
const boardOf = ({ termId }: SchoolClass) => `${paths.allocateStudents}?term=${termId}`;

// Two busy cores need more than a minute to read the board of a whole centre in both themes.
test.beforeEach(() => test.slow());

test('an admin places students by mouse and keyboard, and loses nothing by reload or offline', async ({
  page,
  context,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const admin = await api('admin');
  const [small, wide] = [await addClass(admin, '06', 1), await addClass(admin, '08', 12)];
  const people = await unplacedIn(admin, small);
  await openAs('admin', boardOf(small));
  const list = page.getByRole('list', { name: 'Without a class' });
  const row = (at: number) => list.getByRole('listitem').nth(at);
  await expect(row(0)).toContainText(nameOf(people[0] as UnplacedStudent));
  await expectAccessible(page);

  // By mouse: the class shows its findings before the drop.
  await page.getByRole('searchbox', { name: 'Class or course' }).fill('ENG-A1');
  const target = cardOf(page, small);
  await target.scrollIntoViewIfNeeded();
  await gripOf(row(0)).hover();
  await page.mouse.down();
  // The classes keep their places only after the drag has begun and the marks are drawn.
  await page.mouse.move(500, 300, { steps: 4 });
  await expect(target).toContainText(/No conflicts|not passed|years old/);
  const box = await target.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30, { steps: 8 });
  await expect(target).toHaveAttribute('data-over', 'true');
  await expect(target).toContainText(/No conflicts|not passed|years old/);
  await page.mouse.up();
  const plan = page.getByRole('region', { name: 'To be saved' });
  await expect(plan).toContainText('1 student, not saved');
  await expect(target).toContainText('1 to be saved');

  // By keyboard: arrows select two, the class's button adds them, and the focus returns to the
  // list.
  await list.getByRole('checkbox').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  const put = cardOf(page, wide).getByRole('button', { name: 'Add to class' });
  await expect(put).toHaveAccessibleDescription(/2 with a conflict|No conflicts/);
  await put.focus();
  await changeKeptDraft(page, () => page.keyboard.press('Enter'));
  await expect(
    page.getByText(`2 students added to ${wide.classCode}, not saved yet`),
  ).toBeAttached();
  await expect(row(2).getByRole('checkbox')).toBeFocused();
  await expect(plan).toContainText('3 students, not saved');
  await plan.getByRole('button', { name: 'Show the list' }).click();
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });

  // Neither a reload nor an offline save loses anything.
  await page.reload();
  await new DraftPanel(page).resume();
  await plan.getByRole('button', { name: 'Show the list' }).click();
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  const warnings = plan.getByRole('checkbox', { name: 'I have read the warnings' });
  await expect(plan.getByText(/No conflicts|not passed|years old/).first()).toBeVisible();
  if (await warnings.isVisible()) await warnings.check();
  await context.setOffline(true);
  await plan.getByRole('button', { name: 'Save 3 students' }).click();
  await expect(plan.getByRole('status')).toContainText(
    'Not saved. Your entry is kept on this device.',
  );
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  await context.setOffline(false);
});

test('a class filled by another desk is reported, overridden with a reason, and undone', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)|Failed to load resource/);
  const admin = await api('admin');
  const [small, wide] = [await addClass(admin, '12', 1), await addClass(admin, '14', 12)];
  const people = await unplacedIn(admin, small);
  await openAs('admin', boardOf(small));
  const list = page.getByRole('list', { name: 'Without a class' });
  const put = async (one: SchoolClass, at: number) => {
    await list.getByRole('checkbox').nth(at).check();
    await cardOf(page, one).getByRole('button', { name: 'Add to class' }).click();
  };
  const plan = page.getByRole('region', { name: 'To be saved' });
  // The selection and the plan lie over the board and never move the list.
  const top = () => list.evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  const before = await top();
  await list.getByRole('checkbox').nth(0).check();
  expect(await top()).toBe(before);
  await put(small, 0);
  await put(wide, 1);
  expect(await top()).toBe(before);
  await plan.getByRole('button', { name: 'Show the list' }).click();
  await expect(plan.getByRole('listitem')).toHaveCount(2);
  const warnings = plan.getByRole('checkbox', { name: 'I have read the warnings' });
  await expect(plan.getByText(/No conflicts|not passed|years old/).first()).toBeVisible();
  if (await warnings.isVisible()) await warnings.check();
  // Another desk gives the only seat away; the refusal names the row, and an admin may override it.
  const other = people[6] as UnplacedStudent;
  await admin.post(
    '/enrolments',
    { rows: [{ studentId: other._id, classId: small._id }], noChargeReason, acceptWarnings: true },
    enrolled,
  );
  await plan.getByRole('button', { name: 'Save 2 students' }).click();
  await expect(plan.getByRole('listitem').filter({ hasText: small.classCode })).toContainText(
    'The class is full',
  );
  await expect(plan.getByRole('status')).not.toBeEmpty();
  await plan
    .getByRole('textbox', { name: 'Reason to allow a full class or a clash' })
    .fill('Sister of a student');
  await plan.getByRole('button', { name: 'Save 2 students' }).click();
  await expect(page.getByRole('heading', { name: '2 saved' })).toBeFocused();
  await expect(
    page.getByText(`${nameOf(people[0] as UnplacedStudent)} → ${small.classCode}: Seat held`),
  ).toBeVisible();
  await expect(cardOf(page, small)).toContainText('Over by 1, seats: 1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(cardOf(page, small)).toContainText('Full, 1 seat');
  expect((await unplacedIn(admin, small)).some(({ _id }) => _id === people[0]?._id)).toBe(true);
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true });

  test('a clerk drags students with a finger and puts one into a roster, in Lao', async ({
    page,
    openAs,
    api,
  }) => {
    const one = await addClass(await api('admin'), '10', 5);
    await openAs('staff', boardOf(one), { language: 'lo' });
    const list = page.getByRole('list', { name: 'ຍັງບໍ່ມີຫ້ອງຮຽນ' });
    const first = list.getByRole('listitem').first();
    await page.getByRole('searchbox', { name: 'ຫ້ອງຮຽນ ຫຼື ຫຼັກສູດ' }).fill(one.classCode);
    for (const at of [0, 1]) await list.getByRole('checkbox').nth(at).check();
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const centre = async (where: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await where.boundingBox()) ?? {};
      return { x: x + width / 2, y: y + height / 2 };
    };
    const target = cardOf(page, one);
    const [from, to] = [await centre(gripOf(first)), await centre(target)];
    // A quick pull on the grip is enough: nobody has to know of a hold.
    await touch('touchStart', from);
    await touch('touchMove', { x: from.x + 20, y: from.y });
    // The card at the finger says that the board has taken hold of it.
    const held = page.getByText('ເລືອກແລ້ວ 2 ຄົນ');
    await expect(held).toHaveCount(2);
    for (const part of [0.3, 0.6, 1])
      await touch('touchMove', {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
    await expect(target).toHaveAttribute('data-over', 'true');
    // A finger lifts while it still moves. The browser must not take that for a fling, so no move
    // waits for the answer of the one before.
    await Promise.all([
      ...[8, 16, 24].map((further) => touch('touchMove', { x: to.x + further, y: to.y })),
      touch('touchEnd'),
    ]);
    // The drag has ended.
    await expect(held).toHaveCount(0);
    const plan = page.getByRole('region', { name: 'ລໍຖ້າບັນທຶກ' });
    await plan.getByRole('button', { name: 'ສະແດງລາຍການ' }).tap();
    await expect(plan.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    const save = plan.getByRole('button', { name: 'ບັນທຶກ 2 ຄົນ' });
    const warnings = plan.getByRole('checkbox');
    await expect(save.or(warnings).first()).toBeVisible();
    if (await warnings.isVisible()) await warnings.check();
    await save.click();
    await expect(page.getByRole('heading', { name: 'ບັນທຶກແລ້ວ 2 ລາຍການ' })).toBeVisible();

    await page.goto(editPath(paths.editStudentsToClass, one._id));
    const roster = page
      .getByRole('region', { name: 'ໃນຫ້ອງນີ້' })
      .or(page.getByRole('region').filter({ has: page.getByRole('button', { name: /^ພັກ/ }) }));
    await expect(roster.first().getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'the selection stays in sight beside the classes',
    { tag: '@release' },
    async ({ page, openAs, api }) => {
      const one = await addClass(await api('admin'), '16', 5);
      await openAs('staff', boardOf(one));
      const boxes = page.getByRole('list', { name: 'Without a class' }).getByRole('checkbox');
      for (const at of [0, 1]) await boxes.nth(at).check();
      await page.getByRole('button', { name: 'Classes', exact: true }).tap();
      await cardOf(page, one).scrollIntoViewIfNeeded();
      await expect(page.getByText('2 selected').filter({ visible: true })).toBeInViewport();
      await cardOf(page, one).getByRole('button', { name: 'Add to class' }).tap();
      await expect(page.getByRole('region', { name: 'To be saved' })).toContainText(
        '2 students, not saved',
      );
      await page.getByRole('button', { name: 'Students', exact: true }).tap();
      await expect(
        page.getByRole('list', { name: 'Without a class' }).getByRole('link').first(),
      ).toHaveAttribute('href', /enrollment-detail\?student=/);
    },
  );
});
