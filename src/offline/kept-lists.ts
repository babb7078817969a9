import type { Snapshot } from './db.ts';
import { hasDeviceStorage, noteRoom, onDevice } from './device-storage.ts';

export type KeptList = Pick<Snapshot, 'list' | 'fetchedAt' | 'count' | 'size'>;

/** The lists that this device holds a copy of. */
export async function keptLists(): Promise<KeptList[]> {
  if (!(await hasDeviceStorage())) return [];
  return (await onDevice((db) => db.snapshots.toArray())) ?? [];
}

/** Removes the copies by choice. Unlike at the end of a session, what is fetched after this is kept again. */
export async function deleteKeptLists(): Promise<void> {
  await onDevice((db) =>
    db.transaction('rw', [db.snapshots, db.rows], () => Promise.all([db.snapshots.clear(), db.rows.clear()])),
  );
  noteRoom();
}
