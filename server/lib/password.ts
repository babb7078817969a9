import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { ApiError } from './api-error.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt takes 128 · N · r bytes (32 MB here); Node refuses more than 32 MB unless told. */
const MAX_MEMORY = 64 * 1024 * 1024;

type Cost = { log2N: number; r: number; p: number };
/** As hard to guess from as one round in 128 MB: docs/security.md, "Passwords". */
const COST: Cost = { log2N: 15, r: 8, p: 3 };
/** The cost of 1.6.0, whose hashes are `scrypt$N$salt$key`. */
const OLD_COST: Cost = { log2N: 15, r: 8, p: 1 };

/** One core stays free for the desks while many people sign in. */
const slots = pLimit(Math.max(1, Math.min(4, availableParallelism() - 1)));
const MAX_WAITING = 50;
const TRY_AGAIN_AFTER_S = 3;

/** Throws `serverBusy` when too many passwords wait already. */
function deriveKey(text: string, salt: Buffer, bytes: number, { log2N, r, p }: Cost) {
  if (slots.pendingCount >= MAX_WAITING)
    throw new ApiError('serverBusy', {
      n: TRY_AGAIN_AFTER_S,
      headers: { 'retry-after': String(TRY_AGAIN_AFTER_S) },
    });
  return slots(() => derive(text, salt, bytes, { N: 2 ** log2N, r, p, maxmem: MAX_MEMORY }));
}

type Hash = { cost: Cost; salt: Buffer; key: Buffer };

function write({ cost: { log2N, r, p }, salt, key }: Hash): string {
  return ['scrypt', log2N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

const bytesOf = (text = '') => Buffer.from(text, 'base64');

/** A hash of 1.6.0, which the next right sign-in replaces. */
export const isOldHash = (hash: string): boolean => hash.split('$').length === 4;

function read(hash: string): Hash {
  const parts = hash.split('$');
  if (isOldHash(hash)) {
    const [, N, salt, key] = parts;
    return {
      cost: { ...OLD_COST, log2N: Math.log2(Number(N)) },
      salt: bytesOf(salt),
      key: bytesOf(key),
    };
  }
  const [, log2N, r, p, salt, key] = parts;
  return {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: bytesOf(salt),
    key: bytesOf(key),
  };
}

/**
 * Used if an account does not exist, so that the answer takes equally long. No password matches it.
 */
const nobody: Hash = {
  cost: COST,
  salt: Buffer.alloc(SALT_BYTES),
  key: Buffer.alloc(KEY_BYTES),
};

/** The stored hash of an account for which nobody has made a password yet. */
export const NO_PASSWORD: string = write(nobody);

/**
 * `scrypt$log2N$r$p$salt$key`; takes about 200 ms on purpose, so never call it in a transaction.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password.normalize('NFC'), salt, KEY_BYTES, COST);
  return write({ cost: COST, salt, key });
}

/**
 * A fingerprint of a text with a password in it. It is as slow to guess from as a stored password,
 * so it may be kept. Two processes get the same one from the same text and salt.
 */
export async function slowFingerprint(text: string, salt: string): Promise<string> {
  const key = await deriveKey(text, Buffer.from(salt), KEY_BYTES, COST);
  return key.toString('base64url');
}

/**
 * True if `password` belongs to `hash`. Without a hash it returns false, and with a hash of 1.6.0
 * it does the missing rounds too, so that the time tells nothing about an account.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { cost, salt, key } = hash === undefined ? nobody : read(hash);
  const text = password.normalize('NFC');
  const given = await deriveKey(text, salt, key.length, cost);
  if (hash !== undefined && isOldHash(hash))
    await deriveKey(text, salt, key.length, { ...cost, p: COST.p - cost.p });
  return timingSafeEqual(given, key) && hash !== undefined;
}
