import { branch } from '#contract/centre/branches.ts';
import { changeBranch, createBranch } from '#e2e/branch-data.ts';
import { crash } from '#e2e/crash.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { DraftPanel, draftsOnDevice, keyOnDevice } from '#e2e/pages/draft-panel.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { workerReady } from '#e2e/worker.ts';
import { editPath, paths } from '#src/lib/paths.ts';

test('a draft is offered after a reload with its time, and loaded only when asked', async ({
  page,
  openAs,
  api,
}) => {
  const made = await createBranch(await api('superadmin'), 'DRL');
  const draft = new DraftPanel(page);
  await openAs('superadmin', editPath(paths.editBranch, made._id));
  await field(page, 'Manager').fill('MARKER in a draft');
  await expect(draft.kept).toBeVisible();
  const [kept, ...more] = await draftsOnDevice(page);
  expect(more).toEqual([]);
  expect(kept).toMatchObject({ form: 'branches', record: made._id });
  expect(kept?.['sealed']).not.toContain('MARKER');

  await page.reload();
  await expect(draft.panel).toContainText(/Typed on \d\d\/\d\d\/\d{4}\s\d\d:\d\d/);
  await expect(field(page, 'Manager')).not.toHaveValue('MARKER in a draft');
  await draft.resume();
  await expect(field(page, 'Manager')).toHaveValue('MARKER in a draft');
  await expect(draft.panel).toBeHidden();
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
  await page.goto(editPath(paths.editBranch, made._id));
  await expect(field(page, 'Manager')).toHaveValue('MARKER in a draft');
  await expect(draft.panel).toBeHidden();
});

test('a crash loses at most the last half second of typing', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/crash/i);
  await openAs('superadmin', paths.addBranch);
  await field(page, 'Branch name').fill('Before the crash');
  await expect(new DraftPanel(page).kept).toBeVisible();
  const next = await crash(page);
  await next.goto(paths.addBranch);
  await new DraftPanel(next).resume();
  await expect(field(next, 'Branch name')).toHaveValue('Before the crash');
});

test('an old draft and newer typing are both kept, and Discard removes one', async ({
  page,
  openAs,
}) => {
  const draft = new DraftPanel(page);
  await openAs('superadmin', paths.addBranch);
  await field(page, 'Branch name').fill('The first');
  await expect(draft.kept).toBeVisible();
  await page.reload();
  await expect(draft.panel).toBeVisible();
  await field(page, 'Branch name').fill('The second');
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(2);
  await draft.resume();
  await expect(field(page, 'Branch name')).toHaveValue('The first');
  await expect(draft.panel).toBeVisible();
  await draft.resume();
  await expect(field(page, 'Branch name')).toHaveValue('The second');
  await draft.discard();
  await expect(draft.panel).toBeHidden();
  expect(await draftsOnDevice(page)).toHaveLength(1);
});

test(
  'two tabs with the same new form keep a draft each',
  { tag: '@release' },
  async ({ page, context, openAs }) => {
    await openAs('superadmin', paths.addBranch);
    await field(page, 'Branch name').fill('In the first tab');
    await expect(new DraftPanel(page).kept).toBeVisible();
    const other = await context.newPage();
    await other.goto(paths.addBranch);
    await field(other, 'Branch name').fill('In the other tab');
    await expect(new DraftPanel(other).kept).toBeVisible();
    await expect(new DraftPanel(other).panel).toBeHidden();
    expect(await draftsOnDevice(page)).toHaveLength(2);
  },
);

test('a session that ends seals the draft, and its author gets it back', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await openAs('superadmin', paths.addBranch);
  await field(page, 'Branch name').fill('Typed before it ended');
  await expect(new DraftPanel(page).kept).toBeVisible();
  await restFetched(page);
  await field(page, 'Code').fill('SEAL');
  await field(page, 'Phone').fill('020 5555 0101');
  await page.getByRole('combobox', { name: /^Province/ }).selectOption('01');
  // One step, because another request would otherwise notice before Save does.
  await save(page).evaluate(async (button: HTMLButtonElement) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      authorization: `Bearer ${localStorage.getItem('token')}`,
    };
    await fetch('/api/auth/logout', { method: 'POST', headers, body: '{}' });
    button.click();
  });
  const signIn = new SignInPage(page);
  await expect(signIn.submit).toBeVisible();
  await expect.poll(() => keyOnDevice(page)).toBe(false);
  expect(await draftsOnDevice(page)).toHaveLength(1);

  await signIn.signInAs('superadmin');
  await expect(page).toHaveURL(new RegExp(paths.addBranch));
  await new DraftPanel(page).resume();
  await expect(field(page, 'Branch name')).toHaveValue('Typed before it ended');
  await expect(field(page, 'Code')).toHaveValue('SEAL');
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
});

