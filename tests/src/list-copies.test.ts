import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '#src/lib/session/session.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import {
  followCopy,
  keepCopies,
  keepCopy,
  readCopy,
  type ListCopy,
} from '#src/offline/lists/list-copies.ts';
import { wipeLists } from '#src/offline/wipe.ts';
import { stubLocalStorage } from './memory-storage.ts';
import { noy, signIn } from './people.ts';

beforeEach(() => {
  stubLocalStorage();
  signIn(noy);
});
afterEach(async () => {
  endSession();
  await wipeLists();
  vi.unstubAllGlobals();
});

const branches = ['Sisattanak', 'Pakse'];
const morning: ListCopy = { rows: branches, fetchedAt: 1000 };

it('gives back a list as it was kept, in its order, with its moment', async () => {
  expect(await readCopy('branches')).toBeUndefined();
  await keepCopy('branches', morning);
  expect(await readCopy('branches')).toEqual(morning);
  expect(await readCopy('exchange-rates')).toBeUndefined();
});

it('puts a shorter list in the place of a longer one, leaving nothing behind', async () => {
  await keepCopy('branches', morning);
  await keepCopy('branches', { rows: ['Pakse'], fetchedAt: 2000 });
  expect(await readCopy('branches')).toEqual({ rows: ['Pakse'], fetchedAt: 2000 });
  expect(await onDevice((db) => db.rows.count())).toBe(1);
});

it('does not let a slow answer overwrite a newer one', async () => {
  await keepCopy('branches', { rows: ['Pakse'], fetchedAt: 2000 });
  await keepCopy('branches', morning);
  expect(await readCopy('branches')).toMatchObject({ fetchedAt: 2000 });
});

it('notes how much a list holds', async () => {
  await keepCopy('branches', morning);
  expect(await onDevice((db) => db.snapshots.toArray())).toMatchObject([
    { list: 'branches', count: 2, size: 22 },
  ]);
});

it('keeps nothing for a session that has ended, and shows the next person nothing of it', async () => {
  await keepCopy('branches', morning);
  endSession();
  await keepCopy('branches', { rows: ['late'], fetchedAt: 3000 });
  expect(await readCopy('branches')).toBeUndefined();
  signIn({ ...noy, _id: 'u2' });
  expect(await readCopy('branches')).toBeUndefined();
  expect(await onDevice((db) => db.rows.count())).toBe(0);
});

it('keeps the parts of one answer together, and lets the old ones of their family go', async () => {
  await keepCopy('class-sessions|c1|attendance', { rows: ['old'], fetchedAt: 1000 });
  await keepCopy('branches', morning);
  const parts = new Map([
    ['class-sessions|c2|class', { rows: ['c2'], fetchedAt: 5000 }],
    ['class-sessions|c2|attendance', { rows: ['r2'], fetchedAt: 5000 }],
  ]);
  await keepCopies(parts, { family: 'class-sessions|', since: 2000 });
  expect(await readCopy('class-sessions|c1|attendance')).toBeUndefined();
  expect(await readCopy('class-sessions|c2|attendance')).toEqual({ rows: ['r2'], fetchedAt: 5000 });
  expect(await readCopy('branches')).toEqual(morning);
  endSession();
  await keepCopies(new Map([['class-sessions|c3|class', { rows: ['c3'], fetchedAt: 6000 }]]), {
    family: 'class-sessions|',
    since: 0,
  });
  const kept = await onDevice((db) => db.snapshots.toArray());
  expect(kept?.map(({ list }) => list)).not.toContain('class-sessions|c3|class');
});

it('hands over only copies that are newer than the rows on screen', async () => {
  await keepCopy('branches', morning);
  const shown: ListCopy[] = [];
  const newest = () => shown.at(-1)?.fetchedAt ?? 1000;
  const stop = await followCopy('branches', {
    newestHere: newest,
    onNewer: (copy) => shown.push(copy),
  });
  await keepCopy('branches', { rows: ['Pakse'], fetchedAt: 2000 });
  await vi.waitFor(() => expect(shown).toEqual([{ rows: ['Pakse'], fetchedAt: 2000 }]));
  stop();
  await keepCopy('branches', { rows: [], fetchedAt: 3000 });
  expect(shown).toHaveLength(1);
});
