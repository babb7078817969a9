import type { ReactNode } from 'react';
import styles from './report-page.module.css';

export type Bar = {
  value: number;
  /** The value of a full bar. */
  full: number;
  /** A mark across the bar: the value of the time before. */
  mark: number | undefined;
};

const lengthOf = (value: number, full: number) =>
  `${full <= 0 ? 0 : Math.min(100, Math.max(0, (100 * value) / full))}%`;

/** A bar in the cell of a table, with its number behind it; the number says all that it shows. */
export function BarCell({ value, full, mark, children }: Bar & { children: ReactNode }) {
  return (
    <span className={styles.bar}>
      <span aria-hidden data-screen>
        <i style={{ inlineSize: lengthOf(value, full) }} />
        {mark !== undefined && <u style={{ insetInlineStart: lengthOf(mark, full) }} />}
      </span>
      {children}
    </span>
  );
}
