import type { ReactNode } from 'react';
import styles from './tick.module.css';

type TickProps = {
  /** The size of a finger without words, for a tick in a row that names itself. */
  isBare?: boolean;
  children: ReactNode;
};

/**
 * The label of a checkbox or a radio button with its words: `small` explains below them, and `b`
 * stands at the end.
 */
export function Tick({ isBare = false, children }: TickProps) {
  return (
    <label className={styles.tick} data-bare={isBare || undefined}>
      {children}
    </label>
  );
}
