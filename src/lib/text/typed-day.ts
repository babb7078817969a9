import { readDay } from '#contract/words/typed-day.ts';

/**
 * Turns a typed day (`9/3/15`, `09032015`) into `2015-03-09`; text that is no day yet stays as
 * typed; empty text becomes null.
 */
export function dayAsTyped(text: string): string | null {
  const read = readDay(text);
  return 'value' in read ? read.value : text;
}
