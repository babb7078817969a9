import { useEffect, useState } from 'react';
import type { PagedList } from '#src/offline/paged-list.ts';

/** More rows make a stack of paper that nobody reads: for those there is the export. */
const MOST_PRINTED = 1000;

export type Printing = {
  isBusy: boolean;
  print: () => void;
};

/**
 * Prints the whole of what is found, not only the page on screen, as far as paper makes sense. `rows` are what stands on
 * the paper while it is being printed, instead of the page.
 */
export function usePrint<Row>(list: PagedList<Row>, rows: readonly Row[] | undefined, setRows: (rows: readonly Row[] | undefined) => void): Printing {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!rows) return undefined;
    const over = new AbortController();
    // Some browsers come back at once and print what they see then, so the rows stay until the printing is over, or, where
    // nobody says that it is, until the page is used again.
    for (const event of ['afterprint', 'pointerdown', 'keydown']) {
      window.addEventListener(event, () => setRows(undefined), { signal: over.signal });
    }
    window.print();
    return () => over.abort();
  }, [rows, setRows]);
  const print = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      setRows(list.pages === 1 ? [...(list.rows ?? [])] : await list.whole(MOST_PRINTED));
    } catch {
      // The request layer has said what went wrong.
    }
    setBusy(false);
  };
  return { isBusy, print: () => void print() };
}
