import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  forgetPassword,
  isPasswordKept,
  matchesRemembered,
  rememberPassword,
} from '#src/lib/session/remembered-password.ts';
import { endSession } from '#src/lib/session/session.ts';
import { setUser } from '#src/lib/store.ts';
import { keepVerifiersWith } from '#src/lib/session/verifier-keeper.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { keptVerifier } from '#src/offline/kept-verifier.ts';
import { keepCopy, readCopy } from '#src/offline/lists/list-copies.ts';
import { useListsEnded } from '#src/offline/lists/lists-ended.ts';
import { wipeLists } from '#src/offline/wipe.ts';
import { stubLocalStorage } from './memory-storage.ts';
import { noy, signIn } from './people.ts';

const HOUR_MS = 60 * 60 * 1000;
const PASSWORD = 'a pass phrase';
const centre = vi.hoisted(() => ({ isOn: true, isOnAtServer: true }));
vi.mock('#src/lib/session/centre.ts', () => ({
  isOfflineUnlockOn: () => centre.isOn,
  loadCentre: () => {
    centre.isOn = centre.isOnAtServer;
    return Promise.resolve();
  },
}));

/**
 * The real derivation takes half a second on purpose; here it only has to depend on password and
 * salt.
 */
function deriveFast(): void {
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(((_format: string, typed: Uint8Array) =>
    Promise.resolve({ typed })) as never);
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(((
    { salt }: { salt: Uint8Array },
    { typed }: { typed: Uint8Array },
  ) => crypto.subtle.digest('SHA-256', Uint8Array.from([...salt, ...typed]))) as never);
}

const kept = () => onDevice((db) => db.meta.get('unlock'));
/** A reload forgets what the page knew. */
const reload = () => forgetPassword();
const at = (time: number) => vi.spyOn(Date, 'now').mockReturnValue(time);

beforeEach(() => {
  Object.assign(centre, { isOn: true, isOnAtServer: true });
  stubLocalStorage();
  keepVerifiersWith(() => Promise.resolve(keptVerifier));
  deriveFast();
  signIn(noy);
});
afterEach(async () => {
  vi.restoreAllMocks();
  endSession();
  await wipeLists();
  vi.unstubAllGlobals();
});

it('keeps nothing unless the centre allows it by the latest answer of the server', async () => {
  centre.isOn = false;
  await rememberPassword(PASSWORD);
  expect(await kept()).toBeUndefined();
  Object.assign(centre, { isOn: true, isOnAtServer: false });
  await rememberPassword(PASSWORD);
  expect(await kept()).toBeUndefined();
});

it('recognises the password after a reload without storing the password itself', async () => {
  await rememberPassword(PASSWORD);
  reload();
  expect(await isPasswordKept()).toBe(true);
  expect(await matchesRemembered('another')).toBe(false);
  expect(await matchesRemembered(PASSWORD)).toBe(true);
  expect(await kept()).toMatchObject({ author: noy._id, wrong: 0 });
  expect(JSON.stringify(await kept())).not.toContain(PASSWORD);
});

it('forgets the verifier after five wrong tries, with or without reloads and also at once', async () => {
  await rememberPassword(PASSWORD);
  for (const guess of ['one', 'two', 'three']) {
    reload();
    expect(await matchesRemembered(guess)).toBe(false);
  }
  await Promise.all(['four', 'five', 'six'].map((guess) => matchesRemembered(guess)));
  expect(await kept()).toBeUndefined();
  expect(await matchesRemembered(PASSWORD)).toBeUndefined();
  await rememberPassword(PASSWORD);
  for (const guess of [1, 2, 3, 4, 5]) await matchesRemembered(`typed on the page ${guess}`);
  expect(await kept()).toBeUndefined();
});

it('counts a try before the check, so that a reload takes none back', async () => {
  await rememberPassword(PASSWORD);
  reload();
  for (let tries = 0; tries < 5; tries += 1) await keptVerifier.takeTry();
  expect(await matchesRemembered(PASSWORD)).toBeUndefined();
  expect(await kept()).toBeUndefined();
});

it.each([
  ['on the page', () => undefined],
  ['after a reload', reload],
])(
  'deletes the copies behind the lock at the fifth wrong try %s, and says so',
  async (_, before) => {
    const copies = () => readCopy('branches');
    await keepCopy('branches', { rows: ['Pakse'], fetchedAt: Date.now() });
    await rememberPassword(PASSWORD);
    before();
    for (const guess of [1, 2, 3, 4]) await matchesRemembered(`guess ${guess}`);
    expect([(await copies())?.rows, useListsEnded.getState().why]).toEqual([['Pakse'], undefined]);
    await matchesRemembered('guess 5');
    expect([await copies(), useListsEnded.getState().why]).toEqual([undefined, 'guesses']);
  },
);

it('deletes the copies although the page of the fifth try was closed', async () => {
  await keepCopy('branches', { rows: ['Pakse'], fetchedAt: Date.now() });
  await rememberPassword(PASSWORD);
  reload();
  for (let tries = 0; tries < 5; tries += 1) await keptVerifier.takeTry();
  expect(await isPasswordKept()).toBe(false);
  expect(await readCopy('branches')).toBeUndefined();
});

it('deletes the copies after five wrong tries where the device keeps no verifier', async () => {
  centre.isOn = false;
  await keepCopy('branches', { rows: ['Pakse'], fetchedAt: Date.now() });
  await rememberPassword(PASSWORD);
  for (const guess of [1, 2, 3, 4, 5]) await matchesRemembered(`guess ${guess}`);
  expect(await readCopy('branches')).toBeUndefined();
});

it('lasts twelve hours and ends when the clock is set back', async () => {
  const morning = Date.now();
  await rememberPassword(PASSWORD);
  reload();
  at(morning + 11 * HOUR_MS);
  expect(await matchesRemembered(PASSWORD)).toBe(true);
  at(morning + 2 * HOUR_MS);
  expect(await matchesRemembered(PASSWORD)).toBeUndefined();
  at(morning);
  await rememberPassword(PASSWORD);
  reload();
  at(morning + 12 * HOUR_MS);
  expect(await isPasswordKept()).toBe(false);
  expect(await kept()).toBeUndefined();
});

it('opens nothing for another person and is deleted when the centre forbids it', async () => {
  await rememberPassword(PASSWORD);
  reload();
  setUser({ ...noy, _id: 'u2' });
  expect(await matchesRemembered(PASSWORD)).toBeUndefined();
  expect(await kept()).toBeUndefined();
  setUser(noy);
  await rememberPassword(PASSWORD);
  reload();
  centre.isOn = false;
  expect(await matchesRemembered(PASSWORD)).toBeUndefined();
  expect(await keptVerifier.isThere()).toBe(false);
  expect(await kept()).toBeUndefined();
});

it('is deleted with the session, even while it is still being derived', async () => {
  await rememberPassword(PASSWORD);
  endSession();
  await wipeLists();
  expect(await kept()).toBeUndefined();
  signIn(noy);
  const working = rememberPassword(PASSWORD);
  endSession();
  await working;
  expect(await kept()).toBeUndefined();
});
