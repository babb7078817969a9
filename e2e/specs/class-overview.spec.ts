import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { daysOf, timetable, type TimetableMeeting } from '#contract/classes/class-overview.ts';
import { classSession, type ClassSession } from '#contract/classes/classes.ts';
import { dayInLaos, addDays, mondayOf } from '#contract/dates.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { paths } from '#src/lib/paths.ts';

const week = mondayOf(dayInLaos());
const meetingsOn = (page: Page) => page.locator('a[data-start]');
const noSideways = async (page: Page) => {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
};

/** The number of printed sheets, and true if they are landscape A4. */
async function print(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width = 0, height = 0] =
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.map(Number) ?? [];
  return {
    sheets: pdf.match(/\/Type \/Page\b/g)?.length,
    isAcross: width > height && Math.round(width) === 842,
  };
}

test('a clerk reads weeks, rooms and list of classes, prints them, and goes offline', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  const days = daysOf(await (await api('staff')).get(`/timetable?from=${week}`, timetable));
  const all: TimetableMeeting[] = days.flatMap(({ meetings }) => meetings);
  await openAs('staff', paths.classOverview);
  await expect(page.getByRole('heading', { level: 1, name: 'Class Overview' })).toBeVisible();
  await expect(meetingsOn(page)).toHaveCount(all.length);
  const fullClass = page.getByRole('link', { name: /KID-1-T1-\d\d 17:00–18:30 .*12\/12/ }).first();
  await expect(fullClass).toBeVisible();

  // Keys move through a day in the order of time, and from day to day.
  await page.getByRole('group', { name: /^Mon / }).getByRole('link').first().focus();
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveAttribute(
    'data-start',
    days[0]?.meetings.at(-1)?.start ?? '',
  );
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('group', { name: /^Tue / }).locator(':focus')).toBeVisible();

  const missing = page.getByRole('region', { name: 'What is missing' });
  // Found by their targets, because at some hours these classes also have a session without
  // attendance.
  const leadsTo = (path: string) => missing.locator(`a[href^="${path}"]`);
  await expect(leadsTo(paths.allocateTeachers).filter({ hasText: /^CHN-H1-T1/ })).toBeVisible();
  await expect(
    leadsTo(`${paths.editStudentsToClass}?id=`).filter({ hasText: /^IELTS-T1/ }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Seats taken' })).toContainText(
    /English A1\d+\/\d+/,
  );
  await expectAccessible(page);
  expect(await print(page)).toEqual({ sheets: 1, isAcross: true });

  await page.getByRole('button', { name: 'Rooms' }).click();
  await page.getByRole('button', { name: /^Mon / }).click();
  await expect(page.getByRole('group', { name: /^R. 204, / }).getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(meetingsOn(page)).toHaveCount(days[0]?.meetings.length ?? 0);
  await expect(page).toHaveURL(/by=list/);
  await page.reload();
  await expect(meetingsOn(page)).toHaveCount(days[0]?.meetings.length ?? 0);
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('combobox', { name: 'Room' }).selectOption('204');
  await expect(meetingsOn(page)).toHaveCount(all.filter(({ room }) => room?.name === '204').length);
  await page.getByRole('combobox', { name: 'Room' }).selectOption('All rooms');

  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(new RegExp(`week=${addDays(week, 7)}`));
  await expect(meetingsOn(page).first()).toBeVisible();
  await page.goBack();
  await expect(meetingsOn(page)).toHaveCount(all.length);

  complaints.expect(/Failed to load resource|ERR_INTERNET/);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(meetingsOn(page).first()).toBeVisible();
  await expect(page.getByText(/^as of /).last()).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('Could not load the timetable')).toBeVisible();
  await page.context().setOffline(false);
});

