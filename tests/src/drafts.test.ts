import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { adoptValues } from '#src/lib/form-schema.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { setUser, useStore } from '#src/lib/store.ts';
import { beginSession, endSession } from '#src/lib/session/session.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { draftKeyOfAuthor, forgetDraftKey } from '#src/offline/drafts/draft-key.ts';
import {
  countDrafts,
  deleteDrafts,
  draftText,
  openDrafts,
  purgeDrafts,
} from '#src/offline/drafts/drafts.ts';
import { stubLocalStorage } from './memory-storage.ts';

const DAY_MS = 24 * 3600 * 1000;
const place = { form: 'branches', record: 'new' };
const keys: Record<string, string> = { u1: btoa('1'.repeat(32)), u2: btoa('2'.repeat(32)) };
let asked = 0;

function signIn(userId: string): void {
  endSession();
  beginSession(`token of ${userId}`, userId);
  setUser({
    _id: userId,
    email: 'a@b.la',
    firstName: 'A',
    lastName: 'B',
    role: 'staff',
    profileImage: null,
    branchId: 'b1',
    permissionSet: null,
  });
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(Response.json({ key: keys[userId] }));
  });
}

async function drafts(author: string) {
  const opened = await openDrafts(author, place);
  if (!opened) throw new Error('Nothing can be kept');
  return opened;
}

beforeEach(() => {
  stubLocalStorage();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  asked = 0;
  signIn('u1');
});
afterEach(async () => {
  await onDevice((db) => Promise.all([db.drafts.clear(), db.meta.clear()]));
  await forgetDraftKey();
  vi.unstubAllGlobals();
});

describe('a draft', () => {
  it('is found in the branch that it was typed in, and in no other', async () => {
    const workIn = (branchId: string) =>
      setUser({ ...(useStore.getState().user.userData as SignedInUser), branchId });
    const typed = await drafts('u1');
    await typed.put('of-b1', draftText({ values: { name: 'A' } }), Date.now());
    workIn('b2');
    expect(await (await drafts('u1')).list()).toEqual([]);
    // Input that is stored after the change belongs to the branch where its form was opened.
    await typed.put('late', draftText({ values: { name: 'B' } }), Date.now());
    const elsewhere = await drafts('u1');
    expect(await elsewhere.list()).toEqual([]);
    for (const draft of await typed.list()) expect(await elsewhere.open(draft)).toBeUndefined();
    expect(await countDrafts('u1')).toBe(2);
    workIn('b1');
    expect((await (await drafts('u1')).list()).map(({ id }) => id).toSorted()).toEqual([
      'late',
      'of-b1',
    ]);
    // A draft that somebody moves to another branch does not open.
    const [draft] = await typed.list();
    if (draft) expect(await typed.open({ ...draft, branch: 'b2' })).toBeUndefined();
    expect(draft && (await typed.open(draft))).toBeDefined();
  });

  it('of an earlier release has no branch and is found everywhere', async () => {
    const typed = await drafts('u1');
    await typed.put('old', draftText({ values: { name: 'A' } }), Date.now());
    await onDevice((db) => db.drafts.toCollection().modify((draft) => void delete draft.branch));
    setUser({ ...(useStore.getState().user.userData as SignedInUser), branchId: 'b2' });
    expect(await (await drafts('u1')).list()).toHaveLength(1);
  });

  it('lies on the device without a readable word, and opens for its author', async () => {
    const mine = await drafts('u1');
    const text = draftText({ values: { branchName: 'MARKER' } });
    expect(await mine.put('d1', text, Date.now())).toBe(true);
    const [row] = await mine.list();
    expect(new TextDecoder('latin1').decode(row?.sealed)).not.toContain('MARKER');
    expect(row && (await mine.open(row))).toEqual({ values: { branchName: 'MARKER' } });
    expect(row).toMatchObject({ id: 'd1', author: 'u1', form: 'branches', record: 'new' });
  });

  it('is sealed anew every time', async () => {
    const mine = await drafts('u1');
    const ivs: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      await mine.put('d1', 'the same', Date.now());
      ivs.push(String((await mine.list())[0]?.iv));
    }
    expect(new Set(ivs).size).toBe(3);
  });

  it.each([{ author: 'u2' }, { form: 'students' }, { record: 'r1' }, { id: 'd2' }])(
    'does not open when it is moved: %o',
    async (moved) => {
      const mine = await drafts('u1');
      await mine.put('d1', '{"values":{}}', Date.now());
      const [row] = await mine.list();
      expect(row && (await mine.open({ ...row, ...moved }))).toBeUndefined();
    },
  );

  it('is neither offered to another account nor opened by its key', async () => {
    const mine = await drafts('u1');
    await mine.put('d1', '{"values":{}}', Date.now());
    const [row] = await mine.list();
    signIn('u2');
    const theirs = await drafts('u2');
    expect(await theirs.list()).toEqual([]);
    expect(row && (await theirs.open(row))).toBeUndefined();
    expect([await countDrafts('u1'), await countDrafts('u2')]).toEqual([1, 0]);
  });

  it('is forgotten after 7 days, whosever it is', async () => {
    const mine = await drafts('u1');
    await mine.put('young', '{}', Date.now() - 6.9 * DAY_MS);
    await mine.put('old', '{}', Date.now() - 7.1 * DAY_MS);
    expect((await mine.list()).map(({ id }) => id)).toEqual(['young']);
    expect(await countDrafts('u1')).toBe(1);
    signIn('u2');
    await purgeDrafts();
    expect(await onDevice((db) => db.drafts.toCollection().primaryKeys())).toEqual(['young']);
  });

  it('goes with all others of its author when they ask for it', async () => {
    await (await drafts('u1')).put('d1', '{}', Date.now());
    signIn('u2');
    await (await drafts('u2')).put('d2', '{}', Date.now());
    await deleteDrafts('u2');
    expect([await countDrafts('u1'), await countDrafts('u2')]).toEqual([1, 0]);
  });
});

