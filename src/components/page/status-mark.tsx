import styles from './marks.module.css';

/** A state in a word, with a mark whose form differs too: filled for what is in use, a ring for what is not. */
export function StatusMark({ on, label }: { on: boolean; label: string }) {
  return (
    <span className={styles.status} data-on={on || undefined}>
      {label}
    </span>
  );
}