test('a clash, a cancelled meeting and a substitute are named and lead to their class', async ({
  page,
  openAs,
  api,
}) => {
  const admin = await api('admin');
  const next = addDays(week, 7);
  const sessions = await admin.get(
    `/class-sessions?from=${next}&to=${addDays(next, 6)}`,
    z.array(classSession),
  );
  const [one, beside] = sessions.filter(({ date, start }) => date === next && start === '17:00');
  const off = sessions.find(({ date }) => date === addDays(next, 1));
  const substitute = {
    version: one?.version,
    teacherId: beside?.teacherId,
    reason: 'ລາພັກ',
    overrideReason: 'ສອນສອງຫ້ອງພ້ອມກັນ',
  };
  const replaced = await admin.post(
    `/class-sessions/${one?._id}/substitute`,
    substitute,
    classSession,
  );
  const cancelled = await admin.post(
    `/class-sessions/${off?._id}/cancel`,
    { version: off?.version, reason: 'ຄູສອນບໍ່ສະບາຍ' },
    classSession,
  );

  await openAs('admin', `${paths.classOverview}?week=${next}`);
  await expect(page.getByRole('link', { name: /Teacher clash/ })).toHaveCount(2);
  await expect(page.getByRole('link', { name: /Cancelled, ຄູສອນບໍ່ສະບາຍ/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Teacher clash .*\(substitute\)/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^2 clashes, first Mon 17:00/ }).click();
  await expect(meetingsOn(page)).toHaveCount(2);
  await page.getByRole('link', { name: /\(substitute\)/ }).click();
  await expect(page).toHaveURL(new RegExp(`id=${one?.classId}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/-T1-/);
  await page.goBack();
  await expect(meetingsOn(page)).toHaveCount(2);

  // Restores the week for the tests that follow.
  await admin.post(
    `/class-sessions/${one?._id}/substitute`,
    { version: replaced.version, teacherId: one?.teacherId },
    classSession,
  );
  await admin.post(
    `/class-sessions/${off?._id}/restore`,
    { version: cancelled.version },
    classSession,
  );
});

test(
  'the focus stays on a meeting while it or others change',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const admin = await api('admin');
    const later = addDays(week, 14);
    const [one, other] = await admin.get(
      `/class-sessions?from=${later}&to=${later}`,
      z.array(classSession),
    );
    if (!one || !other) throw new Error('Two meetings are needed on a day');
    const cancel = ({ _id, version }: ClassSession) =>
      admin.post(`/class-sessions/${_id}/cancel`, { version, reason: 'ຝົນຕົກ' }, classSession);
    const restore = ({ _id, version }: ClassSession) =>
      admin.post(`/class-sessions/${_id}/restore`, { version }, classSession);
    const ask = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    const at = ({ _id }: ClassSession) => page.locator(`[data-meeting="${_id}"]`);

    await openAs('admin', `${paths.classOverview}?week=${later}`);
    await at(one).focus();
    const ofAnotherDay = await meetingsOn(page).last().elementHandle();
    const otherOff = await cancel(other);
    await ask();
    await expect(at(other)).toHaveAccessibleName(/Cancelled, ຝົນຕົກ/);
    await expect(at(one)).toBeFocused();
    const oneOff = await cancel(one);
    await ask();
    await expect(at(one)).toHaveAccessibleName(/Cancelled, ຝົນຕົກ/);
    await expect(at(one)).toBeFocused();
    // A meeting that did not change keeps its element, so that nothing is read out again.
    expect(await ofAnotherDay?.evaluate((link) => link.isConnected)).toBe(true);

    await restore(otherOff);
    await restore(oneOff);
  },
);

test.describe('on a tablet, in Lao', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true });

  test(
    'the week fits the screen, and a superadmin sees every branch',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('superadmin', paths.classOverview, { language: 'lo' });
      await expect(page.getByRole('group', { name: /^ຈັນ / })).toBeVisible();
      await noSideways(page);
      await new Shell(page, 'lo').pickBranch();
      await expect(page.getByRole('link', { name: /LPB · / }).first()).toBeVisible();
      await expectAccessible(page);
      expect(await print(page)).toMatchObject({ isAcross: true });
    },
  );
});

test(
  'cards are not hovered during a scroll, and can be pressed once it ends',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await page.setViewportSize({ width: 800, height: 1280 });
    await openAs('superadmin', paths.classOverview);
    await new Shell(page).pickBranch();
    await expect(page.getByRole('link', { name: /LPB · / }).first()).toBeVisible();
    const under = await meetingsOn(page).evaluateAll((all) => {
      const seen = all
        .map((one) => one.getBoundingClientRect())
        .find(({ left, right, bottom }) => left > 60 && right < 780 && bottom < 1260);
      return seen && { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    });
    if (!under) throw new Error('No meeting is in sight');
    const isHovered = () =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest('a[data-start]') !== null,
        under,
      );
    await page.mouse.move(under.x, under.y);
    expect(await isHovered()).toBe(true);
    const whileScrolled = page.evaluate(
      ({ x, y }) =>
        new Promise<boolean>((resolve) => {
          const tell = () =>
            resolve(document.elementFromPoint(x, y)?.closest('a[data-start]') !== null);
          document
            .querySelector('[data-column]')
            ?.parentElement?.parentElement?.addEventListener('scroll', tell, { once: true });
        }),
      under,
    );
    // Scrolls both ways, because a week that begins with today may be at its end already.
    await page.mouse.wheel(10, 0);
    await page.mouse.wheel(-20, 0);
    expect(await whileScrolled).toBe(false);
    await expect.poll(isHovered).toBe(true);
    await page.mouse.click(under.x, under.y);
    await expect(page).toHaveURL(/id=/);
  },
);

test.describe('on a phone, in Lao', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'a day is a list, and the whole week is printed',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('staff', `${paths.classOverview}?day=${week}`, { language: 'lo' });
      // On a Monday evening its code alone also stands among the sessions without attendance.
      await expect(page.getByRole('link', { name: /ENG-B1-T1-\d\d ./ })).toContainText(
        'ຫ້ອງສອນ 204',
      );
      await page.getByRole('button', { name: /^ອັງຄານ / }).tap();
      await expect(page.getByRole('link', { name: /^CHN-H1-T1.*ບໍ່ມີຄູສອນ/ })).toBeVisible();
      await noSideways(page);
      await expectAccessible(page);
      expect(await print(page)).toEqual({ sheets: 1, isAcross: true });
    },
  );
});
