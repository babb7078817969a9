import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { onSessionEnd, token } from '#src/lib/session/session.ts';
import { SMALL_QUERIES_KEY } from '#src/lib/browser/storage-keys.ts';
import { hasDeviceStorage, noteRoom, onDevice } from './device-storage.ts';

/**
 * Removes all stored lists and the right to store more, in one transaction; drafts stay, sealed. It
 * clears the tables instead of deleting the database, which another tab would block.
 */
export async function wipeLists(): Promise<void> {
  await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], () =>
      Promise.all([
        db.meta.bulkDelete(['session', 'unlock', 'contact']),
        db.snapshots.clear(),
        db.rows.clear(),
      ]),
    ),
  );
  noteRoom();
}

async function wipeIfKept(): Promise<void> {
  if (await hasDeviceStorage()) await wipeLists();
}

/** Wipes whenever a session ends. */
export function wipeAtSessionEnd(): void {
  onSessionEnd(() => {
    forgivingStorage.removeItem(SMALL_QUERIES_KEY);
    void wipeIfKept();
  });
}

/** Wipes the rest of a session that ended before it could wipe, for instance in a crash. */
export async function wipeLeftovers(): Promise<void> {
  if (token() === null) await wipeIfKept();
}
