import type { ComponentProps } from 'react';
import styles from './check.module.css';

/** A tick, or with `type="radio"` one of several, with the words that belong to it. */
export function Check({ type = 'checkbox', children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.check}>
      <input {...input} type={type} />
      <span>{children}</span>
    </label>
  );
}
