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
const meetingsOn = (page: Page) => page.locator('[data-meeting]');
const cardOf = (page: Page, id: string | undefined) => page.locator(`[data-meeting="${id}"]`);
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
  // Every start has one row, below the days.
  const starts = [...new Set(all.map(({ start }) => start))].toSorted();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(starts);
  await expect(page.getByRole('columnheader')).toHaveCount(8);

  // A card says course, time, room and teacher; a press shows the rest.
  const full = all.find(({ classCode, taken }) => classCode.startsWith('KID-1-T1') && taken === 12);
  await expect(cardOf(page, full?._id)).toContainText(/Kids 1 ?17:00–18:30/);
  await cardOf(page, full?._id).click();
  const detail = page.getByRole('dialog', { name: /^Kids 1\s·\s/ });
  await expect(detail).toContainText(full?.classCode ?? '');
  await expect(detail).toContainText('12 / 12');
  await expect(detail).toContainText(/session \d+ of \d+/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(cardOf(page, full?._id)).toBeFocused();

  // Keys move through a day in the order of time, and from day to day.
  await cardOf(page, days[0]?.meetings[0]?._id).focus();
  await page.keyboard.press('End');
  await expect(cardOf(page, days[0]?.meetings.at(-1)?._id)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const tuesday = days[1]?.meetings.map(({ _id }) => _id) ?? [];
  const focused = () => page.locator(':focus').getAttribute('data-meeting');
  expect(tuesday).toContain(await focused());

  const missing = page.getByRole('region', { name: 'What is missing' });
  // Found by their targets, because at some hours these classes also have a session without
  // attendance.
  const leadsTo = (path: string) => missing.locator(`a[href^="${path}"]`);
  await expect(leadsTo(paths.allocateTeachers).filter({ hasText: /^CHN-H1-T1/ })).toBeVisible();
  await expect(leadsTo(`${paths.editClass}?id=`).filter({ hasText: /^ENG-A1-T1/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Seats taken' })).toContainText(
    /English A1\d+\/\d+/,
  );
  await expectAccessible(page);
  expect(await print(page)).toEqual({ sheets: 1, isAcross: true });

  await page.getByRole('button', { name: 'Rooms' }).click();
  await page.getByRole('button', { name: /^Mon / }).click();
  const room204 = page.getByRole('row', { name: /^R. 204 / });
  await expect(room204.locator('[data-meeting]')).toHaveCount(1);
  await expect(room204).toContainText(/free \d\d:\d\d–\d\d:\d\d/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(meetingsOn(page)).toHaveCount(days[0]?.meetings.length ?? 0);
  await expect(page).toHaveURL(/by=list/);
  await page.reload();
  await expect(meetingsOn(page)).toHaveCount(days[0]?.meetings.length ?? 0);
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('combobox', { name: 'Room' }).selectOption('204');
  await expect(meetingsOn(page)).toHaveCount(all.filter(({ room }) => room?.name === '204').length);
  await page.getByRole('combobox', { name: 'Room' }).selectOption('All rooms');

  // The cards of this week stay until those of the next one have come.
  const come = page.waitForResponse((answer) =>
    answer.url().includes(`/timetable?from=${addDays(week, 7)}`),
  );
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(new RegExp(`week=${addDays(week, 7)}`));
  await come;
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
  const card = (name: RegExp) => page.getByRole('button', { name });
  await expect(card(/Kids|English|Chinese|IELTS/).filter({ hasText: / twice/ })).toHaveCount(2);
  await expect(card(/Cancelled, ຄູສອນບໍ່ສະບາຍ/)).toBeVisible();
  await expect(card(/\(substitute\) twice/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^2 clashes, first Mon 17:00/ }).click();
  await expect(meetingsOn(page)).toHaveCount(2);
  await card(/\(substitute\)/).click();
  const detail = page.getByRole('dialog');
  await expect(detail).toContainText('Teacher clash');
  await detail.getByRole('link', { name: 'Class' }).click();
  await expect(page).toHaveURL(new RegExp(`id=${one?.classId}`));
  await expect(page.getByRole('main')).toContainText(/-T1-/);
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

/** The cards with a text that runs under their edge, or with a range of times in two lines. */
const badlySet = (page: Page) =>
  meetingsOn(page).evaluateAll((cards) =>
    cards
      .filter((card) => {
        const edge = card.getBoundingClientRect().left + 6;
        const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
        const linesOfTimes = new Set<number>();
        let isUnderTheEdge = false;
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          for (const { left, top, width } of range.getClientRects()) {
            if (width === 0) continue;
            if (/^\d\d:\d\d/.test(range.toString())) linesOfTimes.add(Math.round(top));
            isUnderTheEdge ||= left < edge;
          }
        }
        return isUnderTheEdge || linesOfTimes.size > 1;
      })
      .map((card) => card.textContent),
  );

test.describe('on a tablet, in Lao', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true });

  test(
    'the week fits the screen, and a superadmin sees every branch',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('superadmin', paths.classOverview, { language: 'lo' });
      await expect(page.getByRole('columnheader', { name: /^ຈັນ / })).toBeVisible();
      await noSideways(page);
      await new Shell(page, 'lo').pickBranch();
      await expect(meetingsOn(page).filter({ hasText: 'LPB' }).first()).toBeVisible();
      // Nothing in a card is cut.
      const cut = await meetingsOn(page).evaluateAll((cards) =>
        cards.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent),
      );
      expect(cut).toEqual([]);
      expect(await badlySet(page)).toEqual([]);
      await expectAccessible(page);
      expect(await print(page)).toMatchObject({ isAcross: true });
      // Latin names are longer.
      await page.goto(`${paths.classOverview}?lng=en`);
      await expect(meetingsOn(page).first()).toBeVisible();
      expect(await badlySet(page)).toEqual([]);
    },
  );
});

test.describe('on a phone, in Lao', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'a day is a list, and the whole week is printed',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('staff', `${paths.classOverview}?day=${week}`, { language: 'lo' });
      const monday = page.getByRole('list', { name: 'ລາຍການ' });
      await expect(monday.getByRole('button', { name: /B1/ })).toContainText('ຫ້ອງສອນ 204');
      await page.getByRole('button', { name: /^ອັງຄານ / }).tap();
      const without = page.getByRole('button', { name: /HSK 1.*ບໍ່ມີຄູສອນ/ });
      await expect(without).toBeVisible();
      await noSideways(page);
      await without.tap();
      await expect(page.getByRole('dialog')).toContainText('CHN-H1-T1');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'ປິດ' }).tap();
      await page.getByRole('button', { name: 'ຫ້ອງສອນ', exact: true }).tap();
      await expect(page.getByRole('region', { name: /^ຫ້ອງສອນ / }).first()).toBeVisible();
      await noSideways(page);
      await expectAccessible(page);
      // The week of rooms for paper comes after the list of the screen.
      await expect.poll(() => print(page)).toEqual({ sheets: 1, isAcross: true });
    },
  );
});
