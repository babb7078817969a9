import type { ReactNode } from 'react';
import styles from './facts.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type FactsProps = { look?: 'rows' | 'figures' | 'sums'; label?: string; children: ReactNode };

/**
 * Names and values. `figures` stand large and side by side, for the few sums that a page is about;
 * `sums` are ruled lines that lead to a total.
 */
export function Facts({ look = 'rows', label, children }: FactsProps) {
  return (
    <dl className={styles.facts} data-look={look} aria-label={label}>
      {children}
    </dl>
  );
}

type FactProps = {
  label: ReactNode;
  /** Stands below the value, small. */
  note?: ReactNode;
  isLate?: boolean;
  /** Of `sums`: the result of the lines above, or of all of them. */
  weight?: 'sub' | 'total' | undefined;
  children: ReactNode;
};

/** One name with its value. */
export function Fact({ label, note, isLate = false, weight, children }: FactProps) {
  return (
    <div data-weight={weight}>
      <dt data-late={isLate || undefined}>{withWholeCodes(label)}</dt>
      <dd>
        {withWholeCodes(children)}
        {note !== undefined && note !== false && <small>{withWholeCodes(note)}</small>}
      </dd>
    </div>
  );
}
