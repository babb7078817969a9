import { randomInt } from 'node:crypto';
import { TEMPORARY_PASSWORD_LENGTH } from '#contract/staff-accounts.ts';

/** Without i, l, o, 0 and 1, which look alike on paper; 16 of the others are 79 bits. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to be read from a screen or a slip of paper once, by somebody who then chooses their own. */
export function newTemporaryPassword(): string {
  return Array.from({ length: TEMPORARY_PASSWORD_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join('');
}
