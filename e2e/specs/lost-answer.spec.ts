import type { Page, Route } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { createBranch } from '#e2e/branch-data.ts';
import { crash } from '#e2e/crash.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const WRITES = '**/api/branches';
const QUESTIONS = '**/api/idempotency-keys/*/settle';

async function fillBranch(page: Page, code: string): Promise<void> {
  await field(page, 'Branch name').fill(`Branch ${code}`);
  await field(page, 'Code').fill(code);
  await page.getByRole('combobox', { name: /^Province/ }).selectOption('03');
  await field(page, 'Phone').fill('020 5555 0808');
}

const named = async (client: ApiClient, code: string) =>
  (await client.get('/branches', z.array(branch))).filter((row) => row.code === code);

const saved = (page: Page) => page.getByText(/^Saved(: |$)/);

/** Lets the server get the request and answer, but loses the answer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test.beforeEach(({ complaints }) => complaints.expect(/ERR_FAILED/));

test('a save whose answer is lost says saved and is stored once', async ({ page, openAs, api }) => {
  await openAs('superadmin', paths.addBranch);
  await fillBranch(page, 'LSA');
  await page.route(WRITES, loseAnswer, { times: 1 });
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('table')).toContainText('LSA');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  expect(await named(await api('superadmin'), 'LSA')).toHaveLength(1);
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
});

test('a save that never arrives says not sent, and Save sends it once', async ({
  page,
  openAs,
  api,
}) => {
  await openAs('superadmin', paths.addBranch);
  await fillBranch(page, 'LSB');
  await page.route(WRITES, (route) => route.abort(), { times: 1 });
  await save(page).click();
  await expect(page.getByText('Not sent, nothing was saved. Try again.')).toBeVisible();
  const client = await api('superadmin');
  expect(await named(client, 'LSB')).toHaveLength(0);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await named(client, 'LSB')).toHaveLength(1);
});

test('an unconfirmed save says so, and Save asks before it sends again', async ({
  page,
  openAs,
  api,
}) => {
  await openAs('superadmin', paths.addBranch);
  await fillBranch(page, 'LSC');
  await page.route(WRITES, loseAnswer, { times: 1 });
  await page.route(QUESTIONS, (route) => route.abort(), { times: 1 });
  await save(page).click();
  await expect(page.getByText('We could not confirm whether this was saved')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent.push(new URL(request.url()).pathname.replace(/[\da-f-]{36}/, ':key'));
  });
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(sent).toEqual(['/api/idempotency-keys/:key/settle']);
  expect(await named(await api('superadmin'), 'LSC')).toHaveLength(1);
});

test(
  'values typed after a lost answer replace the saved ones',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await openAs('superadmin', paths.addBranch);
    await fillBranch(page, 'LSD');
    await page.route(WRITES, loseAnswer, { times: 1 });
    await page.route(QUESTIONS, (route) => route.abort(), { times: 1 });
    await save(page).click();
    await expect(page.getByText('We could not confirm whether this was saved')).toBeVisible();
    await field(page, 'Manager').fill('Typed afterwards');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    expect(await named(await api('superadmin'), 'LSD')).toMatchObject([
      { manager: 'Typed afterwards', version: 2 },
    ]);
  },
);

test(
  'after a crash during a save the form asks whether it was saved',
  { tag: '@release' },
  async ({ page, openAs, api, complaints }) => {
    complaints.expect(/crash/i);
    await openAs('superadmin', paths.addBranch);
    await fillBranch(page, 'LSE');
    const committed = new Promise<void>((resolve) => {
      void page.route(WRITES, async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await save(page).click();
    await committed;
    const next = await crash(page);
    await next.goto(paths.addBranch);
    await expect(next.getByText('What you sent before was saved')).toBeVisible();
    await expect(new DraftPanel(next).panel).toBeHidden();
    expect(await named(await api('superadmin'), 'LSE')).toHaveLength(1);
    expect(await draftsOnDevice(next)).toHaveLength(0);
  },
);

test('a visit whose answer is lost is perhaps saved until the desk can ask, and is taken once', async ({
  page,
  openAs,
  api,
}) => {
  const { sku } = await bookInStock(await api('admin'));
  const buyer = `Lost ${sku}`;
  await openAs('staff', paths.newEnrollment, { language: 'en' });
  await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
  await page.getByRole('button', { name: new RegExp(sku) }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(buyer);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reference' }).fill(sku);
  await page.route('**/api/visits', loseAnswer, { times: 1 });
  await page.route(QUESTIONS, (route) => route.abort());
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('We could not confirm whether this was saved')).toBeVisible();
  await page.reload();
  const { panel } = new DraftPanel(page);
  await expect(panel).toContainText('perhaps saved already');
  await expect(panel.getByRole('button', { name: 'Discard' })).toHaveCount(0);

  await page.unroute(QUESTIONS);
  await page.reload();
  await expect(page.getByText('What you sent before was saved')).toBeVisible();
  await expect(panel).toBeHidden();
  const search = new URLSearchParams({ search: buyer }).toString();
  expect(await (await api('staff')).get(`/orders?${search}`, z.array(z.any()))).toHaveLength(1);
});

test('cancelling a slow save asks whether it was saved, and nothing is saved twice', async ({
  page,
  openAs,
  api,
}) => {
  const client = await api('superadmin');
  const made = await createBranch(client, 'LSF');
  await page.clock.install();
  await openAs('superadmin', editPath(paths.editBranch, made._id));
  await field(page, 'Manager').fill('Slowly');
  await page.route(`**/api/branches/${made._id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    // The request is saved, but its answer never comes.
    await route.fetch();
  });
  await save(page).click();
  const overlay = page.getByRole('dialog', { name: 'Please wait' });
  await expect(overlay).toBeVisible();
  await page.clock.fastForward(8000);
  await overlay.getByRole('button', { name: 'Cancel' }).click();
  await expect(saved(page)).toBeVisible();
  expect(await client.get(`/branches/${made._id}`, branch)).toMatchObject({
    manager: 'Slowly',
    version: 2,
  });
});
