import type { DeviceDatabase, Snapshot } from '#src/offline/db.ts';
import { noteRoom, onDevice } from '#src/offline/device-storage.ts';

export type StoredList = Pick<Snapshot, 'list' | 'fetchedAt' | 'count' | 'size'>;

/** The lists stored on this device. */
export const storedLists = (db: DeviceDatabase): Promise<StoredList[]> => db.snapshots.toArray();

/**
 * Deletes the copies on request. Unlike at the end of a session, lists fetched afterwards are
 * stored again.
 */
export async function deleteStoredLists(): Promise<void> {
  await onDevice((db) =>
    db.transaction('rw', [db.snapshots, db.rows], () =>
      Promise.all([db.snapshots.clear(), db.rows.clear()]),
    ),
  );
  noteRoom();
}
