import { useState } from 'react';
import type { Branch } from '#contract/centre/branches.ts';
import type { PaperKind } from '#contract/words/paper-code.ts';
import type { PaperSize } from '#src/components/print/print-sheet.tsx';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { PAPER_KEY } from '#src/lib/browser/storage-keys.ts';

type Sizes = readonly [PaperSize, ...PaperSize[]];

const sizesOf: Record<Branch['paper'], Sizes> = {
  a5: ['a5'],
  slip: ['80mm'],
  both: ['80mm', 'a5'],
};

/** The paper size of this device: the one it printed on last, if its branch uses that. */
export function devicePaper(branchPaper: Branch['paper'] = 'a5'): PaperSize {
  const remembered = forgivingStorage.getItem(PAPER_KEY);
  const sizes = sizesOf[branchPaper];
  return sizes.find((size) => size === remembered) ?? sizes[0];
}

/** The paper size for a kind of paper; a statement has too many columns for a slip. */
export const sizeFor = (kind: PaperKind, branchPaper: Branch['paper']): PaperSize =>
  kind === 'statement' ? 'a5' : devicePaper(branchPaper);

/** The paper sizes of a branch, the one of this device, and a function to choose another. */
export function useDevicePaper(branchPaper: Branch['paper'] = 'a5'): {
  sizes: Sizes;
  size: PaperSize;
  choose: (size: PaperSize) => void;
} {
  const [chosen, setChosen] = useState<PaperSize>();
  const choose = (size: PaperSize) => {
    forgivingStorage.setItem(PAPER_KEY, size);
    setChosen(size);
  };
  return { sizes: sizesOf[branchPaper], size: chosen ?? devicePaper(branchPaper), choose };
}
