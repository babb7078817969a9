import type { ReactNode } from 'react';
import styles from './paper.module.css';

export type PaperFact = { label: string; value: ReactNode };

/** The facts of a paper; unknown ones are left out. */
export function PaperFacts({ facts }: { facts: readonly PaperFact[] }) {
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
