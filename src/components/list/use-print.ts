import { useEffect, useState } from 'react';
import { printPage } from '#src/components/print/print-page.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import type { PagedList } from '#src/offline/lists/paged-list.ts';

/** More rows would be a stack of paper that nobody reads; the export is for those. */
export const MOST_PRINTED = 1000;

export type Printing<Row> = {
  /** The rows to print instead of the page on screen, while printing. */
  rows: readonly Row[] | undefined;
  isBusy: boolean;
  print: () => void;
};

/** Prints all matching rows up to a limit, not only the page on screen. */
export function usePrint<Row>(list: List<Row> | PagedList<Row>): Printing<Row> {
  const [isBusy, setBusy] = useState(false);
  const [rows, setRows] = useState<readonly Row[]>();
  useEffect(() => {
    if (!rows) return undefined;
    const over = new AbortController();
    // Some browsers return at once and print the page as it is then. So the rows stay until
    // `afterprint` or, in browsers without it, until the page is used again.
    for (const event of ['afterprint', 'pointerdown', 'keydown']) {
      window.addEventListener(event, () => setRows(undefined), { signal: over.signal });
    }
    void printPage();
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
      // The request layer has reported the failure.
    }
    setBusy(false);
  };
  return { rows, isBusy, print: () => void print() };
}
