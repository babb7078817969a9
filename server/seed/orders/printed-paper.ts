import { uuidv7 } from 'uuidv7';
import type { Posting } from '#server/ledger/books/posting.ts';

/** A paper that was printed right away, for made-up acts. A real print is counted by itself. */
export function addDemoPrint(
  { at, user, rows }: Posting,
  paper: 'invoice' | 'receipt',
  ofId: string,
): void {
  rows.prints.push({ _id: uuidv7(), paper, ofId, copy: 1, byId: user._id, at });
}
