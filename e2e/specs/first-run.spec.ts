import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { startBuiltServer, type BuiltServer } from '#scripts/built-server.ts';
import { editPath, paths } from '#src/lib/paths.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'a long password';

async function setUp(page: Page, code: string): Promise<void> {
  await page.getByLabel('One-time code').fill(code);
  await page.getByLabel('Centre name in English').fill('New Centre');
  await page.getByLabel('Centre name in Lao').fill('ສູນໃໝ່');
  await page.getByLabel('Branch name').fill('First');
  await page.getByLabel('Branch code').fill('ONE');
  await page.getByLabel('Province').selectOption('01');
  await page.getByLabel('First name').fill('Bounmy');
  await page.getByLabel('Last name').fill('Keomany');
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the centre' }).click();
}

/** The form of a class lets a newcomer add everything its lists lack. */
async function addClass(page: Page, origin: string): Promise<void> {
  const steps = page.getByRole('region', { name: 'Before the first student' });
  await expect(steps).toContainText('0 of 15 done');
  await steps.getByRole('link', { name: 'A class open for enrolment' }).click();
  const open = async (title: string) => {
    await page.getByRole('button', { name: title, exact: true }).last().click();
    return page.getByRole('dialog', { name: title, exact: true });
  };
  const text = (dialog: Locator, label: string, value: string) =>
    dialog.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value);
  const keep = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };

  const course = await open('Add course');
  await text(course, 'Name \\(English\\)', 'English A1');
  await text(course, 'Code', 'ENG-A1');
  await text(course, 'Number of sessions', '24');
  const category = await open('Add course category');
  await text(category, 'Name \\(English\\)', 'Languages');
  await text(category, 'Code', 'LANG');
  await keep(category);
  await expect(course.getByRole('combobox', { name: /^Category/ })).toHaveValue(/./);
  await keep(course);
  await expect(page.getByRole('combobox', { name: /^Course/ })).toHaveValue(/./);

  const term = await open('Add academic term');
  await expect(term.getByRole('switch', { name: 'Open it for enrolment now' })).toBeChecked();
  await text(term, 'Name', 'Term 1');
  await text(term, 'Academic year', '2030');
  await text(term, 'Code', 'T1');
  await text(term, 'First day', '07/01/2030');
  await text(term, 'Last day', '31/03/2030');
  await keep(term);
  await expect(field(page, 'First day')).toHaveValue('07/01/2030');

  const fee = await open('Add course fee');
  await text(fee, 'Name', 'Tuition');
  await text(fee, 'Amount', '1500000');
  await keep(fee);
  const room = await open('Add room');
  await text(room, 'Name', 'Room 1');
  await text(room, 'Capacity', '12');
  await keep(room);
  await expect(field(page, 'Seats')).toHaveValue('12');
  await expect(page.getByRole('switch', { name: 'Open it for enrolment now' })).toBeChecked();
  await page.getByRole('button', { name: 'Monday' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('1700');
  await save(page).click();
  await expect(page.getByRole('row', { name: /ENG-A1-T1-01/ })).toContainText(/Room 1.*Open/);
  await page.goto(origin + paths.overview);
  await expect(steps).toContainText('5 of 15 done');
}

async function addBranch(page: Page, origin: string): Promise<void> {
  await page.goto(origin + paths.addBranch);
  await field(page, 'Branch name').fill('Second');
  await field(page, 'Code').fill('TWO');
  await page.getByRole('combobox', { name: /^Province/ }).selectOption('06');
  await field(page, 'Phone').fill('020 5555 0202');
  await save(page).click();
  await expect(page.getByRole('row', { name: /TWO/ })).toBeVisible();
}

async function addRate(page: Page, origin: string): Promise<void> {
  await page.goto(origin + paths.addRate);
  await page.getByRole('combobox', { name: /^Currency/ }).selectOption('USD');
  await field(page, 'Rate to kip').fill('21640.5');
  await save(page).click();
  await expect(page.getByRole('row', { name: /USD/ })).toContainText('21,640.50');
}

/** Somebody at the server helps the only superadmin, who has forgotten the password. */
async function comeBackIn(page: Page, server: BuiltServer, folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const command = ['scripts/built.mjs', 'recover', EMAIL];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  expect(stdout).toContain('printed the code on its console');
  await page.getByRole('button', { name: 'Use a rescue code' }).click();
  await page.getByLabel('Rescue code').fill('WRONG');
  await page.getByLabel('New Password', { exact: true }).fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByLabel('Rescue code')).toHaveAccessibleDescription(/This code is wrong/);
  await page
    .getByLabel('Rescue code')
    .fill(new RegExp(`code for ${EMAIL}: (\\S+)`).exec(server.said())?.[1] ?? '');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page).toHaveTitle('Overview | New Centre');
  await expect(page.getByText(`(${EMAIL}) signed in with a rescue code`)).toBeVisible();
  await expect(page.getByText('An account was opened with a rescue code')).toBeVisible();
}

test('a newcomer sets up a centre, and its first records outlive a power cut', async ({
  browser,
  complaints,
}) => {
  test.slow();
  // Each code is wrong once.
  complaints.expect(/status of 400/);
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-first-run-'));
  const variables = { DATA_DIR: folder };
  const page = await browser.newPage();
  const first = await startBuiltServer({ variables });
  try {
    await page.goto(`${first.origin}${paths.signIn}?lng=en`);
    await setUp(page, 'WRONG');
    await expect(page.getByLabel('One-time code')).toHaveAccessibleDescription(
      /not the code shown on the server/,
    );
    await expect(page.getByLabel('Centre name in English')).toHaveValue('New Centre');
    await setUp(page, /set-up code: (\S+)/.exec(first.said())?.[1] ?? '');
    await expect(page).toHaveTitle('Overview | New Centre');
    await addClass(page, first.origin);
    await addBranch(page, first.origin);
    await addRate(page, first.origin);
  } finally {
    await first.kill();
  }

  const second = await startBuiltServer({ variables });
  try {
    await page.goto(`${second.origin}${paths.signIn}?lng=en`);
    await comeBackIn(page, second, folder);
    await page.goto(second.origin + paths.schoolBranch);
    await expect(page.getByRole('row', { name: /TWO/ })).toBeVisible();
    await page.goto(second.origin + paths.exchangeRate);
    await expect(page.getByRole('row', { name: /USD/ })).toContainText('21,640.50');
    await page.goto(second.origin + editPath(paths.editBranch, 'not-an-id'));
    await expect(page.getByText('This record was not found')).toBeVisible();
  } finally {
    await second.stop();
    await page.close();
    rmSync(folder, { recursive: true });
  }
});
