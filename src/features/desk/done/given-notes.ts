import type { PriceCurrency } from '#contract/money/currencies.ts';
import { notes } from '#contract/money/notes.ts';

/** The notes and coins that make up a sum, the largest first; what none can pay is left out. */
export function notesOf(
  amount: number,
  currency: PriceCurrency,
): { note: number; count: number }[] {
  let left = amount;
  return notes[currency].flatMap((note) => {
    const count = Math.floor(left / note);
    left -= count * note;
    return count === 0 ? [] : { note, count };
  });
}
