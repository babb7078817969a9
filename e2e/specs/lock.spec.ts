import type { Page, Request } from '@playwright/test';
import { createBranch } from '#e2e/branch-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { LockScreen } from '#e2e/pages/lock-screen.ts';
import { field } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { quietNetwork } from '#scripts/quiet-network.ts';
import { editPath, homePath, paths } from '#src/lib/paths.ts';

/** Makes it look as if nobody had touched any tab for some minutes, and wakes the page. */
async function leaveAlone(page: Page, minutes: number) {
  await page.evaluate((ago) => {
    localStorage.setItem('last-input', String(Date.now() - ago * 60_000));
    document.dispatchEvent(new Event('visibilitychange'));
  }, minutes);
}

/** Resolves once the page watches for input, which begins after its first screen. */
async function isWatching(page: Page) {
  const lastInput = () => page.evaluate(() => localStorage.getItem('last-input'));
  const before = await lastInput();
  await expect(async () => {
    await page.keyboard.press('Shift');
    expect(await lastInput()).not.toBe(before);
  }).toPass();
}

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}

const isInSight = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *:not([data-over-lock], [data-over-lock] *)')].some(
      (element) => element.checkVisibility({ visibilityProperty: true }),
    ),
  );

test('an idle screen locks, and the form behind it is unchanged and gets the focus', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const made = await createBranch(await api('superadmin'), 'LCK');
  await page.clock.install();
  await openAs('superadmin', editPath(paths.editBranch, made._id));
  await field(page, 'Manager').fill('Half a na');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.clock.fastForward('09:00');
  const lock = new LockScreen(page);
  await expect(lock.dialog).toBeHidden();
  await page.clock.fastForward('01:00');
  await expect(lock.password).toBeFocused();
  await expect(page).toHaveTitle('BranchDesk');
  await expect(lock.dialog).toContainText('Signed in: ');
  expect(await isInSight(page)).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await isInSight(page)).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(lock.dialog).toBeVisible();
  await lock.unlock('not the password');
  await expect(lock.password).toHaveAccessibleDescription('This password is not right');
  await expect(lock.password).toBeFocused();
  await lock.unlock();
  await expect(lock.dialog).toBeHidden();
  await expect(field(page, 'Manager')).toBeFocused();
  await page.keyboard.type('me', likeAPerson);
  await expect(field(page, 'Manager')).toHaveValue('Half a name');
  await expect(page).toHaveTitle(/^Edit branch \| /);
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true);
});

test('input in any tab keeps all open for as long as the device allows', async ({
  page,
  context,
  signInAs,
}) => {
  await page.clock.install();
  await signInAs('admin');
  await isWatching(page);
  await new Shell(page).chooseFromProfile('device');
  const panel = page.getByRole('dialog', { name: 'This device' });
  await panel.getByLabel('Lock the screen when idle for').selectOption('2 minutes');
  await panel.getByRole('button', { name: 'Close' }).click();
  const other = await context.newPage();
  const isQuiet = quietNetwork(other);
  await other.goto(homePath('admin'));
  await expect(new Shell(other).heading).toBeVisible();
  // The server refuses a request that comes after the lock.
  await isQuiet();
  await page.clock.fastForward('01:30');
  await page.keyboard.press('Shift');
  await page.clock.fastForward('01:30');
  await expect(new LockScreen(other).dialog).toBeHidden();
  await expect(new LockScreen(page).dialog).toBeHidden();
  await page.clock.fastForward('00:31');
  await expect(new LockScreen(other).dialog).toBeVisible();
  await expect(new LockScreen(page).dialog).toBeVisible();
});

test('neither a reload nor another tab gets around the lock, and one password opens all', async ({
  page,
  context,
  openAs,
}) => {
  await openAs('superadmin', paths.schoolBranch);
  await new Shell(page).chooseFromProfile('lock');
  const lock = new LockScreen(page);
  await expect(lock.dialog).toBeVisible();

  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('main, header, aside, table')) seen.push('a page');
    }).observe(document, { subtree: true, childList: true });
  });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  const other = await context.newPage();
  await other.goto(paths.schoolBranch);
  for (const locked of [page, other]) {
    await expect(new LockScreen(locked).password).toBeFocused();
    await expect(locked).toHaveTitle('BranchDesk');
    expect(await locked.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  }
  expect(asked).not.toContain('/api/branches');

  await new LockScreen(other).unlock();
  for (const opened of [page, other])
    await expect(opened.getByRole('link', { name: /^Pakse/ })).toBeVisible();
});

