import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { issuedAccount, staffAccount } from '#contract/centre/staff-accounts.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { addColleague, COLLEAGUE_PASSWORD } from '#e2e/colleague.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { paths } from '#src/lib/paths.ts';

const shownPassword = async (page: Page) =>
  (await page.locator('[data-temporary-password]').innerText()).replaceAll(/\s/g, '');
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: new RegExp(`^${label}`) }).selectOption({ label: option });

async function fillAccount(page: Page, email: string): Promise<void> {
  await field(page, 'First name').fill('ກິ່ງແກ້ວ');
  await field(page, 'Last name').fill('ສີວິໄລ');
  await field(page, 'E-mail').fill(email);
  await choose(page, 'Role', 'staff');
}

test('a superadmin adds a person, who replaces the temporary password and works', async ({
  page,
  openAs,
  otherPage,
  complaints,
}) => {
  await openAs('superadmin', paths.staff);
  await page.getByRole('link', { name: 'Add admin or staff' }).click();
  await fillAccount(page, 'kingkeo@branchdesk.test');
  await choose(page, 'Branch', 'Sisattanak');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary password for ກິ່ງແກ້ວ ສີວິໄລ' });
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  const secret = await shownPassword(page);
  expect(secret).toMatch(/^[a-z2-9]{16}$/);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status')).not.toBeEmpty();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'ກິ່ງແກ້ວ ສີວິໄລ' })).toBeFocused();
  await expect(page.locator('body')).not.toContainText(secret);

  const theirs = await otherPage();
  const signIn = new SignInPage(theirs);
  await signIn.open();
  await signIn.signIn('kingkeo@branchdesk.test', secret);
  await expect(theirs.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  const fresh = theirs.getByLabel('New Password', { exact: true });
  await expect(fresh).toBeFocused();

  complaints.expect(/400 \(Bad Request\)/);
  await fresh.fill(secret);
  await theirs.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(fresh).toHaveAccessibleDescription(/other than the temporary one/);
  await fresh.fill('my own words');
  await theirs.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(theirs).not.toHaveURL(new RegExp(paths.signIn));
  await theirs.goto(paths.students);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Student Profiles' })).toBeVisible();

  // The superadmin signs them out everywhere.
  await page.getByRole('link', { name: 'ກິ່ງແກ້ວ ສີວິໄລ' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out everywhere', { exact: true })).toBeVisible();
  complaints.expect(/401 \(Unauthorized\)/);
  await theirs.reload();
  await expect(theirs).toHaveURL(new RegExp(paths.signIn));
});

test('a superadmin disables an account after a question, but not the own one', async ({
  page,
  openAs,
  api,
}) => {
  const superadmin = await api('superadmin');
  const home = (await superadmin.get('/branches', z.array(branch))).find(
    ({ code }) => code === 'VTE',
  );
  const email = 'who-left@branchdesk.test';
  const account = {
    firstName: 'ຈັນສຸກ',
    lastName: 'ພົມມະຈັນ',
    email,
    phone: '',
    profileImage: null,
    role: 'staff',
    branchId: home?._id,
  };
  await superadmin.post('/staff-accounts', account, issuedAccount);
  await openAs('superadmin', paths.staff);
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);
  await page.getByRole('table').getByRole('link').click();
  await page.getByRole('switch', { name: 'This account is active' }).click();
  await save(page).click();
  const question = page.getByRole('dialog', { name: 'Disable this account?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name: 'This account is active' })).not.toBeChecked();
  await save(page).click();
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Disabled');

  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page
    .getByRole('table')
    .getByRole('link', { name: /Somphone/ })
    .click();
  await expect(field(page, 'First name')).toHaveValue('Somphone');
  await expect(page.getByRole('switch', { name: 'This account is active' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Give a temporary password' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /^Role/ }).getByRole('option')).toHaveText([
    'superadmin',
  ]);
});

test('an admin adds a person to the own branch and issues a new password', async ({
  page,
  openAs,
}) => {
  await openAs('admin', paths.addStaff);
  await expect(page.getByRole('combobox', { name: /^Branch/ }).getByRole('option')).toHaveText([
    'Sisattanak',
  ]);
  await expect(page.getByRole('combobox', { name: /^Role/ })).not.toContainText('superadmin');
  await fillAccount(page, 'of-admin@branchdesk.test');
  await save(page).click();
  const first = await shownPassword(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit admin or staff' })).toBeVisible();
  await page.getByRole('button', { name: 'Give a temporary password' }).click();
  await page.getByRole('button', { name: 'Give a new password' }).click();
  await expect.poll(() => shownPassword(page)).not.toBe(first);
  await page.getByRole('button', { name: 'Done' }).click();
  await field(page, 'Phone').fill('020 5555 9911');
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
});

test(
  'an admin, who has no list, opens an account by its e-mail',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    complaints.expect(/404 \(Not Found\)/);
    await signInAs('admin');
    await page.getByRole('main').getByRole('link', { name: 'Add admin or staff' }).click();
    const finder = page.getByRole('form', { name: 'Change an existing account' });
    await finder
      .getByRole('textbox', { name: 'E-mail of the person' })
      .fill('superadmin@branchdesk.test');
    await finder.getByRole('button', { name: 'Open' }).click();
    await expect(finder.getByRole('alert')).toHaveText(
      'Your branch has no account with this e-mail.',
    );
    await expectAccessible(page);
    await finder
      .getByRole('textbox', { name: 'E-mail of the person' })
      .fill('Staff@branchdesk.test');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Edit admin or staff' }),
    ).toBeVisible();
    await expect(field(page, 'E-mail')).toHaveValue('staff@branchdesk.test');
  },
);

async function sign(page: Page, email: string): Promise<void> {
  const signing = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
  await signing.getByLabel(word('en', 'approvals', 'email')).fill(email);
  await signing.getByLabel(word('en', 'approvals', 'password')).fill(COLLEAGUE_PASSWORD);
  await signing.getByRole('button', { name: word('en', 'approvals', 'do') }).click();
}

/** A workbook with one account, as it comes before somebody presses the button that imports it. */
async function loadAccount(page: Page, email: string, role: string): Promise<void> {
  await page.goto(`${paths.schoolInfo}?view=moving-in`);
  await page.getByLabel('Choose files').setInputFiles({
    name: 'accounts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Full name,Role,Branch,E-mail', `ນິດ ມະນີ,${role},VTE,${email}`].join('\r\n'),
    ),
  });
}

test('a second superadmin signs for a new admin and for a workbook of them, where there are two', async ({
  page,
  openAs,
  server,
  api,
  complaints,
}) => {
  const superadmin = await api('superadmin');
  const second = await addColleague(superadmin, server.origin, 'Bounthanh', 'superadmin');
  try {
    complaints.expect(/409 \(Conflict\)/);
    await openAs('superadmin', paths.addStaff);
    await fillAccount(page, 'new-admin@branchdesk.test');
    await choose(page, 'Role', 'admin');
    await choose(page, 'Branch', 'Sisattanak');
    await save(page).click();
    const signing = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
    await expect(signing).toContainText('new-admin@branchdesk.test');
    await expect(signing).toContainText('A second superadmin has to approve it.');
    await expectAccessible(page);
    await sign(page, second.email);
    expect(await shownPassword(page)).toMatch(/^[a-z2-9]{16}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await loadAccount(page, 'moved-admin@branchdesk.test', 'admin');
    const run = page.getByRole('button', { name: 'Import 1 row' });
    await run.click();
    await expect(signing).toContainText('moved-admin@branchdesk.test (Admin). A second superadmin');
    await signing.getByRole('button', { name: 'Cancel' }).click();
    await expect(run).toBeFocused();
    await expect(page.getByRole('alert')).toContainText('A second superadmin has to approve them.');
    await run.click();
    await sign(page, second.email);
    await expect(page.getByText('1 person has not signed in yet.')).toBeVisible();
  } finally {
    const { _id, account } = second;
    const { version } = await superadmin.get(`/staff-accounts/${_id}`, staffAccount);
    const off = { ...account, active: false, version };
    await superadmin.put(`/staff-accounts/${_id}`, off, staffAccount);
  }
});