describe('the key', () => {
  it('is asked for once, kept where nobody can read it out, and used from there without the network', async () => {
    await draftKeyOfAuthor('u1');
    const kept = await onDevice((db) => db.meta.get('draft-key'));
    expect(kept?.key === 'draft-key' && [kept.author, kept.cryptoKey.extractable]).toEqual([
      'u1',
      false,
    ]);
    await (await drafts('u1')).put('d1', '{"values":{}}', Date.now());
    expect(asked).toBe(1);
  });

  it('is not asked for while the browser is offline, and is asked for again later', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await draftKeyOfAuthor('u1')).toBeUndefined();
    vi.stubGlobal('navigator', { onLine: true });
    expect(await draftKeyOfAuthor('u1')).toBeDefined();
  });

  it('of another person goes before somebody else’s is asked for', async () => {
    await draftKeyOfAuthor('u1');
    signIn('u2');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await draftKeyOfAuthor('u2')).toBeUndefined();
    expect(await onDevice((db) => db.meta.get('draft-key'))).toBeUndefined();
  });

  it('that arrives after the session has ended is not kept', async () => {
    const importKey = crypto.subtle.importKey.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'importKey').mockImplementationOnce((...given: unknown[]) => {
      endSession();
      return importKey(...(given as Parameters<typeof importKey>));
    });
    await draftKeyOfAuthor('u1');
    expect(await onDevice((db) => db.meta.get('draft-key'))).toBeUndefined();
  });

  it('cannot be had where the browser does not encrypt: nothing is kept, nothing breaks', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await openDrafts('u1', place)).toBeUndefined();
    expect(asked).toBe(0);
  });
});

describe('the content', () => {
  it('never holds a password, however deep', () => {
    const values = {
      email: 'a@b.la',
      password: 'SECRET',
      people: [{ newPassword: 'SECRET', name: 'Noy' }],
    };
    const sent = { key: 'k', at: 1, values };
    const text = draftText({ values, base: values, sent });
    expect(text).not.toContain('SECRET');
    expect(JSON.parse(text)).toMatchObject({
      values: { email: 'a@b.la', people: [{ name: 'Noy' }] },
    });
  });

  const schema = z.object({
    name: z.string().check(z.minLength(1)),
    phone: z._default(z.string(), ''),
    hours: z._default(z.number(), 24),
    logo: z._default(z.nullable(z.uuid()), null),
    active: z._default(z.boolean(), true),
    accounts: z._default(
      z.array(z.object({ bank: z.string(), branch: z._default(z.string(), 'main') })),
      [],
    ),
  });
  const blank = { name: '', phone: '', hours: 24, logo: null, active: true, accounts: [] };
  const uuid = '01890000-0000-7000-8000-000000000000';

  it.each([
    ['what is half typed stays', { phone: '020' }, { phone: '020' }],
    ['an unknown field is dropped', { nickname: 'Noy' }, {}],
    ['a missing field is as it is now', {}, {}],
    ['another kind of value is dropped', { name: 7, hours: '24', active: 'yes', accounts: {} }, {}],
    ['an emptied number stays empty', { hours: null }, { hours: null }],
    ['an empty text is no nothing', { phone: null }, {}],
    ['a picture stays', { logo: uuid }, { logo: uuid }],
    ['an object is no text', { name: {} }, {}],
    [
      'entries of a list are adopted one by one',
      { accounts: [{ bank: 'BCEL', old: 1 }, 7] },
      { accounts: [{ bank: 'BCEL', branch: 'main' }] },
    ],
  ])('after its form has changed: %s', (_what, values, expected) => {
    expect(adoptValues(schema, blank, values)).toEqual({ ...blank, ...expected });
  });
});
