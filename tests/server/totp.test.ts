import { expect, it } from 'vitest';
import { secretBox } from '#server/lib/secret-box.ts';
import { base32, matchingStep, totpAddress, totpCode, totpStep } from '#server/lib/totp.ts';

/** The secret and the times of RFC 6238, appendix B; its codes of 8 digits end in these 6. */
const secret = Buffer.from('12345678901234567890');
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('makes the code of RFC 6238 for second %i', (second, code) => {
  expect(totpCode(secret, totpStep(second * 1000))).toBe(code);
});

it('takes the code of one step before and after, and of no other', () => {
  const now = 1_234_567_890_000;
  const step = totpStep(now);
  const near = [-2, -1, 0, 1, 2].map((away) =>
    matchingStep(secret, totpCode(secret, step + away), now),
  );
  expect(near).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

it('writes the secret as authenticator apps read it', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(totpAddress(secret, 'Dok Champa', 'noy@example.com')).toBe(
    'otpauth://totp/Dok%20Champa:noy%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Dok%20Champa',
  );
});

it('opens a sealed value only with its key, for its place, and unchanged', () => {
  const [box, other] = [secretBox(Buffer.alloc(32, 1)), secretBox(Buffer.alloc(32, 2))];
  const sealed = box.seal(secret, 'second_factors/a/secret');
  expect(box.open(sealed, 'second_factors/a/secret')).toEqual(secret);
  expect(box.open(sealed, 'second_factors/b/secret')).toBeUndefined();
  expect(other.open(sealed, 'second_factors/a/secret')).toBeUndefined();
  // Not the last character, of which base64 reads some bits only.
  const changed = sealed.replace(/.(?=.{3}$)/, (one) => (one === 'A' ? 'B' : 'A'));
  expect(box.open(changed, 'second_factors/a/secret')).toBeUndefined();
  expect(box.seal(secret, 'x')).not.toBe(box.seal(secret, 'x'));
});
