import type { ComponentProps } from 'react';
import styles from './progress.module.css';

/** How far something is; without a value it moves until that is known. */
export function Progress(bar: ComponentProps<'progress'>) {
  return <progress {...bar} className={styles.bar} />;
}
