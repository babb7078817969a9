import type { ReactNode } from 'react';
import styles from './paper.module.css';

export type Fact = { label: string; value: ReactNode };

/** The facts of a paper; unknown ones are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ({ label, value }) =>
          value !== '' &&
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