test(
  'a device that slept locks when it wakes or at the first touch',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await page.clock.install();
    await signInAs('staff');
    await isWatching(page);
    const lock = new LockScreen(page);
    await leaveAlone(page, 9);
    await expect(lock.dialog).toBeHidden();
    await leaveAlone(page, 11);
    await expect(lock.dialog).toBeVisible();
    await lock.unlock();
    await expect(lock.dialog).toBeHidden();
    // The clock goes on while timers stop, as in a sleeping tablet.
    await page.clock.setSystemTime(Date.now() + 60 * 60_000);
    await page.keyboard.press('Shift');
    await expect(lock.dialog).toBeVisible();
  },
);

test('offline a page accepts the password typed on it before, but not after a reload', async ({
  page,
  context,
  complaints,
}) => {
  // Requests that follow the first screen may fail while offline, and the server refuses the
  // session that it knows as locked.
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 403/);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signInAs('staff');
  const lock = new LockScreen(page);
  const lockScreen = async () => {
    await new Shell(page).chooseFromProfile('lock');
    await expect(lock.dialog).toBeVisible();
  };
  const expectToKnow = async () => {
    await lock.unlock('not the password');
    await expect(lock.password).toHaveAccessibleDescription('This password is not right');
    await lock.unlock();
    await expect(lock.dialog).toBeHidden();
  };
  const outOfReach = /\/api\/auth\/(?:un)?lock$/;
  await page.route(outOfReach, (route) => route.abort());
  await lockScreen();
  await expectToKnow();
  await page.unroute(outOfReach);

  const told = page.waitForResponse('**/api/auth/lock');
  await lockScreen();
  await told;
  await context.setOffline(true);
  await expect(lock.dialog.getByRole('status')).toContainText('No Internet Connection.');
  await expect(lock.dialog.getByRole('alert')).toBeEmpty();
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()));
  await expectToKnow();
  expect(sent).toEqual([]);

  // The server was told of that lock, so it asks for the password again.
  await context.setOffline(false);
  await expect(lock.dialog).toBeVisible();
  await page.reload();
  await expect(lock.dialog).toBeVisible();
  await context.setOffline(true);
  await expect(lock.dialog.getByRole('alert')).toHaveText(
    /^This device cannot check the password without a network\./,
  );
  await lock.unlock();
  await expect(lock.dialog).toBeVisible();
  await context.setOffline(false);
  await expect(lock.dialog.getByRole('alert')).toBeEmpty();
  await lock.unlock();
  await expect(new Shell(page).heading).toBeVisible();
});

test('a server that hears of the lock late does not lock again behind the unlock', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.students);
  const [heard, opened] = [gate(), gate()];
  // The real request, held back as a slow network would.
  await page.route('**/api/auth/lock', async (route) => {
    heard.open();
    await opened.passed;
    await route.continue().catch(() => undefined);
  });
  const isOver = (request: Request) => request.url().endsWith('/auth/lock');
  const over = Promise.race([
    page.waitForEvent('requestfinished', isOver),
    page.waitForEvent('requestfailed', isOver),
  ]);
  await new Shell(page).chooseFromProfile('lock');
  await heard.passed;
  const lock = new LockScreen(page);
  await lock.unlock();
  await expect(lock.dialog).toBeHidden();
  opened.open();
  await over;
  await page.reload();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await expect(lock.dialog).toBeHidden();
});

test('anybody at a locked screen can sign out, in every tab', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('staff');
  const other = await context.newPage();
  await other.goto(homePath('staff'));
  await expect(new Shell(other).heading).toBeVisible();
  await restFetched(other);
  await new Shell(page).chooseFromProfile('lock');
  await new LockScreen(page).signOut.click();
  for (const left of [page, other]) await expect(left).toHaveURL(paths.signIn);
  await expect(new LockScreen(page).dialog).toBeHidden();
  await new SignInPage(page).signInAs('finance');
  await expect(new LockScreen(page).dialog).toBeHidden();
});

test(
  'nothing that opens later covers the lock screen',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    complaints.expect(/status of 400/);
    await signInAs('finance');
    const shell = new Shell(page);
    await shell.chooseFromProfile('updatePassword');
    const dialog = page.getByRole('dialog', { name: 'Update Password' });
    await dialog.getByLabel('Old Password', { exact: true }).fill('wrong');
    await dialog.getByLabel('New Password', { exact: true }).fill('long enough');
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/change-password', async (route) => {
      await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const lock = new LockScreen(page);
    await expect(async () => {
      await leaveAlone(page, 11);
      await expect(lock.dialog).toBeVisible({ timeout: 500 });
    }).toPass();
    const answered = page.waitForResponse('**/change-password');
    answer();
    await answered;
    await lock.unlock();
    await expect(lock.dialog).toBeHidden();
    await expect(dialog.getByLabel('Old Password', { exact: true })).toHaveValue('wrong');
  },
);
