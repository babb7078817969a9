import type { DeviceDatabase, Snapshot } from '#src/offline/db.ts';
import { noteRoom, onDevice } from '#src/offline/device-storage.ts';

export type StoredList = Pick<Snapshot, 'list' | 'fetchedAt' | 'count' | 'size'>;

/** The lists that this device holds a copy of. */
export const storedLists = (db: DeviceDatabase): Promise<StoredList[]> => db.snapshots.toArray();

/**
 * Removes the copies by choice. Unlike at the end of a session, lists that are fetched afterwards
 * are kept again.
 */
export async function deleteStoredLists(): Promise<void> {
  await onDevice((db) =>
    db.transaction('rw', [db.snapshots, db.rows], () =>
      Promise.all([db.snapshots.clear(), db.rows.clear()]),
    ),
  );
  noteRoom();
}
