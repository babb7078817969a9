import { totpCode, totpStep } from '#server/lib/totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret as an authenticator app reads it. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret.replaceAll(/\s/g, ''), (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the app shows now, or some steps of 30 seconds away. */
export const codeOfApp = (secret: string, away = 0): string =>
  totpCode(bytesOf(secret), totpStep(Date.now()) + away);
