import { onDevice } from './device-storage.ts';

/**
 * Removes every kept list and the right to keep more, in one transaction; drafts stay, sealed. Tables are cleared, not
 * the database deleted: another tab would hold that up.
 */
export async function wipeLists(): Promise<void> {
  await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], () =>
      Promise.all([db.meta.delete('session'), db.snapshots.clear(), db.rows.clear()]),
    ),
  );
}
