import { ChevronDown, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './chip.module.css';

type ChipProps = {
  label: string;
  /** The value in words, or the word for none. */
  value: string;
  /** Removes the value while there is one; named for screen readers. */
  remove?: { label: string; onRemove: () => void } | undefined;
  /** The browser's own list of choices, over the words; else the chip is a button. */
  select?: ReactNode;
  button?: Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'>;
  /** The reason why it is off now. */
  off?: string | undefined;
  /** Out of sight and out of reach, but in its place. */
  isHidden?: boolean;
};

/** A choice with its name muted and its value in weight; indigo while a value is set. */
export function Chip({ label, value, remove, select, button, off, isHidden = false }: ChipProps) {
  const words = (
    <>
      <span className={styles.label}>{label}</span> <b>{value}</b>
      {!remove && <ChevronDown aria-hidden size={14} strokeWidth={1.75} />}
    </>
  );
  return (
    <span
      className={styles.chip}
      data-set={remove && true}
      data-hidden={isHidden || undefined}
      data-off={off !== undefined || undefined}
      inert={isHidden}
      title={off}
    >
      {select ? (
        <span className={styles.words}>
          <span aria-hidden>{words}</span>
          {select}
        </span>
      ) : (
        <button type="button" {...button} className={styles.words}>
          {words}
        </button>
      )}
      {remove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={remove.label}
          onClick={({ currentTarget }) => {
            // The button goes, so the focus goes to the chip.
            currentTarget.parentElement?.querySelector<HTMLElement>('select, button')?.focus();
            remove.onRemove();
          }}
        >
          <X aria-hidden size={14} strokeWidth={1.75} />
        </button>
      )}
    </span>
  );
}
