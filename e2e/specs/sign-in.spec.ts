import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { roles } from '#contract/roles.ts';
import { homePath, paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';

test('a visitor is sent to sign in, and afterwards to the page they had asked for', async ({ page }) => {
  await page.goto(`${paths.exchangeRate}?search=usd`);
  await expect(page).toHaveURL(paths.signIn);
  await new SignInPage(page).signInAs('staff');
  await expect(page).toHaveURL(`${paths.exchangeRate}?search=usd`);
});

test('a page that refuses the role is not gone on to', async ({ page }) => {
  await page.goto(paths.schoolBranch);
  await new SignInPage(page).signInAs('staff');
  await expect(page).toHaveURL(homePath('staff'));
  await expect(new Shell(page).alert).toBeHidden();
});

for (const role of roles) {
  test(`${role} starts at home`, async ({ page, signInAs }) => {
    await signInAs(role);
    await expect(page).toHaveURL(homePath(role));
  });
}

test('signing in fetches the branch, keeps the token, and covers the page meanwhile', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/(auth\/login|branches)/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  await page.route('**/api/auth/login', async (route) => {
    await expect(page.getByRole('dialog', { name: 'Please wait' })).toBeVisible();
    await route.continue();
  });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signInAs('admin');
  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key);
  const { state } = JSON.parse(await kept('root')) as {
    state: { user: unknown; branch: { branchData: { _id: string } } };
  };
  expect(await kept('token')).toMatch(/^\S{40,}$/);
  expect(state.user).toMatchObject({ isLoggedIn: true, role: 'admin', userData: { email: demoEmail('admin') } });
  expect(calls.slice(0, 2)).toEqual(['POST /api/auth/login', `GET /api/branches/${state.branch.branchData._id}`]);
});

test('empty fields are marked and the first of them is focused', async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit.click();
  await expect(signIn.email).toBeFocused();
  await expect(signIn.email).toHaveAccessibleDescription('Required');
  await expect(signIn.password).toHaveAccessibleDescription('Required');
  await signIn.email.fill('a@b.la');
  await signIn.submit.click();
  await expect(signIn.password).toBeFocused();
});

test('a wrong password says so beside the form and empties nothing', async ({ page, complaints }) => {
  complaints.expect(/status of 401/);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(demoEmail('staff'), 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Email or password is not right');
  await expect(page.getByText('Session expired. Please log in again.')).toBeHidden();
  await expect(signIn.email).toHaveValue(demoEmail('staff'));
  await expect(signIn.password).toHaveValue('not the password');
});

test('too many tries count down', async ({ page, complaints }) => {
  complaints.expect(/status of 429/);
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '2' },
      json: { error: 'Too many tries. Wait 2 seconds.', code: 'tooManyTries' },
    }),
  );
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(demoEmail('staff'), 'x');
  await expect(page.getByRole('alert')).toContainText('Try again in 2 s');
  await expect(signIn.submit).toBeDisabled();
  await expect(signIn.submit).toBeEnabled();
});

test('a demo account fills the form', async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await page.getByRole('button', { name: demoEmail('finance') }).click();
  await expect(signIn.email).toHaveValue(demoEmail('finance'));
  await expect(signIn.password).toHaveValue(DEMO_PASSWORD);
});

test('the password can be shown and hidden', async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.password.fill('secret');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(signIn.password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(signIn.password).toHaveAttribute('type', 'password');
});

test('the page names the centre in the language one picks', async ({ page }) => {
  await new SignInPage(page).open();
  await expect(page).toHaveTitle('Sign In | Dok Champa Language Centre');
  await page.getByRole('button', { name: 'ລາວ' }).click();
  await expect(page).toHaveTitle('ເຂົ້າສູ່ລະບົບ | ສູນພາສາດອກຈຳປາ');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ເຂົ້າສູ່ລະບົບ');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} ສູນພາສາດອກຈຳປາ`);
});

test('a centre without accounts is set up here', async ({ page, complaints }) => {
  complaints.expect(/status of 400/);
  await page.route('**/api/setup', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { needed: true, demoAccounts: [] } })
      : route.fulfill({
          status: 400,
          json: {
            error: 'Some fields need attention',
            code: 'fieldsInvalid',
            fields: { code: 'This is not the code shown on the server', branchCode: '2 to 4 letters from A to Z' },
          },
        }),
  );
  await page.goto(paths.signIn);
  await expect(page).toHaveTitle(/^Set up the centre \| /);
  const answers = {
    'One-time code': 'ABCD-EFGH',
    'Centre name in English': 'Champa',
    'Centre name in Lao': 'ຈຳປາ',
    'Branch name': 'Main',
    'Branch code': '1',
    'Given name': 'Noy',
    Surname: 'Keomany',
    Email: 'noy@example.com',
    Password: 'long enough',
  };
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Province').selectOption({ label: 'Champasak' });
  await page.getByLabel('Fill with demo data').check();
  await page.getByRole('button', { name: 'Create the centre' }).click();
  const code = page.getByLabel('One-time code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/This is not the code shown on the server$/);
  await expect(page.getByLabel('Branch code')).toHaveAccessibleDescription(/2 to 4 letters from A to Z$/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('long enough');
});

test('signing out forgets the person here and on the server', async ({ page, signInAs }) => {
  await signInAs('admin');
  const told = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
  await new Shell(page).chooseFromProfile('signOut');
  await expect(page).toHaveURL(paths.signIn);
  expect((await told).ok()).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await new SignInPage(page).signInAs('staff');
  await expect(page).toHaveURL(homePath('staff'));
});

test('an expired session says so, and signing in again leads back', async ({ page, signInAs, complaints }) => {
  complaints.expect(/status of 401/);
  await signInAs('admin');
  await page.evaluate(() => localStorage.setItem('token', 'nobody knows this token any more'));
  await page.goto(paths.schoolInfo);
  await expect(page).toHaveURL(paths.signIn);
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await new SignInPage(page).signInAs('admin');
  await expect(page).toHaveURL(paths.schoolInfo);
});
