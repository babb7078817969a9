import { useEffect } from 'react';
import type { Paper } from '#contract/orders/papers.ts';
import { PrintSheet, type PaperSize } from '#src/components/print/print-sheet.tsx';
import { keepReceipt } from '#src/lib/browser/last-receipts.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useA5Pages } from './a5-paper.tsx';
import { titleOf } from './paper-parts.tsx';
import { paperWords } from './paper-words.ts';
import { useSelfPrint } from './print-when-ready.ts';
import { ProvisionalSlip, type ProvisionalVisit } from './provisional-slip.tsx';
import { SlipPaper } from './slip-paper.tsx';

type PaperSheetProps = {
  paper: Paper;
  size: PaperSize;
  /** The copy number; the first print is 1 and does not show it. */
  copy: number;
  /**
   * If set, the paper is not shown, but prints itself as soon as it is ready; called after the
   * printing.
   */
  onPrinted?: (() => void) | undefined;
};

/** A paper on the screen exactly as it will be printed. */
export function PaperSheet({ paper, size, copy, onPrinted }: PaperSheetProps) {
  const language = useLanguage();
  const { ruler, pages } = useA5Pages(size === '80mm' ? undefined : paper, copy);
  useSelfPrint(onPrinted);
  useEffect(() => {
    const { kind, number, at, receivedLAK: amountLAK } = paper;
    if (kind === 'receipt') keepReceipt({ number, at, amountLAK });
  }, [paper]);
  return (
    <>
      {ruler}
      <PrintSheet
        size={size}
        label={paperWords[titleOf(paper)][language === 'lo' ? 0 : 1]}
        isBare={size !== '80mm'}
        isUnseen={onPrinted !== undefined}
      >
        {size === '80mm' ? <SlipPaper paper={paper} copy={copy} /> : pages}
      </PrintSheet>
    </>
  );
}

/** The slip of a visit that is stored on this device; on A5 it is alone at the top of the sheet. */
export function ProvisionalSheet({
  visit,
  size,
  onPrinted,
}: { visit: ProvisionalVisit } & Pick<PaperSheetProps, 'size' | 'onPrinted'>) {
  const language = useLanguage();
  useSelfPrint(onPrinted);
  return (
    <PrintSheet
      size={size}
      label={paperWords.provisional[language === 'lo' ? 0 : 1]}
      isUnseen={onPrinted !== undefined}
    >
      <ProvisionalSlip visit={visit} />
    </PrintSheet>
  );
}
