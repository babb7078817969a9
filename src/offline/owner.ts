import type { SignedInUser } from '#contract/centre/auth.ts';
import { isSessionCurrent } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import type { DeviceDatabase } from './db.ts';
import { onDevice } from './device-storage.ts';
import { clearOldLists } from '#src/offline/lists/list-age.ts';
import { sayListsEnded } from '#src/offline/lists/lists-ended.ts';

/**
 * Raise it when a field of a kept answer gets another name, because the app cannot read older
 * copies, or when a copy must hold less.
 */
const COPY_SHAPE = 3;

/**
 * The owner of the copies. Another role or branch, or a set that takes rights away, sees other
 * rows, and another shape of rows is read by another program, so each is another owner.
 */
const ownerOf = ({ _id, role, branchId, permissionSet }: SignedInUser) =>
  [_id, role, branchId, COPY_SHAPE, ...(permissionSet?.removes ?? [])].join('|');

/** The right to store lists on this device; void once its session has ended, in any tab. */
export type Claim = { owner: string; epoch: string };

async function claimFor(db: DeviceDatabase, owner: string): Promise<Claim & { hasEnded: boolean }> {
  const current = await db.meta.get('session');
  if (current?.key === 'session' && current.owner === owner) {
    // Before anything is read, because no page may show copies that are too old.
    return { owner, epoch: current.epoch, hasEnded: await clearOldLists(db) };
  }
  await Promise.all([db.snapshots.clear(), db.rows.clear()]);
  const verifier = await db.meta.get('unlock');
  if (verifier?.key === 'unlock' && !owner.startsWith(`${verifier.author}|`))
    await db.meta.delete('unlock');
  const epoch = newIdempotencyKey();
  await db.meta.put({ key: 'session', owner, epoch });
  return { owner, epoch, hasEnded: false };
}

/**
 * Claims the device for the signed-in person, after wiping another owner's copies. `undefined` if
 * nobody is signed in or nothing can be stored.
 */
export async function claimDevice(): Promise<Claim | undefined> {
  const { userData } = useStore.getState().user;
  if (!userData || !isSessionCurrent()) return undefined;
  const owner = ownerOf(userData);
  const claim = await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], async () => {
      // Opening the database takes long enough to sign out meanwhile.
      return isSessionCurrent() ? claimFor(db, owner) : undefined;
    }),
  );
  if (claim?.hasEnded) sayListsEnded('away');
  return claim && { owner, epoch: claim.epoch };
}

/**
 * True if `claim` is still valid; called inside the writing transaction, so that nothing can come
 * between.
 */
export async function ownsDevice(db: DeviceDatabase, { owner, epoch }: Claim): Promise<boolean> {
  const current = await db.meta.get('session');
  return (
    isSessionCurrent() &&
    current?.key === 'session' &&
    current.owner === owner &&
    current.epoch === epoch
  );
}
