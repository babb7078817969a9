import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { academicTerm } from '#contract/courses/academic-terms.ts';
import { continuingHeld, continuingPreview, isRefused } from '#contract/classes/continuing.ts';
import { classRow } from '#contract/classes/classes.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';

test('a superadmin adds the next term, copies the classes of the last one, and takes it back', async ({
  page,
  openAs,
  api,
}) => {
  const owner = await api('superadmin');
  const terms = await owner.get('/academic-terms', z.array(academicTerm));
  const last = terms.toSorted((a, b) => (a.endDate < b.endDate ? 1 : -1))[0];
  const start = addDays(last?.endDate ?? '', 30);
  await openAs('superadmin', paths.addTerm);
  const fill = (name: string, value: string) => page.locator(`input[name="${name}"]`).fill(value);
  await fill('name', 'Evening term');
  await fill('academicYear', '2029');
  await fill('code', 'EVE');
  await fill('startDate', showDay(start));
  await fill('endDate', showDay(addDays(start, 200)));
  await expect(page.getByText(/It starts as a draft/)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('table').getByRole('link', { name: 'Evening term' }).click();
  await page.getByRole('link', { name: 'Copy classes into this term' }).click();

  await expect(page.getByRole('heading', { name: /^Copy classes into/ })).toBeVisible();
  const from = page.getByLabel('Copy the classes of');
  const taught = terms.find(({ code }) => code === 'T1');
  await from.selectOption(taught?._id ?? '');
  const rows = page.getByRole('list', { name: 'Classes to copy' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Add \d+ class(es)? as (a )?drafts?$/ }).click();
  await expect(page.getByText(/^\d+ class(es)? added as (a )?drafts?$/)).toBeVisible();
  const term = (await owner.get('/academic-terms', z.array(academicTerm))).find(
    ({ code }) => code === 'EVE',
  );
  const copies = () => owner.get(`/classes?termId=${term?._id}`, z.array(classRow));
  expect((await copies()).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo this copy' }).click();
  await expect(page.getByRole('button', { name: 'Undo this copy' })).toBeHidden();
  expect(await copies()).toEqual([]);

  // The answer stands above a long list, and what was copied is not at fault.
  await page.getByRole('button', { name: /^Add \d+ class(es)? as (a )?drafts?$/ }).click();
  await expect(page.getByText(/^\d+ class(es)? added as (a )?drafts?$/)).toBeInViewport();
  await expect(page.getByText(/Copied before: .*EVE/).first()).toBeVisible();
  await expect(page.getByText(/^Busy: .*EVE/)).toHaveCount(0);
  // Who looks at the students first is sent to the drafts, and finds them open on the way back.
  await page.goto(`${paths.terms}?view=continuing&id=${term?._id}&from=${taught?._id}`);
  await page.getByRole('link', { name: 'Open the classes' }).click();
  await expect(from).toHaveValue(taught?._id ?? '');
  await page.getByRole('button', { name: 'Open all of this copy' }).click();
  await page.getByRole('button', { name: 'Open them' }).click();
  await expect(page.getByText(/^\d+ class(es)? opened\.$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Continuing students in/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the classes' })).toBeHidden();
});

test('a clerk sees who goes on and holds the seats until a day', async ({ page, openAs, api }) => {
  await page.setViewportSize({ width: 400, height: 850 });
  const owner = await api('superadmin');
  const terms = await owner.get('/academic-terms', z.array(academicTerm));
  const idOf = (of: string) => terms.find(({ code }) => code === of)?._id;
  // Another journey may have added a term between the two.
  const address = `${paths.terms}?view=continuing&id=${idOf('T2')}&from=${idOf('T1')}`;
  await openAs('staff', address);
  await expect(page.getByRole('heading', { name: /^Continuing students in/ })).toBeVisible();
  const hold = page.getByRole('button', { name: /^Hold \d+ seats?…$/ });
  await expect(hold).toBeEnabled();
  await expectAccessible(page);
  await hold.click();
  const dialog = page.getByRole('dialog', { name: 'Hold the seats' });
  await expect(dialog.getByText(/\d+ held, \d+ waiting, \d+ without a place/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Hold the seats' }).click();
  await expect(page.getByText(/^Held: \d+\. On waiting lists: \d+\.$/)).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Answers' })).toBeInViewport();
  await page.goto(paths.manageEnrollment);
  await expect(page.getByText(/^Continuing/).first()).toBeVisible();
});

test('a clerk writes the answer of a family down and reads its letter', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 400, height: 850 });
  const staff = await api('staff');
  const terms = await staff.get('/academic-terms', z.array(academicTerm));
  const idOf = (of: string) => String(terms.find(({ code }) => code === of)?._id);
  const path = `/academic-terms/${idOf('T2')}/continuing`;
  const [own] = await staff.get('/branches', z.array(branch));
  const asked = { fromTermId: idOf('T1'), branchId: own?._id };
  // Another journey may have held all seats before.
  const { rows } = await staff.post(`${path}/preview`, asked, continuingPreview);
  const ready = rows.filter((row) => row.toClassId !== null && !row.waits && !isRefused(row));
  if (ready.length > 0)
    await staff.post(
      path,
      {
        ...asked,
        until: addDays(dayInLaos(), 1),
        rows: ready.slice(0, 3).map(({ enrolmentId, toClassId }) => ({ enrolmentId, toClassId })),
      },
      continuingHeld,
    );
  await openAs('staff', `${paths.terms}?view=answers&id=${idOf('T2')}`);
  await expect(page.getByRole('heading', { name: /^Answers for/ })).toBeVisible();
  const families = page.getByRole('list', { name: 'Families' });
  const first = families.getByRole('button', { name: /^Yes: / }).first();
  await expect(first).toBeVisible();
  await expectAccessible(page);
  const label = (await first.getAttribute('aria-label')) ?? '';
  await first.click();
  await expect(families.getByRole('button', { name: label, exact: true })).toBeHidden();
  await page.getByRole('button', { name: /^Yes \d+$/ }).click();
  await expect(families.getByRole('button', { name: label, exact: true })).toBeVisible();
  await families
    .getByRole('button', { name: /^Letter to / })
    .first()
    .click();
  const letter = page.getByRole('dialog', { name: /^Letter to / });
  await expect(letter.getByText(/Seat held until|ຈອງໄວ້ເຖິງ/)).toBeVisible();
  await expect(letter.getByRole('button', { name: 'Copy the letter' })).toBeEnabled();
  await letter.getByRole('button', { name: 'Close', exact: true }).click();
});
