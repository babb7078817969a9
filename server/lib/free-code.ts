import { fold } from '#contract/words/normalise.ts';

const CODE_LENGTH = 8;

/** A short code for a category that only has a name; a number keeps it apart from others. */
export function freeCode(name: string, taken: ReadonlySet<string>): string {
  const letters = fold(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH);
  const base = letters === '' ? 'CAT' : letters;
  let number = 0;
  const code = () => `${base}${number === 0 ? '' : `-${number}`}`;
  while (taken.has(code())) number += 1;
  return code();
}
