import type { ReactNode } from 'react';
import styles from './small-table.module.css';

type SmallTableProps = {
  /** Names the table where no heading does. */
  label?: string;
  /** Scrolls sideways where it is too narrow for all columns. */
  isScrolling?: boolean;
  /** Lays out its columns, never its look. */
  className?: string | undefined;
  /** Scrolls in a box of its own, which the keyboard reaches too, where it is long. */
  isTall?: boolean;
  children: ReactNode;
};

/**
 * A table of a panel. A cell says its kind: `data-end` for sums, `data-wide` for one that a phone
 * leaves out, `data-no` for the number of a row. A row is `data-fix` if it corrects another,
 * `data-wait` while it waits, `data-gone` when it no longer counts.
 */
export function SmallTable({
  label,
  isScrolling = false,
  className = '',
  isTall = false,
  children,
}: SmallTableProps) {
  const table = (
    <table className={`${styles.table} ${className}`} aria-label={isScrolling ? undefined : label}>
      {children}
    </table>
  );
  if (!isScrolling && !isTall) return table;
  return (
    <div
      className={styles.scroll}
      data-tall={isTall || undefined}
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      {table}
    </div>
  );
}
