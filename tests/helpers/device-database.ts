import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';

// Dexie looks for a database once, while it loads, and stays loaded for all files of a process. So
// there is one before the first file, whichever that is, and it is empty again for the next.
afterAll(async () => {
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) await deleted(name);
  }
});

function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(`${name} was not deleted.`));
  });
}
