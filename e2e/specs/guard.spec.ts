import { homePath, paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';

// A unit test covers the table of rights; these journeys show one refusal and one permitted page.

test('staff are refused a page in words, in both languages', async ({ page, openAs }) => {
  await openAs('staff', paths.exchangeRate);
  const shell = new Shell(page);
  await shell.visit(paths.schoolBranch);
  await expect(shell.alert).toContainText(
    'You may not open "School Branch". It is for: superadmin.',
  );
  await expect(page).toHaveURL(homePath('staff'));
  await page.keyboard.press('Escape');
  await expect(shell.alert).toBeHidden();
  await shell.visit(paths.teachers);
  await expect(shell.heading).toContainText('Teacher Profiles');
  await expect(page).toHaveURL(paths.teachers);

  await shell.speak('lo');
  await shell.visit(paths.schoolBranch);
  await expect(shell.alert).toContainText('ທ່ານບໍ່ມີສິດເປີດໜ້າ “ສາຂາໂຮງຮຽນ”. ໜ້ານີ້ສຳລັບ: ຜູ້ດູແລລະບົບສູງສຸດ.');
});

test(
  'an unknown role shows an error instead of a redirect loop',
  { tag: '@release' },
  async ({ page, signInAs, complaints }) => {
    complaints.expect(/status of 503/);
    // A server that answers would correct the role at once.
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, body: '' }));
    await signInAs('staff');
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('root') ?? '') as {
        state: { user: { role: string } };
      };
      kept.state.user.role = 'gardener';
      localStorage.setItem('root', JSON.stringify(kept));
    });
    await page.goto(paths.schoolInfo);
    const shell = new Shell(page);
    await expect(shell.heading).toHaveText('No page for your role');
    await expect(page).toHaveURL('/');
    await shell.main.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(paths.signIn);
  },
);

test('an unknown address says so and leads home', async ({ page, openAs }) => {
  await openAs('finance', '/no/such/page');
  const shell = new Shell(page);
  await expect(shell.heading).toHaveText('Page not found');
  await shell.main.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL(homePath('finance'));
});

test('a page whose code does not arrive shows an error with a way on', async ({
  page,
  signInAs,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|dynamically imported module|Unable to preload/);
  await signInAs('superadmin');
  await page.route('**/assets/branch-list-page*', (route) => route.abort());
  const shell = new Shell(page);
  // The page reloads once to look for a newer build that has the part.
  const looked = page.waitForEvent('domcontentloaded');
  await shell.visit(paths.schoolBranch);
  await looked;
  await expect(shell.heading).toHaveText('This page could not be shown');
  await page.unroute('**/assets/branch-list-page*');
  await shell.main.getByRole('button', { name: 'Try again' }).click();
  await expect(shell.heading).toContainText('School Branch');
});
