import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { homePath, paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';

test('a visitor signs in and gets the page they had asked for', async ({ page }) => {
  await page.goto(`${paths.exchangeRate}?search=usd`);
  await expect(page).toHaveURL(paths.signIn);
  await new SignInPage(page).signInAs('staff');
  await expect(page).toHaveURL(`${paths.exchangeRate}?search=usd`);
});

test('signing in fetches the branch, and signing out forgets the person everywhere', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/(auth\/login|branches)/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  await page.route('**/api/auth/login', async (route) => {
    await expect(page.getByRole('dialog', { name: 'Please wait' })).toBeVisible();
    await route.continue();
  });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signInAs('admin');
  await expect(page).toHaveURL(homePath('admin'));
  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  const { state } = JSON.parse((await kept('root')) ?? '') as {
    state: { user: unknown; branch: { branchData: { _id: string } } };
  };
  expect(await kept('token')).toMatch(/^\S{40,}$/);
  expect(state.user).toMatchObject({
    isLoggedIn: true,
    role: 'admin',
    userData: { email: demoEmail('admin') },
  });
  expect(calls.slice(0, 2)).toEqual([
    'POST /api/auth/login',
    `GET /api/branches/${state.branch.branchData._id}`,
  ]);

  const told = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
  await new Shell(page).chooseFromProfile('signOut');
  await expect(page).toHaveURL(paths.signIn);
  expect((await told).ok()).toBe(true);
  expect(await kept('token')).toBeNull();
  // The next person is not led to the page of the one before.
  await signIn.signInAs('staff');
  await expect(page).toHaveURL(homePath('staff'));
});

test('the sign-in form marks what is missing and says why it refuses', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (401|429)/);
  // A server started with `--demo` answers like this.
  const demoAccounts = [{ email: demoEmail('finance'), password: DEMO_PASSWORD, role: 'finance' }];
  await page.route('**/api/setup', (route) =>
    route.fulfill({ json: { needed: false, demoAccounts } }),
  );
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit.click();
  await expect(signIn.email).toBeFocused();
  await expect(signIn.email).toHaveAccessibleDescription('Required');
  await expect(signIn.password).toHaveAccessibleDescription('Required');
  await page.getByRole('button', { name: demoEmail('finance') }).click();
  await expect(signIn.email).toHaveValue(demoEmail('finance'));
  await expect(signIn.password).toHaveValue(DEMO_PASSWORD);

  await signIn.password.fill('not the password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(signIn.password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(signIn.password).toHaveAttribute('type', 'password');
  await signIn.submit.click();
  await expect(page.getByRole('alert')).toHaveText('E-mail or password is not right');
  await expect(page.getByText('Session expired. Please log in again.')).toBeHidden();
  await expect(signIn.email).toHaveValue(demoEmail('finance'));
  await expect(signIn.password).toHaveValue('not the password');

  // The answer is simulated, because the real limit would shut out the tests that follow.
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '2' },
      json: { error: 'Too many attempts. Wait 2 seconds.', code: 'tooManyTries' },
    }),
  );
  await signIn.submit.click();
  await expect(page.getByRole('alert')).toContainText('Try again in 2 s');
  await expect(signIn.submit).toBeDisabled();
  await expect(signIn.submit).toBeEnabled();
});

test(
  'the sign-in page names the centre in the chosen language',
  { tag: '@release' },
  async ({ page }) => {
    await new SignInPage(page).open();
    await expect(page).toHaveTitle('Sign In | Dok Champa Language Centre');
    await page.getByRole('button', { name: 'ລາວ' }).click();
    await expect(page).toHaveTitle('ເຂົ້າສູ່ລະບົບ | ສູນພາສາດອກຈຳປາ');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ເຂົ້າສູ່ລະບົບ');
    await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} ສູນພາສາດອກຈຳປາ/);
  },
);

test('an expired session says so, and signing in again leads back', async ({
  page,
  signInAs,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await signInAs('admin');
  // One step, because the open page would otherwise notice first.
  await page.evaluate((path) => {
    localStorage.setItem('token', 'nobody knows this token any more');
    window.location.assign(path);
  }, paths.schoolInfo);
  await expect(page).toHaveURL(paths.signIn);
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await new SignInPage(page).signInAs('admin');
  await expect(page).toHaveURL(paths.schoolInfo);
});
