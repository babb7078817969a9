import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { endSession } from '#src/lib/session/session.ts';
import type { DeviceDatabase } from '#src/offline/db.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { deleteStoredLists } from '#src/offline/lists/stored-lists.ts';
import { claimDevice, ownsDevice, type Claim } from '#src/offline/owner.ts';
import { wipeLists } from '#src/offline/wipe.ts';
import { stubLocalStorage } from './memory-storage.ts';
import { noy, signIn } from './people.ts';

const lao: SignedInUser = { ...noy, _id: 'u2', email: 'lao@b.la', firstName: 'Lao' };

let items: Record<string, string>;

/** Puts a row down as whoever fetched it would, if the claim still holds. */
const keep = ({ owner, epoch }: Claim, row: string) =>
  onDevice((db) =>
    db.transaction('rw', [db.meta, db.rows, db.snapshots], async () => {
      if (!(await ownsDevice(db, { owner, epoch }))) return false;
      await db.rows.put({ owner, list: 'branches', position: 0, row });
      await db.snapshots.put({ owner, list: 'branches', fetchedAt: 1, count: 1, size: row.length });
      return true;
    }),
  );

const all = () =>
  onDevice(async (db) =>
    JSON.stringify(await Promise.all([db.rows.toArray(), db.snapshots.toArray()])),
  );
const isEmpty = async () => (await all()) === '[[],[]]';

async function claimed(): Promise<Claim> {
  const claim = await claimDevice();
  if (!claim) throw new Error('The claim was refused');
  return claim;
}

const draft = {
  id: 'd1',
  author: 'u1',
  form: 'branch',
  record: 'new',
  savedAt: 1,
  iv: new Uint8Array(12),
  sealed: new ArrayBuffer(8),
};

beforeEach(() => {
  items = stubLocalStorage();
  signIn(noy);
});
afterEach(async () => {
  endSession();
  await onDevice((db) => Promise.all([wipeLists(), db.drafts.clear()]));
  vi.unstubAllGlobals();
});

describe('a claim', () => {
  it('is the same for the same person, also after a reload', async () => {
    const first = await claimed();
    expect(await keep(first, 'Pakse')).toBe(true);
    expect(await claimed()).toEqual(first);
    expect(await all()).toContain('Pakse');
  });

  const others: [string, SignedInUser][] = [
    ['another person', lao],
    ['another role', { ...noy, role: 'admin' }],
    ['another branch', { ...noy, branchId: 'b2' }],
  ];
  it.each(others)('of %s wipes what is there, though nobody had signed out', async (_who, user) => {
    const before = await claimed();
    await keep(before, 'Pakse');
    signIn(user);
    const after = await claimed();
    expect(await isEmpty()).toBe(true);
    expect(await keep(before, 'Pakse again')).toBe(false);
    expect(await keep(after, 'Vientiane')).toBe(true);
  });

  it('wipes copies from before a field of their rows got another name, and keeps drafts', async () => {
    const earlier = { owner: 'u1|staff|b1', epoch: 'e1' };
    await onDevice(async (db) => {
      await db.meta.put({ key: 'session', ...earlier });
      await db.drafts.put(draft);
    });
    expect(await keep(earlier, 'Pakse')).toBe(true);
    await claimed();
    expect(await isEmpty()).toBe(true);
    expect(await onDevice((db) => db.drafts.count())).toBe(1);
  });

  it('is void after a sign-out, and a late answer writes nothing', async () => {
    const claim = await claimed();
    await keep(claim, 'Pakse');
    endSession();
    await wipeLists();
    expect(await keep(claim, 'late')).toBe(false);
    expect(await isEmpty()).toBe(true);
  });

  it('is void from the moment another tab has signed out, before it has wiped', async () => {
    const claim = await claimed();
    delete items['token'];
    expect(await keep(claim, 'late')).toBe(false);
  });

  it('of an earlier session does not come back with the same person', async () => {
    const claim = await claimed();
    endSession();
    await wipeLists();
    signIn(noy);
    await claimed();
    expect(await keep(claim, 'late')).toBe(false);
  });

  it('is refused after a sign-out, even while the database was being opened for it', async () => {
    const late = claimDevice();
    endSession();
    expect(await late).toBeUndefined();
    expect(await claimDevice()).toBeUndefined();
    expect(await onDevice((db: DeviceDatabase) => db.meta.toArray())).toEqual([]);
  });

  it('is refused to a page of one person once another has signed in elsewhere', async () => {
    items['token'] = 'of somebody else';
    expect(await claimDevice()).toBeUndefined();
  });
});

describe('a wipe', () => {
  it('takes every list and the claim, and leaves the sealed drafts', async () => {
    await keep(await claimed(), 'Pakse');
    await onDevice((db) => db.drafts.put(draft));
    await wipeLists();
    expect(await isEmpty()).toBe(true);
    expect(await onDevice((db) => db.meta.toArray())).toEqual([]);
    expect(await onDevice((db) => db.drafts.count())).toBe(1);
  });

  it('at the person’s wish takes the lists, and what they see next is kept again', async () => {
    const claim = await claimed();
    await keep(claim, 'Pakse');
    await deleteStoredLists();
    expect(await isEmpty()).toBe(true);
    expect(await keep(claim, 'Vientiane')).toBe(true);
  });

  it('may be asked for by several tabs at once', async () => {
    await keep(await claimed(), 'Pakse');
    await Promise.all([wipeLists(), wipeLists(), wipeLists()]);
    expect(await isEmpty()).toBe(true);
  });
});
