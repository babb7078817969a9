import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Paper } from '#contract/orders/papers.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { sizeFor } from './device-paper.ts';
import { countPrint, fetchPaper, type PaperRef } from './paper-queries.ts';

// The sheets are fetched on printing, so that a page which only offers printing does not wait for
// them.
const PaperSheet = lazy(async () => ({ default: (await import('./paper-sheet.tsx')).PaperSheet }));

type Printing = { paper: Paper; copy: number };

type PrintPaper = {
  print: (of: PaperRef) => Promise<void>;
  /** Must be rendered somewhere on the page; it is invisible. */
  sheet: ReactNode;
  isBusy: boolean;
  /** The reason why printing failed, in the person's language. */
  failure: string | undefined;
};

/** Fetches a paper, records the print and prints it on this device's paper size, from any page. */
export function usePrintPaper(): PrintPaper {
  const [printing, setPrinting] = useState<Printing>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const prepare = async (of: PaperRef) => {
    const paper = await fetchPaper(of).catch((error: unknown) => readFailureText(error));
    if (typeof paper === 'string') return setFailure(paper);
    const counted = await countPrint(of);
    if (counted.outcome !== 'saved') return setFailure(failureText(counted));
    return setPrinting({ paper, copy: counted.row.copy });
  };
  const print = async (of: PaperRef) => {
    if (isBusy || printing) return;
    setFailure(undefined);
    setBusy(true);
    await prepare(of);
    setBusy(false);
  };
  return {
    print,
    isBusy: isBusy || printing !== undefined,
    failure,
    sheet: printing && (
      <Suspense fallback={null}>
        <PaperSheet
          paper={printing.paper}
          size={sizeFor(printing.paper.kind, printing.paper.branch.paper)}
          copy={printing.copy}
          onPrinted={() => setPrinting(undefined)}
        />
      </Suspense>
    ),
  };
}
