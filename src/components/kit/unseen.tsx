import type { ComponentProps } from 'react';
import styles from './unseen.module.css';

/** Words that only screen readers read. */
export function Unseen(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.unseen} data-unseen />;
}
