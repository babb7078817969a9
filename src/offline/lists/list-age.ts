import type { DeviceDatabase } from '#src/offline/db.ts';
import { noteRoom, onDevice } from '#src/offline/device-storage.ts';
import { LISTS_LAST_DAYS, sayListsEnded, type WhyEnded } from './lists-ended.ts';

// When copies end by themselves: docs/offline.md, "The end of a copy".

const HOUR_MS = 60 * 60_000;
const LISTS_LAST_MS = LISTS_LAST_DAYS * 24 * HOUR_MS;

/** Notes, inside the transaction that writes a fresh copy, that the server has just answered. */
export const noteContact = (db: DeviceDatabase) =>
  db.meta.put({ key: 'contact', seenAt: Date.now(), awayMs: 0 });

/** Deletes all copies, inside a transaction; true if there were any. Drafts stay. */
async function clearLists(db: DeviceDatabase): Promise<boolean> {
  const wereThere = (await db.snapshots.count()) > 0;
  await Promise.all([db.snapshots.clear(), db.rows.clear(), db.meta.delete('contact')]);
  return wereThere;
}

/**
 * Inside a transaction, deletes the copies if the server was away for too long; true if it did. The
 * time away only grows: each look adds what the clock has gone on since the look before, so a clock
 * that was set back makes nothing younger.
 */
export async function clearOldLists(db: DeviceDatabase): Promise<boolean> {
  const last = await db.meta.get('contact');
  if (last?.key !== 'contact') {
    // Rows that reached the device late, or of registers alone, began no count: it begins here.
    if ((await db.snapshots.count()) > 0) await noteContact(db);
    return false;
  }
  const now = Date.now();
  const awayMs = last.awayMs + Math.max(0, now - last.seenAt);
  if (awayMs >= LISTS_LAST_MS) return clearLists(db);
  await db.meta.put({ key: 'contact', seenAt: now, awayMs });
  return false;
}

/** Deletes the copies with `clear`, and says why if there were any. */
async function endLists(
  clear: (db: DeviceDatabase) => Promise<boolean>,
  why: WhyEnded,
): Promise<void> {
  const hasEnded = await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], () => clear(db)),
  );
  if (!hasEnded) return;
  noteRoom();
  sayListsEnded(why);
}

/** Deletes the copies because somebody guesses at the lock. */
export const endListsAfterGuesses = () => endLists(clearLists, 'guesses');

/** Deletes the copies if they are too old. */
export const endOldLists = () => endLists(clearOldLists, 'away');
