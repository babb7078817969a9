import type { PriceCurrency } from '#contract/money/currencies.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { notesOf } from './given-notes.ts';

/** The notes for a sum in words: `5 × 100,000 + 2 × 20,000`, each of them unbroken. */
export const NotesToGive = ({ amount, currency }: { amount: number; currency: PriceCurrency }) =>
  notesOf(amount, currency).map(({ note, count }, at) => (
    <bdi key={note} dir="ltr">
      {at > 0 && '+ '}
      {count} × {showMoney(note, currency)}
    </bdi>
  ));
