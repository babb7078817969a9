import { readDay } from '#contract/words/typed-day.ts';

const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

/** `2026-11-21` as `21/11/2026`; other text unchanged, and null as empty text. */
export function showDay(day: string | null): string {
  return (day ?? '').replace(ISO, '$3/$2/$1');
}

/**
 * Turns a typed day (`9/3/15`, `09032015`) into `2015-03-09`; text that is no day yet stays as
 * typed; empty text becomes null.
 */
export function dayAsTyped(text: string): string | null {
  const read = readDay(text);
  return 'value' in read ? read.value : text;
}
