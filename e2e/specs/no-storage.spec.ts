import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branch } from '#contract/centre/branches.ts';
import { createBranch } from '#e2e/branch-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { editPath, paths } from '#src/lib/paths.ts';

test.use({ serviceWorkers: 'allow' });

/** Old private windows of Firefox and forbidding browsers: every call throws. */
function refuseEverything(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  IDBFactory.prototype.open = refuse;
  IDBFactory.prototype.deleteDatabase = refuse;
  IDBFactory.prototype.databases = refuse;
}

/** A browser that lists the database, accepts the request to open it, and then fails. */
function failToOpen(): void {
  IDBFactory.prototype.databases = () => Promise.resolve([{ name: 'branchdesk', version: 10 }]);
  IDBFactory.prototype.open = () => {
    const request = new EventTarget() as IDBOpenDBRequest;
    const error = new DOMException('Internal error opening backing store.', 'UnknownError');
    Object.defineProperty(request, 'error', { value: error });
    setTimeout(() => {
      const event = new Event('error', { cancelable: true });
      request.dispatchEvent(event);
      request.onerror?.(event);
    });
    return request;
  };
}

/** A full tablet that reports free space. */
function takeNoMore(): void {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.put = full;
  IDBObjectStore.prototype.add = full;
  navigator.storage.estimate = () => Promise.resolve({ quota: 10 ** 12, usage: 0 });
  navigator.storage.persist = () => Promise.resolve(true);
}

const broken: [what: string, breakIt: () => void, says: string, code: string][] = [
  ['refuses every call', refuseEverything, 'cannot be used', 'NSR'],
  ['does not open', failToOpen, 'cannot be used', 'NSO'],
  ['is full', takeNoMore, 'full', 'NSF'],
];

/** Opens "This device" and returns its part about the storage. */
async function storageState(page: Page) {
  await new Shell(page).chooseFromProfile('device');
  const panel = page.getByRole('dialog', { name: 'This device' });
  return { panel, section: panel.getByRole('region', { name: 'Storage' }) };
}

for (const [what, breakIt, says, code] of broken) {
  test(
    `with storage that ${what}, everything works but the copies`,
    { tag: '@release' },
    async ({ page, context, signInAs, api }) => {
      test.slow();
      const client = await api('superadmin');
      const made = await createBranch(client, code);
      await context.addInitScript(breakIt);
      await signInAs('superadmin');
      await new Shell(page).visit(paths.exchangeRate);
      await expect(page.getByRole('cell', { name: /^USD/ })).toBeVisible();
      await new Shell(page).visit(paths.schoolBranch);
      await page.getByRole('link', { name: made.branchName }).click();
      await field(page, 'Manager').fill('Typed without storage');
      await save(page).click();
      await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
      const all = await client.get('/branches', z.array(branch));
      expect(all.find(({ _id }) => _id === made._id)?.manager).toBe('Typed without storage');

      await page.goto(editPath(paths.editBranch, made._id));
      await expect(field(page, 'Manager')).toHaveValue('Typed without storage');
      const { panel, section } = await storageState(page);
      await expect(section).toContainText(says);
      // The worker must be installed first.
      await expect(panel.getByRole('region', { name: 'Working offline' })).toContainText(
        'Not ready',
        { timeout: 60_000 },
      );
      await panel.getByRole('button', { name: 'Close' }).click();

      await new Shell(page).chooseFromProfile('signOut');
      await expect(page).toHaveURL(paths.signIn);
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      await new SignInPage(page).signInAs('staff');
    },
  );
}

test(
  'a page goes on when a newer version takes its database away',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await new Shell(page).visit(paths.schoolBranch);
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain('branchdesk');
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('branchdesk', 1000);
          request.onsuccess = () => {
            request.result.close();
            resolve();
          };
          request.onerror = () => reject(new Error(String(request.error)));
        }),
    );
    await new Shell(page).visit(paths.exchangeRate);
    await expect(page.getByRole('cell', { name: /^USD/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('cell', { name: /^USD/ })).toBeVisible();
    await new Shell(page).chooseFromProfile('signOut');
    await expect(page).toHaveURL(paths.signIn);
  },
);
