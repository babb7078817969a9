import { Dexie, liveQuery } from 'dexie';
import { logFailure } from '#src/lib/browser/log.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import type { DeviceDatabase } from '#src/offline/db.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { claimDevice, ownsDevice, type Claim } from '#src/offline/owner.ts';
import { noteContact } from './list-age.ts';
import { reduceRows } from './reduce-rows.ts';

/**
 * A list as answered by the server, with the moment of the answer in milliseconds since 1970. A
 * copy that is read from the device may be reduced: it holds less than the answer.
 */
export type ListCopy = { rows: unknown[]; fetchedAt: number; isReduced?: boolean | undefined };

let claimed: { epoch: number; claim: Promise<Claim | undefined> } | undefined;

/**
 * This tab's claim, made once per session: a tab that slept through a sign-out must not claim again
 * for the person who left.
 */
export function ownClaim(): Promise<Claim | undefined> {
  if (claimed?.epoch !== sessionEpoch()) claimed = { epoch: sessionEpoch(), claim: claimDevice() };
  return claimed.claim;
}

const logFailed = (error: unknown) => logFailure('Copies of other tabs cannot be followed', error);

const rowsOf = (db: DeviceDatabase, { owner }: Claim, list: string) =>
  db.rows
    .where('[owner+list+position]')
    .between([owner, list, Dexie.minKey], [owner, list, Dexie.maxKey]);

/** The copy of a list, if it belongs to the signed-in person. */
export async function readCopy(list: string): Promise<ListCopy | undefined> {
  const claim = await ownClaim();
  if (!claim) return undefined;
  return onDevice((db) =>
    db.transaction('r', [db.meta, db.snapshots, db.rows], async () => {
      if (!(await ownsDevice(db, claim))) return undefined;
      const snapshot = await db.snapshots.get([claim.owner, list]);
      if (!snapshot) return undefined;
      const kept = await rowsOf(db, claim, list).toArray();
      const { fetchedAt, isReduced } = snapshot;
      return { rows: kept.map(({ row }) => row), fetchedAt, isReduced };
    }),
  );
}

/**
 * Deletes all but the newest copies of lists whose names share the part of `list` up to the slash.
 */
async function forgetOlder(
  db: DeviceDatabase,
  claim: Claim,
  list: string,
  most: number,
): Promise<void> {
  const family = list.slice(0, list.indexOf('/') + 1);
  const kept = await db.snapshots
    .where('[owner+list]')
    .between([claim.owner, family], [claim.owner, `${family}\uffff`])
    .toArray();
  const older = kept.toSorted((a, b) => b.fetchedAt - a.fetchedAt).slice(most);
  for (const { list: old } of older) {
    await rowsOf(db, claim, old).delete();
    await db.snapshots.delete([claim.owner, old]);
  }
}

/**
 * Replaces the stored copy of a list, unless that is newer. This is the one door to the device, so
 * nothing is written there that a copy must not hold.
 */
async function put(
  db: DeviceDatabase,
  claim: Claim,
  list: string,
  { rows: answered, fetchedAt }: ListCopy,
): Promise<void> {
  const { owner } = claim;
  const { rows, isReduced } = reduceRows(list, answered);
  const last = await db.snapshots.get([owner, list]);
  if (last && last.fetchedAt > fetchedAt) return;
  await rowsOf(db, claim, list).delete();
  await db.rows.bulkPut(rows.map((row, position) => ({ owner, list, position, row })));
  await db.snapshots.put({
    owner,
    list,
    fetchedAt,
    count: rows.length,
    size: JSON.stringify(rows).length,
    isReduced,
  });
}

const FRESH_MS = 60_000;
/** True for an answer of just now; rows that only got other seats are as old as they were. */
const isFresh = ({ fetchedAt }: ListCopy) => Math.abs(Date.now() - fetchedAt) < FRESH_MS;

/**
 * Stores a list, whole or not at all. Of the lists that share its name up to a slash, `mostKept`
 * stay.
 */
export async function keepCopy(list: string, copy: ListCopy, mostKept?: number): Promise<void> {
  const claim = await ownClaim();
  if (!claim) return;
  await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], async () => {
      if (!(await ownsDevice(db, claim))) return;
      await put(db, claim, list, copy);
      if (isFresh(copy)) await noteContact(db);
      if (mostKept !== undefined) await forgetOlder(db, claim, list, mostKept);
    }),
  );
}

/**
 * Stores several lists of one answer by their names, and deletes those whose names begin with
 * `family` and that are older than `since`.
 */
export async function keepCopies(
  copies: ReadonlyMap<string, ListCopy>,
  { family, since }: { family: string; since: number },
): Promise<void> {
  const claim = await ownClaim();
  if (!claim) return;
  await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], async () => {
      if (!(await ownsDevice(db, claim))) return;
      for (const [list, copy] of copies) await put(db, claim, list, copy);
      await noteContact(db);
      const kept = await db.snapshots
        .where('[owner+list]')
        .between([claim.owner, family], [claim.owner, `${family}\uffff`])
        .toArray();
      for (const { list } of kept.filter(({ fetchedAt }) => fetchedAt < since)) {
        await rowsOf(db, claim, list).delete();
        await db.snapshots.delete([claim.owner, list]);
      }
    }),
  );
}

type Following = { newestHere: () => number; onNewer: (copy: ListCopy) => void };

/**
 * Passes on every copy of a list, from any tab, that is newer than the rows shown here; returns a
 * function to stop.
 */
export async function followCopy(
  list: string,
  { newestHere, onNewer }: Following,
): Promise<() => void> {
  const claim = await ownClaim();
  if (!claim) return () => undefined;
  const stop = await onDevice(async (db) => {
    // The query does only this one read, because Dexie stops watching once it waits for anything
    // else.
    const subscription = liveQuery(() => db.snapshots.get([claim.owner, list])).subscribe(
      (snapshot) => {
        if (!snapshot || snapshot.fetchedAt <= newestHere()) return;
        void readCopy(list).then((copy) => {
          if (copy && !subscription.closed && copy.fetchedAt > newestHere()) onNewer(copy);
        });
      },
      logFailed,
    );
    return () => subscription.unsubscribe();
  });
  return stop ?? (() => undefined);
}
