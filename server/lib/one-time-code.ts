import { randomInt } from 'node:crypto';
import { sha256 } from './tokens.ts';

/** Without letters and digits that sound or look alike. */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const letters = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A code such as `HKQ4-7XMA-PT3C` that a person copies from the server's console. */
export function newOneTimeCode(): string {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The stored form of a code; case, spaces and dashes do not matter. */
export const hashOfCode = (code: string): string => sha256(letters(code));
