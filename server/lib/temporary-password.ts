import { randomInt } from 'node:crypto';
import { TEMPORARY_PASSWORD_LENGTH } from '#contract/centre/staff-accounts.ts';

/** Without i, l, o, 0 and 1, which look alike on paper; 16 of these characters make 79 bits. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * A password that is read once from a screen or a slip of paper, before its owner chooses another.
 */
export function newTemporaryPassword(): string {
  return Array.from(
    { length: TEMPORARY_PASSWORD_LENGTH },
    () => READABLE[randomInt(READABLE.length)],
  ).join('');
}
