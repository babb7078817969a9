import { availableParallelism } from 'node:os';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ApiError } from '#server/lib/api-error.ts';
import { hashPassword, isOldHash, slowFingerprint, verifyPassword } from '#server/lib/password.ts';
import { hashOfOldRelease } from '#tests/helpers/old-hash.ts';

const derived = vi.hoisted(
  () => [] as { N: number | undefined; p: number | undefined; keyLength: number }[],
);
/** While it is on, nothing is derived until the test says so. */
const hold = vi.hoisted(() => ({ isOn: false, running: [] as (() => void)[] }));
vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original();
  const scrypt = ((...parameters: Parameters<typeof crypto.scrypt>) => {
    const [, , keyLength, options] = parameters;
    derived.push({ N: options.N, p: options.p, keyLength });
    const done = parameters[4];
    if (hold.isOn) return void hold.running.push(() => done(null, Buffer.alloc(keyLength)));
    return crypto.scrypt(...parameters);
  }) as typeof crypto.scrypt;
  return { ...crypto, scrypt };
});
beforeEach(() => void derived.splice(0));

it('accepts the password it was made from and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('Correct horse', hash)).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(hash);
});

it('takes composed and decomposed characters for the same', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

it('works as hard for an account that does not exist as for one that does', async () => {
  const hash = await hashPassword('correct horse');
  derived.splice(0);
  await verifyPassword('wrong', hash);
  await verifyPassword('wrong', undefined);
  await verifyPassword('wrong', hashOfOldRelease('correct horse'));
  expect(derived).toEqual([
    { N: 2 ** 15, p: 3, keyLength: 32 },
    { N: 2 ** 15, p: 3, keyLength: 32 },
    { N: 2 ** 15, p: 1, keyLength: 32 },
    { N: 2 ** 15, p: 2, keyLength: 32 },
  ]);
});

it('works as hard for the fingerprint of a body with a password as for a password', async () => {
  await slowFingerprint('{"oldPassword":"correct horse"}', 'a key');
  expect(derived).toEqual([{ N: 2 ** 15, p: 3, keyLength: 32 }]);
});

it('reads the hashes of 1.6.0, and tells them from those of today', async () => {
  const hash = hashOfOldRelease('correct horse');
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('Correct horse', hash)).toBe(false);
  expect(isOldHash(hash)).toBe(true);
  expect(isOldHash(await hashPassword('correct horse'))).toBe(false);
});

it('never accepts anything for an account that does not exist', async () => {
  for (const password of ['', 'wrong', '\0'])
    expect(await verifyPassword(password, undefined)).toBe(false);
});

it('leaves a core free, works at four at most and lets fifty wait; one more is told to come again', async () => {
  hold.isOn = true;
  const tries = Array.from({ length: 60 }, () =>
    hashPassword('correct horse').then(
      () => 'hashed',
      (error: unknown) => (error as ApiError).code,
    ),
  );
  await vi.waitFor(() => expect(hold.running.length).toBeGreaterThan(0));
  const atOnce = hold.running.length;
  expect(atOnce).toBe(Math.max(1, Math.min(4, availableParallelism() - 1)));
  const answers = Promise.all(tries);
  const release = setInterval(() => hold.running.shift()?.(), 1);
  const all = await answers;
  clearInterval(release);
  hold.isOn = false;
  expect(all.filter((one) => one === 'serverBusy')).toHaveLength(60 - 50 - atOnce);
  expect(all.filter((one) => one === 'hashed')).toHaveLength(50 + atOnce);
});
