import type { ReactNode } from 'react';
import styles from './left-to-right.module.css';

/**
 * A phone number, a code or a sum, never broken and never reversed by right-to-left text around it.
 */
export function LeftToRight({ children }: { children: ReactNode }) {
  if (children === '') return null;
  return (
    <bdi dir="ltr" className={styles.ltrNoWrap}>
      {children}
    </bdi>
  );
}
