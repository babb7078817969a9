import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { changeKeptDraft, DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { assigned } from '#contract/classes/allocation.ts';
import { classRow } from '#contract/classes/classes.ts';
import { addClass, classParts, openTerm } from '#e2e/own-class.ts';
import { word } from '#e2e/words.ts';
import { paths } from '#src/lib/paths.ts';

test('a clerk gives classes to teachers, continues after a reload, saves and undoes', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)|Failed to load resource/);
  await openAs('staff', paths.allocateTeachers);
  const without = page.getByRole('checkbox', { name: 'Only classes without a teacher' });
  const list = page.getByRole('region', { name: 'Classes of the term' });
  const teachers = page.getByRole('region', { name: 'Teachers' });
  await expect(list.getByRole('radio').or(list.getByRole('status')).first()).toBeVisible();
  await expectAccessible(page);
  // If fewer than two classes lack a teacher, the plan also takes classes that have one.
  if ((await list.getByRole('radio').count()) < 2) await without.uncheck();
  await list.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  const free = teachers.getByRole('listitem').filter({ hasText: 'Free at these times' });
  await expect(free.first()).toBeVisible();
  await free.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  const plan = page.getByRole('region', { name: 'To be saved' });
  await expect(plan).toContainText('1 class, not saved');
  // The next class is focused and selected.
  await expect(list.getByRole('radio').first()).toBeFocused();

  const grip = list.locator('span[title]').first();
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move(600, 300, { steps: 4 });
  await expect(free.last()).toBeVisible();
  const target = free.first();
  const box = await target.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 30, { steps: 8 });
  await expect(target).toHaveAttribute('data-over', 'true');
  await changeKeptDraft(page, () => page.mouse.up());
  await expect(plan).toContainText('2 classes, not saved');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await page.reload();
  await new DraftPanel(page).resume();
  await expect(plan).toContainText('2 classes, not saved');
  await plan.getByRole('button', { name: 'Save 2 classes' }).click();
  await expect(page.getByRole('heading', { name: '2 saved' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true });

  test(
    'a clerk plans by touch in Lao and sees what another desk changed meanwhile',
    { tag: '@release' },
    async ({ page, context, openAs, api, complaints }) => {
      complaints.expect(
        /409 \(Conflict\)|ERR_INTERNET_DISCONNECTED|Failed to load resource|when fetching the script/,
      );
      const admin = await api('admin');
      const term = await openTerm(admin, {
        code: 'TEA1',
        startDate: '2031-04-07',
        endDate: '2031-05-04',
      });
      const [her, him] = (await classParts(admin)).teachers;
      if (!her || !him) throw new Error('No teachers');
      const at = (weekday: number, start: string, end: string) => ({
        slots: [{ weekday, start, end }],
      });
      const mine = await addClass(admin, term, at(7, '05:00', '05:50'));
      const same = await addClass(admin, term, at(7, '05:30', '06:20'));
      const third = await addClass(admin, term, at(6, '05:00', '05:50'));
      const teacherOf = async (one: { _id: string }) =>
        (await admin.get(`/classes/${one._id}`, classRow)).teacherId;
      const give = (one: typeof mine, teacherId: string) =>
        admin.post(
          '/classes/teachers',
          { assignments: [{ classId: one._id, teacherId, version: one.version }] },
          assigned,
        );
      const lao = (key: string, values?: Record<string, string>) =>
        word('lo', 'allocation', key, values);
      const posts: string[] = [];
      page.on(
        'request',
        (request) =>
          void (
            request.method() === 'POST' &&
            request.url().endsWith('/classes/teachers') &&
            posts.push(request.url())
          ),
      );

      await openAs('staff', `${paths.allocateTeachers}?term=${term._id}`, { language: 'lo' });
      const list = page.getByRole('region', { name: lao('class.of') });
      const cardOf = ({ firstName, lastName }: typeof her) =>
        page
          .getByRole('region', { name: lao('teacher.of') })
          .getByRole('listitem')
          .filter({ hasText: `${firstName} ${lastName}` });
      const plan = page.getByRole('region', { name: lao('plan.title') });
      const rowOf = (one: typeof mine) =>
        plan.getByRole('listitem').filter({ hasText: one.classCode });
      const put = async (one: typeof mine, teacher: typeof her) => {
        await list.getByRole('radio', { name: one.classCode }).tap();
        await expect(cardOf(teacher)).toContainText(lao('teacher.free'));
        await cardOf(teacher)
          .getByRole('button', { name: lao('class.give') })
          .tap();
      };
      await put(mine, her);
      await put(third, her);
      const save = plan.getByRole('button', {
        name: lao('plan.saveClasses_other', { count: '2' }),
      });
      await expectAccessible(page);

      await context.setOffline(true);
      await save.tap();
      await expect(plan.getByRole('status')).toContainText(word('lo', 'common', 'form.notSaved'));
      await expect(page.locator('.Toastify__toast')).toHaveCount(1);
      await expect(plan).toContainText(lao('plan.countClasses_other', { count: '2' }));
      expect(posts).toEqual([]);
      await context.setOffline(false);

      // Meanwhile one class gets a teacher, and the other now clashes with her new class.
      await give(third, him._id);
      await give(same, her._id);
      await save.tap();
      await expect(rowOf(third)).toContainText(
        lao('teacher.changed', { name: `${him.firstName} ${him.lastName}` }),
      );
      await rowOf(third).getByRole('button').tap();
      await plan.getByRole('button', { name: lao('plan.saveClasses_one', { count: '1' }) }).tap();
      await expect(rowOf(mine)).toContainText(same.classCode);
      await expect(plan).toContainText(lao('plan.overrideNeeded'));
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      expect(await teacherOf(mine)).toBeNull();

      await rowOf(mine).getByRole('button').tap();
      await put(mine, him);
      await plan.getByRole('button', { name: lao('plan.saveClasses_one', { count: '1' }) }).tap();
      await expect(
        page.getByRole('heading', { name: lao('done.title_one', { count: '1' }) }),
      ).toBeFocused();
      await expect(
        page.getByText(`${mine.classCode} → ${him.firstName} ${him.lastName}`),
      ).toBeVisible();
      expect(await teacherOf(mine)).toBe(him._id);
      await page.getByRole('button', { name: lao('done.undo') }).tap();
      await expect(page.getByText(lao('done.undone'), { exact: true })).toBeVisible();
      expect(await teacherOf(mine)).toBeNull();
    },
  );
});
