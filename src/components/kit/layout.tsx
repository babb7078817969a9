import type { ReactNode } from 'react';
import styles from './layout.module.css';

type Gap = 1 | 2 | 3 | 4 | 6;

type StackProps = {
  gap?: Gap;
  /** Reaches across the columns of a form. */
  isWide?: boolean;
  children: ReactNode;
};

/** Parts one below the other, as wide as their place. */
export function Stack({ gap = 4, isWide, children }: StackProps) {
  return (
    <div className={styles.stack} data-gap={gap} data-wide={isWide}>
      {children}
    </div>
  );
}

type RowProps = StackProps & { align?: 'start' | 'center' | 'baseline' | 'end' | 'between' };

/**
 * Parts side by side; those without room go to the next line. With `between` the last one stands at
 * the end.
 */
export function Row({ gap = 2, align = 'center', isWide, children }: RowProps) {
  return (
    <div className={styles.row} data-gap={gap} data-align={align} data-wide={isWide}>
      {children}
    </div>
  );
}

type ColumnsProps = {
  aside: ReactNode;
  /** Names the part beside the panels, where the page has more than one. */
  label?: string;
  /** Where there is no room for both, the aside comes first. */
  isAsideFirst?: boolean;
  children: ReactNode;
};

/** The page of a record: its panels, and beside them more of what is known and can be done. */
export function Columns({ aside, label, isAsideFirst = false, children }: ColumnsProps) {
  return (
    <div className={styles.columns} data-aside-first={isAsideFirst || undefined}>
      <Stack>{children}</Stack>
      <aside className={styles.stack} data-gap={4} aria-label={label}>
        {aside}
      </aside>
    </div>
  );
}

/** Panels of the same weight, as many side by side as have room. */
export function Panels({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <div className={styles.panels} aria-busy={isBusy || undefined}>
      {children}
    </div>
  );
}

/** A line of facts below the title of a page. */
export function HeadLine({ children }: { children: ReactNode }) {
  return <p className={styles.headLine}>{children}</p>;
}
