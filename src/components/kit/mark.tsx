import type { ReactNode } from 'react';
import styles from './mark.module.css';

/**
 * `on`: filled, in use; `new`: a diamond, not yet in use; `off`: a ring, no longer in use; `wait`:
 * half filled; `bad`: a square.
 */
export type MarkTone = 'on' | 'new' | 'off' | 'wait' | 'bad';

/** A state in a word, with a sign that differs in shape as well as in colour. */
export function Mark({
  label,
  ...state
}: { label: ReactNode } & ({ on: boolean } | { tone: MarkTone })) {
  const tone = 'tone' in state ? state.tone : state.on ? 'on' : 'off';
  return (
    <span className={styles.status} data-tone={tone}>
      {label}
    </span>
  );
}
