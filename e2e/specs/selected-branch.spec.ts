import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';

test('the branch chosen in the header selects lists, board and new records', async ({
  page,
  openAs,
  api,
}) => {
  const superadmin = await api('superadmin');
  const branches = await superadmin.get('/branches', z.array(branch));
  const pakse = branches.find(({ code }) => code === 'PKS');
  if (!pakse) throw new Error('The demo centre has a branch in Pakse');
  const inPakse = await superadmin.get(
    `/students?pageSize=200&branchId=${pakse._id}`,
    z.array(z.object({ _id: z.string() })),
  );

  // Columns without room fold away, and students of other tests have long classes.
  await page.setViewportSize({ width: 1680, height: 900 });
  await openAs('superadmin', paths.students);
  const shell = new Shell(page);
  const found = page.getByRole('status').filter({ hasText: /^Found: / });
  await shell.pickBranch();
  await expect(shell.sidebar.getByText('All branches')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Branch' })).toBeVisible();
  await expect(found).not.toHaveText(`Found: ${inPakse.length}`);
  await shell.pickBranch('Pakse');
  await expect(page.getByRole('columnheader', { name: 'Branch' })).toBeHidden();
  await expect(found).toHaveText(`Found: ${inPakse.length}`);

  await shell.visit(paths.addStudent);
  await expect(page.getByLabel('Home branch')).toHaveValue(pakse._id);
  await page.goBack();

  await shell.visit(paths.allocateStudents);
  const classes = page.getByRole('region', { name: 'Classes of the term' }).locator('[data-class]');
  const students = page.getByRole('region', { name: 'Without a class' }).getByRole('checkbox');
  await expect(students.first()).toBeVisible();
  const before = await classes.count();
  await shell.pickBranch();
  await expect(classes.filter({ hasText: 'Sisattanak' }).first()).toBeVisible();
  expect(await classes.count()).toBeGreaterThan(before);
  // The choice survives a reload.
  await page.reload();
  await expect(shell.branchMenu).toHaveAccessibleName('Choose a branch: All branches');
});

test('a choice stays when the branch of before the reload comes late', async ({ page, openAs }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await openAs('superadmin', paths.students);
  const shell = new Shell(page);
  await expect(shell.branchMenu).toHaveAccessibleName(/Sisattanak$/);
  await page.route(/\/api\/branches\/[0-9a-f-]{36}$/, async (route) => {
    await held;
    await route.continue();
  });
  const late = page.waitForResponse(/\/api\/branches\/[0-9a-f-]{36}$/);
  await page.reload();
  await shell.pickBranch();
  release();
  await late;
  await expect(page.getByRole('columnheader', { name: 'Branch' })).toBeVisible();
  await page.waitForTimeout(500);
  await expect(shell.branchMenu).toHaveAccessibleName('Choose a branch: All branches');
});
