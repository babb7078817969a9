import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { logFailure } from '#src/lib/browser/log.ts';
import type { DeviceDatabase } from './db.ts';
import { onDevice } from './device-storage.ts';

/**
 * Data on this device, read again at every change in any tab. `undefined` until it is read, and if
 * the storage does not work, because a screen must not break when a browser refuses its database.
 * `read` must be the same function while it reads the same.
 */
export function useOnDevice<Result>(
  read: (db: DeviceDatabase) => Promise<Result>,
): Result | undefined {
  const [database, setDatabase] = useState<DeviceDatabase>();
  useEffect(() => {
    void onDevice(async (db) => setDatabase(db));
  }, []);
  // Dexie watches a query's reads only while the query waits for nothing else, such as the opening
  // of the database.
  const query = () =>
    database &&
    read(database).catch((error: unknown) =>
      logFailure('The storage of this device did not work', error),
    );
  return useLiveQuery(query, [database, read]) ?? undefined;
}
