import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new bearer token: 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored hash of a secret that is too random to guess, or of a value that is only compared. */
export function sha256(secret: string | Buffer): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export const hashOf = (previous: string, content: string): string =>
  createHash('sha256').update(previous).update(content).digest('hex');
