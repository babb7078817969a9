import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const COST = 2 ** 15;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt takes 128 · N · r bytes (32 MB here); Node refuses more than 32 MB unless told. */
const MAX_MEMORY = 64 * 1024 * 1024;

/**
 * Used if an account does not exist, so that the answer takes equally long. No password matches it.
 */
const nobodysHash = write(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

function write(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST, salt.toString('base64'), key.toString('base64')].join('$');
}

/** `scrypt$cost$salt$key`; takes about 100 ms on purpose, so never call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password.normalize('NFC'), salt, KEY_BYTES, {
    N: COST,
    maxmem: MAX_MEMORY,
  });
  return write(salt, key);
}

/**
 * A fingerprint of a text with a password in it. It is as slow to guess from as a stored password,
 * so it may be kept. Two processes get the same one from the same text and salt.
 */
export async function slowFingerprint(text: string, salt: string): Promise<string> {
  const key = await deriveKey(text, Buffer.from(salt), KEY_BYTES, { N: COST, maxmem: MAX_MEMORY });
  return key.toString('base64url');
}

/** True if `password` belongs to `hash`; without a hash it takes as long and returns false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, cost = '', salt = '', key = ''] = (hash ?? nobodysHash).split('$');
  const expected = Buffer.from(key, 'base64');
  const options = { N: Number(cost), maxmem: MAX_MEMORY };
  const given = await deriveKey(
    password.normalize('NFC'),
    Buffer.from(salt, 'base64'),
    expected.length,
    options,
  );
  return timingSafeEqual(given, expected) && hash !== undefined;
}
