import type { Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { openListTool } from '#e2e/list-tools.ts';
import { printed } from '#e2e/pdf.ts';
import { edit, field, save } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { paths } from '#src/lib/paths.ts';

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');
const codes = async (page: Page) =>
  (await rows(page).allTextContents()).map((text) => /ST-\d\d-\d{6}/.exec(text)?.[0] ?? '');
const turn = (page: Page, to: 'First' | 'Previous' | 'Next' | 'Last') =>
  page.getByRole('button', { name: `${to} page` }).click();
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByText(/–/);

const isList = (request: Request) => new URL(request.url()).pathname === '/api/students';
/** How each page of the list was requested, the newest last. */
function askedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { searchParams: query } = new URL(request.url());
    if (!isList(request) || query.get('count') === 'only') return;
    asked.push(
      query.has('after')
        ? 'after'
        : (query.get('before') ?? `page ${query.get('page')}`).replace(
            /^[\da-f-]{36}.*$/,
            'before',
          ),
    );
  });
  return asked;
}

/** A promise that holds answers back until `release` is called. */
function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release: () => release() };
}

async function openList(page: Page, query = ''): Promise<void> {
  const shell = new Shell(page);
  await shell.visit(paths.students + query);
  // The overview that was open before has tables, too.
  await expect(shell.heading).toContainText('Student Profiles');
  await expect(rows(page).first()).toBeVisible();
}

test('a superadmin turns pages to the end and back, and the address keeps their number', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  await new Shell(page).pickBranch();
  const asked = askedFor(page);
  await openList(page);
  await expect(range(page)).toHaveText(/^1–50 of \d+$/);
  const total = Number((await range(page).textContent())?.split(' ').at(-1));
  const pages = Math.ceil(total / 50);
  await turn(page, 'Last');
  await expect(range(page)).toHaveText(`${(pages - 1) * 50 + 1}–${total} of ${total}`);
  await expect(rows(page)).toHaveCount(total - (pages - 1) * 50);
  const last = await codes(page);
  await turn(page, 'Previous');
  await expect(range(page)).toHaveText(`${(pages - 2) * 50 + 1}–${(pages - 1) * 50} of ${total}`);
  await expect.poll(() => codes(page)).not.toEqual(last);
  // The second page is fetched before it is needed, as the one after the first. Where it is the
  // last but one too, it is asked for in the same way again.
  const back = pages > 3 ? 'before' : 'after';
  await expect.poll(() => asked).toEqual(['page 1', 'after', 'end', back]);
  const before = await codes(page);
  expect(before).toHaveLength(50);

  // The same address shows the same rows to another person, found by the number.
  await page.reload();
  await expect(range(page)).toHaveText(`${(pages - 2) * 50 + 1}–${(pages - 1) * 50} of ${total}`);
  expect(await codes(page)).toEqual(before);
  expect(asked.filter((how) => how === `page ${pages - 1}`)).toHaveLength(1);
  await turn(page, 'Next');
  await expect.poll(() => codes(page)).toEqual(last);
  await page.goBack();
  await expect.poll(() => codes(page)).toEqual(before);
});

