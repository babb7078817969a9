import { useEffect, useState } from 'react';
import type { List } from '#src/offline/lists/cached-list.ts';
import type { PagedList } from '#src/offline/lists/paged-list.ts';

/** More rows make a stack of paper that nobody reads: for those there is the export. */
const MOST_PRINTED = 1000;

export type Printing<Row> = {
  /** The rows on the paper instead of the page on screen, while it is being printed. */
  rows: readonly Row[] | undefined;
  isBusy: boolean;
  print: () => void;
};

/** Prints all rows that are found, not only the page on screen, as far as paper makes sense. */
export function usePrint<Row>(list: List<Row> | PagedList<Row>): Printing<Row> {
  const [isBusy, setBusy] = useState(false);
  const [rows, setRows] = useState<readonly Row[]>();
  useEffect(() => {
    if (!rows) return undefined;
    const over = new AbortController();
    // Some browsers come back at once and print what they see then, so the rows stay until the
    // printing is over, or, where nobody says that it is, until the page is used again.
    for (const event of ['afterprint', 'pointerdown', 'keydown']) {
      window.addEventListener(event, () => setRows(undefined), { signal: over.signal });
    }
    window.print();
    return () => over.abort();
  }, [rows]);
  const print = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      setRows(
        'pages' in list && list.pages !== 1
          ? await list.whole(MOST_PRINTED)
          : [...(list.rows ?? [])],
      );
    } catch {
      // The request layer has said what went wrong.
    }
    setBusy(false);
  };
  return { rows, isBusy, print: () => void print() };
}
