import { expect, type Page } from '@playwright/test';

/** The panel that offers an old draft above an English form. */
export class DraftPanel {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get panel() {
    return this.page.getByRole('region', { name: 'Continue where you stopped' });
  }

  /** The line under the form that says that the draft is kept on the device. */
  get kept() {
    return this.page.getByText(/Draft kept on this device/);
  }

  async resume() {
    await this.panel.getByRole('button', { name: 'Continue' }).click();
  }

  async discard() {
    await this.panel.getByRole('button', { name: 'Discard' }).click();
  }
}

/**
 * All rows of one table of the device's database; bytes become text. Asked before the app has made
 * the database, it finds nothing, and makes none itself.
 */
function tableOnDevice(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (name) => {
    const open = indexedDB.open('branchdesk');
    const db = await new Promise<IDBDatabase | undefined>((resolve) => {
      open.onupgradeneeded = () => open.transaction?.abort();
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => resolve(undefined);
    });
    if (!db) return [];
    const all = db.transaction(name).objectStore(name).getAll();
    const rows = await new Promise<Record<string, unknown>[]>((resolve) => {
      all.onsuccess = () => resolve(all.result as Record<string, unknown>[]);
    });
    db.close();
    const shown = (value: unknown) =>
      value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : String(value);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [field, shown(value)])),
    );
  }, table);
}

/** The drafts as they are stored on the device. */
export const draftsOnDevice = (page: Page) => tableOnDevice(page, 'drafts');

/**
 * Makes a change and waits until the draft with it is stored. A draft of an earlier change is on
 * the device already, so counting drafts would not tell.
 */
export async function changeKeptDraft(page: Page, change: () => Promise<void>): Promise<void> {
  const stored = async () => JSON.stringify(await draftsOnDevice(page));
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(1);
  const before = await stored();
  await change();
  await expect.poll(stored).not.toBe(before);
}

/** True if the device has a key that opens drafts. */
export async function keyOnDevice(page: Page): Promise<boolean> {
  return (await tableOnDevice(page, 'meta')).some(({ key }) => key === 'draft-key');
}

/** The rows of a list as they are stored on the device. */
export const rowsOnDevice = (page: Page, list: string) =>
  page.evaluate(async (name) => {
    const open = indexedDB.open('branchdesk');
    const db = await new Promise<IDBDatabase | undefined>((resolve) => {
      open.onupgradeneeded = () => open.transaction?.abort();
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => resolve(undefined);
    });
    if (!db) return [];
    const all = db.transaction('rows').objectStore('rows').getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    db.close();
    return (all.result as { list: string; row: unknown }[])
      .filter((one) => one.list === name)
      .map(({ row }) => row);
  }, list);
