import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { field } from '#e2e/pages/record-form.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { Releases } from '#e2e/releases.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

const test = base.extend<object, { releases: Releases }>({
  releases: [
    async ({}, use) => {
      const releases = await Releases.open();
      await use(releases);
      await releases.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ releases }, use) => use(releases.origin),
});

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'serial' });
test.slow();
test.beforeEach(async ({ releases }) => releases.deploy('first'));

/** The build that a page runs. */
const build = (page: Page) => page.locator('script[type=module][src]').getAttribute('src');

/** Counts how often a page is loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

async function signIn(page: Page): Promise<void> {
  const form = new SignInPage(page);
  await form.open();
  await form.signInAs('superadmin');
}

async function typeBranch(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(paths.addBranch);
  await field(tab, 'Branch name').fill('Half typed');
  return tab;
}

async function resumeBranch(tab: Page): Promise<void> {
  const offer = tab.getByRole('region', { name: 'Continue where you stopped' });
  await offer.getByRole('button', { name: 'Continue' }).click();
  await expect(field(tab, 'Branch name')).toHaveValue('Half typed');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'one tab without typing gets the new version silently at the next start',
  { tag: '@release' },
  async ({ page, releases }) => {
    await new SignInPage(page).open();
    await workerReady(page);
    const first = await build(page);
    await releases.deploy('second');
    await page.reload();
    await expect(page.getByText('New version ready')).toBeVisible();
    expect(await build(page)).toBe(first);

    const loads = countLoads(page);
    await page.goto(`${paths.signIn}?lng=en`);
    await expect.poll(() => build(page)).not.toBe(first);
    await workerReady(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('New version ready')).toBeHidden();
    // The visit itself, and one reload into the new version.
    expect(loads()).toBe(2);
  },
);

test('two tabs update with one reload each, and the typed form is offered again', async ({
  page,
  context,
  releases,
}) => {
  await signIn(page);
  await workerReady(page);
  const first = await build(page);
  const typed = await typeBranch(context);
  await workerReady(typed);
  await releases.deploy('second');
  await page.reload();

  await button(page, 'Update').click();
  await expect(page.getByText(/Not saved yet: .*[Bb]ranch/)).toBeVisible();
  expect(await build(typed)).toBe(first);
  const loads = [countLoads(page), countLoads(typed)];
  await button(page, 'Save drafts and update').click();

  await expect.poll(() => build(page)).not.toBe(first);
  await expect.poll(() => build(typed)).not.toBe(first);
  await resumeBranch(typed);
  await workerReady(page);
  // The other tab is never idle, because its overview listens to the server.
  await typed.waitForLoadState('networkidle');
  expect(loads.map((count) => count())).toEqual([1, 1]);
});

test(
  'a tab that did not hear of the update is not reloaded over its typing',
  { tag: '@release' },
  async ({ page, context, releases }) => {
    await signIn(page);
    await workerReady(page);
    const first = await build(page);
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'BroadcastChannel');
    });
    const deaf = await typeBranch(context);
    await workerReady(deaf);
    await expect(deaf.getByText(/Draft kept on this device/)).toBeVisible();
    await releases.deploy('second');
    await page.reload();
    const loads = countLoads(deaf);
    await button(page, 'Update').click();

    await expect(
      deaf.getByText('Updated in another tab. Reload when you are ready.'),
    ).toBeVisible();
    await expect.poll(() => build(page)).not.toBe(first);
    await expect(field(deaf, 'Branch name')).toHaveValue('Half typed');
    expect(loads()).toBe(0);
    await button(deaf, 'Reload').click();
    await expect.poll(() => build(deaf)).not.toBe(first);
    await resumeBranch(deaf);
  },
);

test(
  'a form that cannot be stored stops the update, and Later postpones it',
  { tag: '@release' },
  async ({ page, context, releases }) => {
    await new SignInPage(page).open();
    await workerReady(page);
    const first = await build(page);
    const other = new SignInPage(await context.newPage());
    await other.open();
    await workerReady(other.page);
    await other.email.fill('somebody@example.com');
    await releases.deploy('second');
    await page.reload();

    await button(page, 'Update').click();
    await expect(page.getByText(/Not saved yet: Sign/)).toBeVisible();
    await button(page, 'Save drafts and update').click();
    await expect(page.getByText(/Not everything could be kept as a draft: Sign/)).toBeVisible();
    await button(page, 'Later').click();
    await expect(button(page, 'Update')).toBeHidden();
    expect([await build(page), await build(other.page)]).toEqual([first, first]);
    await expect(other.email).toHaveValue('somebody@example.com');
  },
);

test.describe('without the worker', () => {
  // The worker would still have the part.
  test.use({ serviceWorkers: 'block' });

  test(
    'a part gone from the server is found again by one reload',
    { tag: '@release' },
    async ({ page, releases }) => {
      await signIn(page);
      const first = await build(page);
      await button(page, 'Setting').click();
      await releases.deploy('second');
      const loads = countLoads(page);
      await page.getByRole('link', { name: 'School Branch' }).first().click();
      await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
      expect(await build(page)).not.toBe(first);
      expect(loads()).toBe(1);
    },
  );

  test(
    'a missing part is looked for only once, and never offline',
    { tag: '@release' },
    async ({ page, context, releases }) => {
      await signIn(page);
      const loads = countLoads(page);
      await button(page, 'Setting').click();
      await context.setOffline(true);
      await page.getByRole('link', { name: 'School info' }).first().click();
      await expect(
        page.getByRole('heading', { name: 'This page is not on the device' }),
      ).toBeVisible();
      expect(loads()).toBe(0);
      await context.setOffline(false);

      releases.lose('first', 'branch-list-page');
      await releases.deploy('first');
      await page.goto(paths.overview);
      const before = loads();
      await button(page, 'Setting').click();
      await page.getByRole('link', { name: 'School Branch' }).first().click();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect.poll(loads).toBe(before + 1);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      expect(loads()).toBe(before + 1);
    },
  );
});
