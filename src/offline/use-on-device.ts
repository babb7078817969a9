import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { logFailure } from '#src/lib/browser/log.ts';
import type { DeviceDatabase } from './db.ts';
import { onDevice } from './device-storage.ts';

/**
 * What this device holds, read again whenever it changes, in this tab or another. `undefined` until
 * it is read, and where the storage does not work: a screen must not break because a browser
 * refuses its database. `read` stays the same one for as long as it reads the same.
 */
export function useOnDevice<Result>(
  read: (db: DeviceDatabase) => Promise<Result>,
): Result | undefined {
  const [database, setDatabase] = useState<DeviceDatabase>();
  useEffect(() => {
    void onDevice(async (db) => setDatabase(db));
  }, []);
  // Dexie sees what a query reads only as long as the query waits for nothing else, such as for the
  // database to open.
  const query = () =>
    database &&
    read(database).catch((error: unknown) =>
      logFailure('The storage of this device did not work', error),
    );
  return useLiveQuery(query, [database, read]) ?? undefined;
}
