import { branch } from '#contract/centre/branches.ts';
import { changeBranch, createBranch } from '#e2e/branch-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { editPath, paths } from '#src/lib/paths.ts';

test('an error from the server is shown at its field, which gets the focus', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await createBranch(await api('superadmin'), 'TKN');
  await openAs('superadmin', paths.addBranch);
  await field(page, 'Branch name').fill('Twice');
  await field(page, 'Code').fill('TKN');
  await page.getByRole('combobox', { name: /^Province/ }).selectOption('02');
  await field(page, 'Phone').fill('020 5555 0505');
  await save(page).click();
  await expect(field(page, 'Code')).toBeFocused();
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/Already used/);
  await expect(field(page, 'Branch name')).toHaveValue('Twice');
});

test('two people change one branch: both values are shown, and the chosen ones are saved', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const other = await api('superadmin');
  const made = await createBranch(other, 'CFL', { manager: 'Nobody', village: 'Phanom' });
  await openAs('superadmin', editPath(paths.editBranch, made._id));
  await field(page, 'Village').fill('Mine');
  await field(page, 'Phone').fill('020 5555 0606');
  await changeBranch(other, made, { village: 'Theirs', manager: 'Somebody', provinceCode: '16' });
  await save(page).click();

  const dialog = page.getByRole('dialog', { name: 'Someone changed this record' });
  const group = (name: string) => dialog.getByRole('group', { name });
  await expect(group('Province').getByRole('radio', { name: /Champasak/ })).toBeChecked();
  await expect(group('Manager').getByRole('radio', { name: /Somebody/ })).toBeChecked();
  await expect(group('Phone').getByRole('radio', { name: /020 5555 0606/ })).toBeChecked();
  await expect(group('Village').getByRole('radio', { name: /Mine/ })).toBeChecked();
  await expect(group('Code')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Keep my draft' }).click();
  await expect(field(page, 'Village')).toHaveValue('Mine');
  await save(page).click();
  await group('Village')
    .getByRole('radio', { name: /Theirs/ })
    .check();
  await dialog.getByRole('button', { name: 'Save these' }).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  expect(await other.get(`/branches/${made._id}`, branch)).toMatchObject({
    village: 'Theirs',
    manager: 'Somebody',
    provinceCode: '16',
    phone: '+8562055550606',
    version: 3,
  });
});

test('leaving a changed form asks first, and the draft is kept when somebody leaves', async ({
  page,
  openAs,
  api,
}) => {
  const made = await createBranch(await api('superadmin'), 'LEV');
  await openAs('superadmin', paths.schoolBranch);
  await page.getByRole('link', { name: made.branchName }).click();
  await field(page, 'Manager').fill('Half');
  await expect(new DraftPanel(page).kept).toBeVisible();
  const question = page.getByRole('dialog', { name: 'You have unsaved changes. Leave this page?' });
  const leavings = [
    () => page.getByRole('link', { name: 'School info' }).click(),
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ];
  for (const leave of leavings) {
    await leave();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(field(page, 'Manager')).toHaveValue('Half');
  }
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(question).toHaveAccessibleDescription(/^The draft stays on this device/);
  await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(await draftsOnDevice(page)).toHaveLength(1);
  await page.getByRole('link', { name: made.branchName }).click();
  await new DraftPanel(page).discard();
  await expect(field(page, 'Manager')).not.toHaveValue('Half');
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
});

test('an empty list, a failed list and an unknown branch each say so', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/status of (500|404)/);
  const list = /\/api\/branches$/;
  await page.route(list, (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } }),
  );
  await openAs('superadmin', paths.schoolBranch);
  await expect(page.getByRole('heading', { name: 'Failed to fetch branches' })).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /^Pakse/ })).toBeVisible();

  await page.route(list, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No branches yet' })).toBeVisible();
  await page.unroute(list);

  await page.goto(editPath(paths.editBranch, '01a1fd49-10d3-769d-b7f7-000000000000'));
  await expect(page.getByRole('heading', { name: 'This record was not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back' }).last().click();
  await expect(page.getByRole('table')).toBeVisible();
});
