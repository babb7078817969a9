import { createHmac, randomBytes } from 'node:crypto';

// Time-based one-time passwords of RFC 6238: SHA-1, 6 digits, steps of 30 seconds, as every
// authenticator app has them.

const STEP_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A code is taken one step early or late, because clocks differ and typing takes time. */
const PLAY = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, in which authenticator apps take a secret. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32.charAt(parseInt(group.padEnd(5, '0'), 2))).join('');
}

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The step of a moment in milliseconds. */
export const totpStep = (ms: number): number => Math.floor(ms / 1000 / STEP_S);

/** The code of a step. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step that `code` belongs to, at most `play` steps away from `now`; nothing if none does. */
export function matchingStep(
  secret: Buffer,
  code: string,
  now: number,
  play = PLAY,
): number | undefined {
  const current = totpStep(now);
  const nearest = Array.from({ length: play * 2 + 1 }, (_, at) => current - play + at).toSorted(
    (one, other) => Math.abs(one - current) - Math.abs(other - current),
  );
  return nearest.find((step) => totpCode(secret, step) === code);
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: Buffer, issuer: string, account: string): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
