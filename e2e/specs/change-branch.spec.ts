import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { addColleague } from '#e2e/colleague.ts';
import { deviceStores, storesWith } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { field } from '#e2e/pages/record-form.ts';
import { createStudent } from '#e2e/people-data.ts';
import { plantSession } from '#e2e/planted-session.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { PAGE_HEADING } from '#scripts/demo-accounts.ts';
import { editPath, paths } from '#src/lib/paths.ts';

/** In a list that the pages of one branch keep on the device. */
const OF_SISATTANAK = 'Zqxsisattanak';

const ownBranch = (page: Page) => page.getByRole('button', { name: /^You work in / });
async function workIn(page: Page, name: string): Promise<void> {
  await ownBranch(page).click();
  await page.getByRole('menuitemradio', { name }).click();
}

test('a superadmin gives a clerk a right in another branch; the clerk works there, and no draft or page of the first branch follows', async ({
  page,
  openAs,
  otherPage,
  server,
  api,
  complaints,
}) => {
  const superadmin = await api('superadmin');
  const { _id, session } = await addColleague(superadmin, server.origin, 'Khamla');
  const adult = { dateOfBirth: '1990-04-05', phone: '020 5511 2233' };
  await createStudent(superadmin, { firstName: 'ນ້ອຍ', lastName: OF_SISATTANAK, ...adult });
  await openAs('superadmin', editPath(paths.editStaff, _id));
  const panel = page.getByRole('region', { name: 'Other branches' });
  await expect(panel).toContainText('Works in no other branch.');
  await panel.getByRole('button', { name: 'Give a right' }).click();
  const dialog = page.getByRole('dialog', { name: 'A right in another branch' });
  await dialog.getByRole('combobox', { name: /^Branch/ }).selectOption({ label: 'Pakse' });
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(panel.getByRole('listitem')).toContainText('Pakse');

  const theirs = await otherPage();
  await plantSession(theirs, session, 'en');
  await theirs.goto(paths.addStudent);
  const label = 'You work in Sisattanak as staff. Change';
  await expect(ownBranch(theirs)).toHaveAccessibleName(label);
  const second = await theirs.context().newPage();
  await second.goto(paths.students);
  await expect(ownBranch(second)).toHaveAccessibleName(label);
  await field(theirs, 'First name').fill('MARKER of Sisattanak');
  await expect(new DraftPanel(theirs).kept).toBeVisible();
  const kept = async () =>
    storesWith(await deviceStores(theirs.context(), second), [OF_SISATTANAK]);
  await expect.poll(kept).toEqual(['indexedDb']);

  // Both pages of the device are in the other branch now, the first at the home of the role.
  await workIn(theirs, 'Pakse');
  const there = 'You work in Pakse as staff. Change';
  await expect(theirs).toHaveURL(new RegExp(paths.newEnrollment));
  await expect(ownBranch(theirs)).toHaveAccessibleName(there);
  await expect(ownBranch(second)).toHaveAccessibleName(there);
  expect(await kept()).toEqual([]);
  expect(await draftsOnDevice(theirs)).toHaveLength(1);
  await theirs.goto(paths.addStudent);
  await expect(theirs.locator(PAGE_HEADING)).toBeVisible();
  await restFetched(theirs);
  await expect(field(theirs, 'First name')).toHaveValue('');
  await expect(new DraftPanel(theirs).panel).toBeHidden();

  // Without network the change is off and says why.
  await theirs.context().setOffline(true);
  await ownBranch(theirs).click();
  await expect(theirs.getByText('Changing the branch needs the network.')).toBeVisible();
  await theirs.keyboard.press('Escape');
  await theirs.context().setOffline(false);

  await workIn(theirs, 'Sisattanak');
  await expect(ownBranch(theirs)).toHaveAccessibleName(label);
  await theirs.goto(paths.addStudent);
  await new DraftPanel(theirs).resume();
  await expect(field(theirs, 'First name')).toHaveValue('MARKER of Sisattanak');

  // Taken away while they work there: the next request signs them out.
  await theirs.goto(paths.students);
  await workIn(theirs, 'Pakse');
  await expect(ownBranch(theirs)).toHaveAccessibleName(there);
  await panel.getByRole('button', { name: 'Take the right in Pakse away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
  await expect(page.getByText('The right was taken away')).toBeVisible();
  complaints.expect(/403 \(Forbidden\)/);
  complaints.expect(/401 \(Unauthorized\)/);
  await theirs.goto(paths.students);
  await expect(theirs).toHaveURL(new RegExp(paths.signIn));
});

test('an admin lets a clerk of another branch work here, who has nothing to choose before', async ({
  page,
  openAs,
  otherPage,
  server,
  api,
}) => {
  const superadmin = await api('superadmin');
  const { _id, email, session } = await addColleague(superadmin, server.origin, 'Bounmy');
  const theirs = await otherPage();
  await plantSession(theirs, session, 'en');
  await theirs.goto(paths.students);
  await restFetched(theirs);
  await expect(ownBranch(theirs)).toBeHidden();

  // The demo admin is of the same branch, so the clerk is moved to another one first.
  const branches = await superadmin.get('/branches', z.array(branch));
  const pakse = branches.find(({ code }) => code === 'PKS')?._id;
  const account = await superadmin.get(`/staff-accounts/${_id}`, z.looseObject({}));
  await superadmin.put(
    `/staff-accounts/${_id}`,
    { ...account, branchId: pakse },
    z.looseObject({}),
  );
  await openAs('admin', paths.addStaff);
  const panel = page.getByRole('region', { name: 'People of other branches' });
  await panel.getByRole('button', { name: 'Give a right' }).click();
  const dialog = page.getByRole('dialog', { name: 'People of other branches' });
  await dialog.getByLabel('E-mail of the person').fill(email);
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(panel.getByRole('listitem')).toContainText(email);
  await page.reload();
  await panel.getByRole('button', { name: /^End the work of Bounmy/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
  await expect(panel).toContainText('Nobody of another branch works here.');
});
