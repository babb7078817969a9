import styles from './marks.module.css';

/** `on`: filled, in use; `new`: a diamond, not yet in use; `off`: a ring, no longer in use. */
export type StatusTone = 'on' | 'new' | 'off';

/** A state in a word, with a mark that differs in shape as well. */
export function StatusMark({
  label,
  ...state
}: { label: string } & ({ on: boolean } | { tone: StatusTone })) {
  const tone = 'tone' in state ? state.tone : state.on ? 'on' : 'off';
  return (
    <span className={styles.status} data-tone={tone}>
      {label}
    </span>
  );
}
