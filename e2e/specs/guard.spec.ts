import { roles } from '#contract/roles.ts';
import { admits } from '#src/app/access.ts';
import { screens } from '#src/app/routes.tsx';
import { homePath, paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { word } from '#e2e/words.ts';

for (const role of roles) {
  test(`${role} walks every route`, async ({ page, signInAs }) => {
    test.setTimeout(180_000);
    await signInAs(role);
    const shell = new Shell(page);
    for (const screen of screens) {
      await shell.visit(screen.path);
      const title = word('en', 'shell', screen.title);
      if (admits(screen, role)) {
        await expect(page, screen.path).toHaveURL(screen.path);
        await expect(page, screen.path).toHaveTitle(`${title} | Dok Champa Language Centre`);
        await expect(shell.heading, screen.path).toBeVisible();
        continue;
      }
      await expect(shell.alert, screen.path).toContainText(
        `You may not open "${title}". It is for: ${screen.roles.join(', ')}.`,
      );
      await expect(page, screen.path).toHaveURL(homePath(role));
      await page.keyboard.press('Escape');
      await expect(shell.alert).toBeHidden();
    }
  });
}

test('a refusal is said in Lao, too', async ({ page, signInAs }) => {
  await signInAs('staff', { language: 'lo' });
  const shell = new Shell(page, 'lo');
  await shell.visit(paths.schoolBranch);
  await expect(shell.alert).toContainText('ທ່ານບໍ່ມີສິດເປີດໜ້າ “ສາຂາໂຮງຮຽນ”. ໜ້ານີ້ສຳລັບ: ຜູ້ດູແລລະບົບສູງສຸດ.');
});

test('a role nobody knows is told so, without going round in circles', async ({ page, signInAs, complaints }) => {
  complaints.expect(/status of 503/);
  await signInAs('staff');
  // The server would correct the role at once; here it does not know better.
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, body: '' }));
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('root') ?? '') as { state: { user: { role: string } } };
    kept.state.user.role = 'gardener';
    localStorage.setItem('root', JSON.stringify(kept));
  });
  await page.goto(paths.schoolInfo);
  const shell = new Shell(page);
  await expect(shell.heading).toHaveText('No page for your role');
  await expect(page).toHaveURL('/');
  await shell.main.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(paths.signIn);
});

test('an address that is no route shows the 404 page, with the way home', async ({ page, openAs }) => {
  await openAs('finance', '/no/such/page');
  const shell = new Shell(page);
  await expect(shell.heading).toHaveText('Page not found');
  await shell.main.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL(homePath('finance'));
});

test('a screen of a later version says so', async ({ page, signInAs }) => {
  await signInAs('superadmin');
  const shell = new Shell(page);
  await shell.visit(paths.announcements);
  await expect(shell.heading).toHaveText('Announcements');
  await expect(shell.main).toContainText('This screen comes with a later version of BranchDesk.');
  await shell.main.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL('/');
});

test('a page whose code does not arrive shows an error with a way on', async ({ page, signInAs, complaints }) => {
  complaints.expect(/ERR_FAILED|dynamically imported module|Unable to preload/);
  await signInAs('superadmin');
  await page.route('**/assets/branch-list-page*', (route) => route.abort());
  const shell = new Shell(page);
  // Once the page looks by itself for a newer build that has the part.
  const looked = page.waitForEvent('domcontentloaded');
  await shell.visit(paths.schoolBranch);
  await looked;
  await expect(shell.heading).toHaveText('This page could not be shown');
  await page.unroute('**/assets/branch-list-page*');
  await shell.main.getByRole('button', { name: 'Try again' }).click();
  await expect(shell.heading).toContainText('School Branch');
});
