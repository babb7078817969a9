import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  forgetPassword,
  isPasswordRemembered,
  matchesRemembered,
  rememberPassword,
} from '#src/lib/session/remembered-password.ts';
import { endSession } from '#src/lib/session/session.ts';
import { stubLocalStorage } from './memory-storage.ts';

let items: Record<string, string>;
beforeEach(() => {
  items = stubLocalStorage();
  forgetPassword();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('tells the right password from others, however its letters are composed', async () => {
  expect(await matchesRemembered('caf\u00e9 au lait')).toBeUndefined();
  await rememberPassword('caf\u00e9 au lait');
  expect(await matchesRemembered('cafe\u0301 au lait')).toBe(true);
  expect(await matchesRemembered('cafe au lait')).toBe(false);
});

it('works hard for it, with a salt of its own each time', async () => {
  const derived = vi.spyOn(crypto.subtle, 'deriveBits');
  await rememberPassword('a pass phrase');
  await rememberPassword('a pass phrase');
  const [first, second] = derived.mock.calls.map(([algorithm]) => algorithm as Pbkdf2Params);
  expect(first).toMatchObject({ name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 });
  expect(first?.salt).not.toEqual(second?.salt);
});

it('stores nothing', async () => {
  await rememberPassword('a pass phrase');
  expect(items).toEqual({});
});

it('forgets after five wrong guesses, also when they are made at once', async () => {
  await rememberPassword('a pass phrase');
  await Promise.all([1, 2, 3, 4].map((n) => matchesRemembered(`guess ${n}`)));
  expect(isPasswordRemembered()).toBe(true);
  expect(await matchesRemembered('guess 5')).toBe(false);
  expect(await matchesRemembered('a pass phrase')).toBeUndefined();
});

it('forgets when the session ends, even while it is still being worked out', async () => {
  await rememberPassword('a pass phrase');
  endSession();
  expect(isPasswordRemembered()).toBe(false);
  const working = rememberPassword('a pass phrase');
  endSession();
  await working;
  expect(isPasswordRemembered()).toBe(false);
});

it('knows nothing where the browser has no crypto.subtle', async () => {
  vi.stubGlobal('crypto', { getRandomValues: () => undefined });
  await rememberPassword('a pass phrase');
  expect(await matchesRemembered('a pass phrase')).toBeUndefined();
});
