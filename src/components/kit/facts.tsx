import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = { look?: 'rows' | 'figures'; label?: string; children: ReactNode };

/**
 * Names and values. `figures` stand large and side by side, for the few sums that a page is about.
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
  children: ReactNode;
};

/** One name with its value. */
export function Fact({ label, note, isLate = false, children }: FactProps) {
  return (
    <div>
      <dt data-late={isLate || undefined}>{label}</dt>
      <dd>
        {children}
        {note !== undefined && note !== false && <small>{note}</small>}
      </dd>
    </div>
  );
}