test('signing out asks about an unsaved form, which only its author is offered again', async ({
  page,
  openAs,
}) => {
  const shell = new Shell(page);
  const draft = new DraftPanel(page);
  const question = page.getByRole('dialog', { name: 'You have 1 unsaved form' });
  await openAs('superadmin', paths.addBranch);
  await field(page, 'Branch name').fill('Of the superadmin');
  await shell.chooseFromProfile('signOut');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Branch name')).toHaveValue('Of the superadmin');
  await shell.chooseFromProfile('signOut');
  await question.getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(new SignInPage(page).submit).toBeVisible();
  await expect.poll(() => keyOnDevice(page)).toBe(false);

  await openAs('admin', paths.schoolInfo);
  await expect(field(page, 'Centre name (English)')).toBeVisible();
  await shell.chooseFromProfile('signOut');
  await expect(new SignInPage(page).submit).toBeVisible();
  expect(await draftsOnDevice(page)).toHaveLength(1);

  await openAs('superadmin', paths.addBranch);
  await expect(draft.panel).toBeVisible();
  await shell.chooseFromProfile('signOut');
  await question.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(new SignInPage(page).submit).toBeVisible();
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
});

test(
  'saving offline sends nothing and keeps the form, which is sent only on request',
  { tag: '@worker' },
  async ({ page, context, openAs, api }) => {
    const other = await api('superadmin');
    const made = await createBranch(other, 'DOF');
    await openAs('superadmin', editPath(paths.editBranch, made._id));
    await field(page, 'Manager').fill('Typed offline');
    await expect(page.getByRole('region', { name: /Notices/ })).toBeAttached();
    // The worker is ready only after everything else is fetched.
    await workerReady(page);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url());
    });
    await context.setOffline(true);
    await expect(
      page.getByText('No Internet Connection. Please check your network.').first(),
    ).toBeVisible();
    for (let press = 0; press < 3; press += 1) await save(page).click();
    await expect(page.getByText('Not saved. Your entry is kept on this device.')).toBeVisible();
    await expect(
      page.getByText('No internet connection. Please check your network and try again.'),
    ).toHaveCount(1);
    await expect(field(page, 'Manager')).toHaveValue('Typed offline');
    expect(await draftsOnDevice(page)).toHaveLength(1);

    expect(writes).toEqual([]);

    await context.setOffline(false);
    await expect(page.getByText('The network is back. Save it now.')).toBeVisible();
    await expect(page.getByText('No Internet Connection. Please check your network.')).toHaveCount(
      0,
    );
    expect((await other.get(`/branches/${made._id}`, branch)).manager).not.toBe('Typed offline');
    await save(page).click();
    await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
    expect(writes).toEqual([expect.stringContaining(made._id)]);
  },
);

test('a resumed draft never overwrites a newer version unseen', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const other = await api('superadmin');
  const made = await createBranch(other, 'DCF', { manager: 'Nobody' });
  await openAs('superadmin', editPath(paths.editBranch, made._id));
  await field(page, 'Manager').fill('Mine, from the draft');
  await expect(new DraftPanel(page).kept).toBeVisible();
  await changeBranch(other, made, { manager: 'Theirs, newer' });
  await page.reload();
  await new DraftPanel(page).resume();
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone changed this record' });
  await expect(
    dialog.getByRole('group', { name: 'Manager' }).getByRole('radio', { name: /Theirs, newer/ }),
  ).toBeVisible();
  expect((await other.get(`/branches/${made._id}`, branch)).manager).toBe('Theirs, newer');
});

test(
  'without storage for drafts the form says so and still saves',
  { tag: ['@worker', '@release'] },
  async ({ page, context, openAs }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    });
    await openAs('superadmin', paths.addBranch);
    await field(page, 'Branch name').fill('Only in the form');
    await field(page, 'Code').fill('MEM');
    await page.getByRole('combobox', { name: /^Province/ }).selectOption('01');
    await field(page, 'Phone').fill('020 5555 0303');
    await expect(page.getByText('Drafts last only while this page is open')).toBeVisible();
    await workerReady(page);
    await context.setOffline(true);
    await save(page).click();
    await expect(page.getByText('Not saved. Your entry is still in this form.')).toBeVisible();
    await context.setOffline(false);

    // The browser asks, because closing would lose the text.
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closing;
    await save(page).click();
    await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  },
);

test(
  'a page whose draft is kept closes without a question',
  { tag: '@release' },
  async ({ page, context, openAs }) => {
    await openAs('superadmin', paths.addBranch);
    await field(page, 'Branch name').fill('Safe on the device');
    await expect(new DraftPanel(page).kept).toBeVisible();
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    const next = await context.newPage();
    await next.goto(paths.addBranch);
    await expect(new DraftPanel(next).panel).toBeVisible();
  },
);
