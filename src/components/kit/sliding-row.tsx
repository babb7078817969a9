import type { ReactNode } from 'react';
import styles from './sliding-row.module.css';

/**
 * Words that stay in two lines in a container narrower than 640 px, and slide by themselves where
 * these have no room. `--beside` is the width of what stands beside them in the container.
 */
export const SlidingRow = ({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) => (
  <span className={styles.window}>
    <span className={`${styles.row} ${className ?? ''}`}>{children}</span>
  </span>
);
