import type { BrowserContext, Page } from '@playwright/test';

/**
 * Everything this origin has stored on the device, as text by store; sealed drafts are separate.
 */
export type DeviceStores = {
  indexedDb: string;
  drafts: string;
  caches: string;
  localStorage: string;
  sessionStorage: string;
  cookies: string;
};

/** Runs in the page. Bytes are read as Latin letters, so that text among them is found. */
async function collect() {
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(String(request.error)));
    });
  const asText = (value: unknown) =>
    JSON.stringify(value, (_key, part: unknown) => {
      if (part instanceof ArrayBuffer) return new TextDecoder('latin1').decode(part);
      return ArrayBuffer.isView(part) ? new TextDecoder('latin1').decode(part) : part;
    });
  const readDatabase = async (name: string) => {
    const db = await settled(indexedDB.open(name));
    const stores = [...db.objectStoreNames];
    const rows = await Promise.all(
      stores.map(async (store) => {
        const table = db.transaction(store).objectStore(store);
        return [
          store,
          asText([await settled(table.getAllKeys()), await settled(table.getAll())]),
        ] as const;
      }),
    );
    db.close();
    return rows;
  };
  const readCache = async (name: string) => {
    const cache = await caches.open(name);
    const answers = (await cache.keys()).map(async (request) => {
      const answer = await cache.match(request);
      return [request.url, asText([...(answer?.headers ?? [])]), await answer?.text()].join('\n');
    });
    return [name, ...(await Promise.all(answers))].join('\n');
  };
  const tables = (
    await Promise.all((await indexedDB.databases()).map(({ name = '' }) => readDatabase(name)))
  ).flat();
  return {
    indexedDb: tables.filter(([store]) => store !== 'drafts').join('\n'),
    drafts: tables.filter(([store]) => store === 'drafts').join('\n'),
    caches: (await Promise.all((await caches.keys()).map(readCache))).join('\n'),
    localStorage: asText({ ...localStorage }),
    sessionStorage: asText({ ...sessionStorage }),
  };
}

/** Everything the origin stores, as the next person at this device could read it. */
export async function deviceStores(context: BrowserContext, page: Page): Promise<DeviceStores> {
  const stores = await page.evaluate(collect);
  return { ...stores, cookies: JSON.stringify(await context.cookies()) };
}

/** The names of the stores that contain one of `markers`. */
export function storesWith(stores: DeviceStores, markers: readonly string[]): string[] {
  return Object.entries(stores)
    .filter(([, text]) => markers.some((marker) => text.includes(marker)))
    .map(([name]) => name);
}

/** The names of the copies on the device. */
export const copiesOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const open = indexedDB.open('branchdesk');
    const db = await new Promise<IDBDatabase>(
      (resolve) => (open.onsuccess = () => resolve(open.result)),
    );
    const keys = db.transaction('snapshots').objectStore('snapshots').getAllKeys();
    await new Promise((resolve) => (keys.onsuccess = resolve));
    db.close();
    return JSON.stringify(keys.result);
  });
