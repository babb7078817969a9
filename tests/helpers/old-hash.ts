import { scryptSync } from 'node:crypto';

/** A hash as 1.6.0 wrote it. */
export function hashOfOldRelease(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(password, salt, 32, { N: 2 ** 15, maxmem: 64 * 1024 * 1024 });
  return ['scrypt', 2 ** 15, salt.toString('base64'), key.toString('base64')].join('$');
}
