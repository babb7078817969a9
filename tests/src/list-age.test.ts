import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '#src/lib/session/session.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { clearOldLists } from '#src/offline/lists/list-age.ts';
import { keepCopy, readCopy } from '#src/offline/lists/list-copies.ts';
import { listsEndedWasRead, useListsEnded } from '#src/offline/lists/lists-ended.ts';
import { claimDevice } from '#src/offline/owner.ts';
import { wipeLists } from '#src/offline/wipe.ts';
import { stubLocalStorage } from './memory-storage.ts';
import { noy, signIn } from './people.ts';

const HOUR_MS = 60 * 60_000;
const START = Date.parse('2026-11-27T10:00:00Z');
const at = (hours: number) => vi.spyOn(Date, 'now').mockReturnValue(START + hours * HOUR_MS);

const look = () =>
  onDevice((db) => db.transaction('rw', [db.meta, db.snapshots, db.rows], () => clearOldLists(db)));
const keep = () => keepCopy('branches', { rows: ['Pakse'], fetchedAt: Date.now() });

beforeEach(async () => {
  stubLocalStorage();
  signIn(noy);
  at(0);
  await keep();
});
afterEach(async () => {
  vi.restoreAllMocks();
  endSession();
  await wipeLists();
  vi.unstubAllGlobals();
});

it('ends the copies 72 hours after the last answer, and leaves drafts', async () => {
  const draft = {
    id: 'd1',
    author: 'u1',
    form: 'branch',
    record: 'new',
    savedAt: START,
    iv: new Uint8Array(12),
    sealed: new ArrayBuffer(8),
  };
  await onDevice((db) => db.drafts.put(draft));
  at(71);
  expect([await look(), (await readCopy('branches'))?.rows]).toEqual([false, ['Pakse']]);
  at(72);
  expect([await look(), await readCopy('branches')]).toEqual([true, undefined]);
  expect(await onDevice((db) => db.rows.count())).toBe(0);
  expect(await onDevice((db) => db.drafts.toArray())).toMatchObject([{ id: 'd1' }]);
  await onDevice((db) => db.drafts.clear());
  expect(await look()).toBe(false);
});

it('begins to count anew with each answer', async () => {
  at(71);
  await look();
  await keep();
  at(142);
  expect(await look()).toBe(false);
  at(143);
  expect(await look()).toBe(true);
});

it('counts from its first look where no fresh answer began a count', async () => {
  await onDevice((db) => db.meta.delete('contact'));
  at(1);
  expect(await look()).toBe(false);
  at(73);
  expect([await look(), await readCopy('branches')]).toEqual([true, undefined]);
});

it('makes nothing younger by a clock that is set back, however often', async () => {
  at(40);
  await look();
  for (const hours of [-500, -480, -500, -489]) {
    at(hours);
    expect(await look()).toBe(false);
  }
  at(-488);
  expect(await look()).toBe(true);
});

it('ends them before a page reads any, and says why', async () => {
  at(80);
  await claimDevice();
  expect(useListsEnded.getState().why).toBe('away');
  expect(await onDevice((db) => db.rows.count())).toBe(0);
  listsEndedWasRead();
  expect(useListsEnded.getState().why).toBeUndefined();
});
