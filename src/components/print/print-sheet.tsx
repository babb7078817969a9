import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { usePageRules } from './use-page-rules.ts';
import { useIsPrinting } from './use-is-printing.ts';
import styles from './print-sheet.module.css';

export const paperSizes = ['a5', 'a4', 'a4-across', '80mm'] as const;
export type PaperSize = (typeof paperSizes)[number];

const MM_PER_PIXEL = 25.4 / 96;
/** A printer rounds differently from a screen; one extra millimetre does not matter on a roll. */
const SPARE_MM = 1;
const namedSize = { a5: 'A5 portrait', a4: 'A4 portrait', 'a4-across': 'A4 landscape' } as const;

/**
 * Browsers reject `size: 80mm auto`, so the rule has the length of the content, where a roll is
 * cut.
 */
const pageRule = (size: PaperSize, heightMm: number) =>
  `@page sheet-${size === '80mm' ? 'slip' : size} { size: ${size === '80mm' ? `80mm ${heightMm}mm` : namedSize[size]}; margin: 0; @bottom-left { content: none; } @bottom-right { content: none; } }`;

/** The length of the paper, measured again whenever it changes. */
function useHeightMm(size: PaperSize) {
  const paper = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = paper.current;
    if (!element || size !== '80mm') return undefined;
    const measure = () => setHeight(Math.ceil(element.offsetHeight * MM_PER_PIXEL) + SPARE_MM);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [size]);
  return { paper, height };
}

type PrintSheetProps = {
  size: PaperSize;
  label: string;
  /** True if its children are whole sheets, up to their edges. */
  isBare?: boolean;
  /** True if it is only printed and not shown. */
  isUnseen?: boolean;
  children: ReactNode;
};

/**
 * A paper in its true width, as it will be printed. While it is mounted, printing the page prints
 * only this paper. Its length is measured even if it is not shown.
 */
export function PrintSheet({
  size,
  label,
  isBare = false,
  isUnseen = false,
  children,
}: PrintSheetProps) {
  const { paper, height } = useHeightMm(size);
  const isPrinting = useIsPrinting();
  usePageRules(pageRule(size, height));
  return (
    <>
      <section
        aria-label={label}
        className={isUnseen ? styles.unseen : styles.preview}
        inert={isUnseen}
        // A paper may be wider than its place, and the keyboard scrolls it too.
        tabIndex={isUnseen ? undefined : 0}
      >
        <div ref={paper} className={styles.paper} data-size={size} data-bare={isBare || undefined}>
          {children}
        </div>
      </section>
      {isPrinting &&
        createPortal(
          <div className={styles.print} data-size={size} data-print-sheet>
            <div className={styles.paper} data-size={size} data-bare={isBare || undefined}>
              {children}
            </div>
          </div>,
          document.body,
        )}
    </>
  );
}
