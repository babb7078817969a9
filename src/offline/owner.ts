import type { SignedInUser } from '#contract/auth.ts';
import { isSessionCurrent } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import type { DeviceDatabase } from './db.ts';
import { onDevice } from './device-storage.ts';

/** Whose copies these are. Another role or branch sees other rows, so it is another owner. */
const ownerOf = ({ _id, role, branchId }: SignedInUser) => [_id, role, branchId].join('|');

/**
 * The right to keep lists on this device; void once the session it was given to has ended, in
 * whatever tab.
 */
export type Claim = { owner: string; epoch: string };

async function claimFor(db: DeviceDatabase, owner: string): Promise<Claim> {
  const current = await db.meta.get('session');
  if (current?.key === 'session' && current.owner === owner) return { owner, epoch: current.epoch };
  await Promise.all([db.snapshots.clear(), db.rows.clear()]);
  const verifier = await db.meta.get('unlock');
  if (verifier?.key === 'unlock' && !owner.startsWith(`${verifier.author}|`))
    await db.meta.delete('unlock');
  const epoch = newIdempotencyKey();
  await db.meta.put({ key: 'session', owner, epoch });
  return { owner, epoch };
}

/**
 * Claims the device for the person who is signed in; copies that were another's are wiped first.
 * `undefined` when nobody is signed in or nothing can be kept.
 */
export function claimDevice(): Promise<Claim | undefined> {
  const { userData } = useStore.getState().user;
  if (!userData || !isSessionCurrent()) return Promise.resolve(undefined);
  const owner = ownerOf(userData);
  return onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], async () => {
      // Opening the database takes time enough to sign out in.
      return isSessionCurrent() ? claimFor(db, owner) : undefined;
    }),
  );
}

/**
 * Whether `claim` still holds; asked inside the transaction that writes, so that nothing can come
 * between.
 */
export async function holds(db: DeviceDatabase, { owner, epoch }: Claim): Promise<boolean> {
  const current = await db.meta.get('session');
  return (
    isSessionCurrent() &&
    current?.key === 'session' &&
    current.owner === owner &&
    current.epoch === epoch
  );
}