test(
  'rows and the next page do not wait for their count',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    const { held, release } = hold();
    await page.route('**/api/students?*count=only*', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await openList(page);
    await expect(range(page)).toHaveText('1–50 of …');
    await expect(page.getByRole('button', { name: 'Last page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const first = await codes(page);
    await turn(page, 'Next');
    await expect(range(page)).toHaveText('51–100 of …');
    await expect.poll(() => codes(page)).not.toEqual(first);
    release();
    await expect(range(page)).toHaveText(/^51–100 of \d+$/);
    await expect(page.getByRole('status').filter({ hasText: /^Found: \d+$/ })).toBeAttached();
  },
);

test(
  'a first page that holds all rows is not counted',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await openList(page);
    const [wanted = ''] = await codes(page);
    const counts: string[] = [];
    page.on('request', (request) => {
      if (isList(request) && request.url().includes('count=only')) counts.push(request.url());
    });
    await page.getByRole('searchbox').fill(wanted);
    await expect(page.getByRole('status').filter({ hasText: /^Found: 1$/ })).toBeAttached();
    await expect(rows(page)).toHaveCount(1);
    expect(counts.filter((url) => url.includes(wanted))).toEqual([]);
  },
);

test('a saved student leads back to the list as it was left', async ({ page, signInAs }) => {
  await signInAs('staff');
  await openList(page, '?status=active&sort=-studentCode');
  const [wanted = ''] = await codes(page);
  await page.getByRole('searchbox').fill(wanted);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').click();
  await edit(page, 'Person');
  await field(page, 'Nickname').fill('ນ້ອຍໃໝ່');
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Person', exact: true })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(
    (url) =>
      url.searchParams.get('search') === wanted && url.searchParams.get('status') === 'active',
  );
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('ນ້ອຍໃໝ່');
});

type Paper = { printed?: number; head?: string };

test(
  'Print holds all rows, and the browser’s own print names its page',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await page.addInitScript(() => {
      window.print = () => {
        const paper = window as Paper;
        paper.printed = document.querySelectorAll('main tbody tr').length;
        paper.head = document.querySelector('main [class*=printHead]')?.textContent ?? '';
      };
    });
    await signInAs('superadmin');
    await new Shell(page).pickBranch();
    await openList(page, '?status=active,prospect');
    await expect(range(page)).toHaveText(/^1–50 of \d+$/);
    const total = Number((await range(page).textContent())?.split(' ').at(-1));
    // More than the screen shows; how many are active depends on the day of the demo.
    expect(total).toBeGreaterThan(50);

    await page.emulateMedia({ media: 'print' });
    await expect(
      page.getByText(/Status: Active\s·\sStatus: Prospect|Status: Prospect\s·\sStatus: Active/),
    ).toBeVisible();
    await expect(page.getByText(`Page 1 of ${Math.ceil(total / 50)}`).first()).toBeVisible();
    for (const unwanted of ['searchbox', 'checkbox', 'navigation'] as const)
      await expect(page.getByRole(unwanted)).toHaveCount(0);
    // The printed page shows the list only.
    expect((await page.getByRole('table').boundingBox())?.width).toBeGreaterThan(1200);
    await page.emulateMedia({ media: 'screen' });

    await openListTool(page, 'Print');
    await expect.poll(() => page.evaluate(() => (window as Paper).printed)).toBe(total);
    expect(await page.evaluate(() => (window as Paper).head)).not.toContain('Page');
    await expect(rows(page)).toHaveCount(total);
    // Every sheet has the column heads and its number.
    await page.emulateMedia({ media: null });
    const { pages, text } = await printed(page);
    expect(pages).toBeGreaterThan(1);
    expect(text).toContain(`Page${pages}of${pages}`);
    expect(text.split('Attendance').length - 1).toBe(pages);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(rows(page)).toHaveCount(50);
  },
);

test(
  'a list left before its search is answered leads back to that search',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await openList(page);
    const { held, release } = hold();
    await page.route(/\/api\/students\?.*search=/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/\/api\/students\?.*search=26/);
    await page.getByRole('searchbox').fill('26');
    await asked;
    // The rows of before cannot be opened any more.
    await page.getByRole('main').getByRole('link', { name: /^Add/ }).first().click();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/search=26/);
    await expect(page.getByRole('searchbox')).toHaveValue('26');
    release();
  },
);

test(
  'turning a page and back before its rows arrive keeps the place',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await new Shell(page).pickBranch();
    await openList(page);
    const first = await codes(page);
    const { held, release } = hold();
    await page.route(/\/api\/students\?.*before=end/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/\/api\/students\?.*before=end/);
    await turn(page, 'Last');
    await asked;
    await page.goBack();
    await expect(range(page)).toHaveText(/^1–50 of \d+$/);
    await expect.poll(() => codes(page)).toEqual(first);
    release();
  },
);
