import type { ReactNode } from 'react';
import styles from './segments.module.css';

type Option<Value> = { value: Value; label: ReactNode; isOff?: boolean; lang?: string };

type SegmentsProps<Value> = {
  /** Names the choice; `labelledBy` is the id of words that already do. */
  label?: string;
  labelledBy?: string;
  options: readonly Option<Value>[];
  /** The chosen one; none while something else is chosen. */
  value: Value | undefined;
  onChoose: (value: Value) => void;
  isDisabled?: boolean;
};

/** A few alternatives side by side, one of them chosen. */
export function Segments<Value extends string | number | boolean>({
  label,
  labelledBy,
  options,
  value,
  onChoose,
  isDisabled = false,
}: SegmentsProps<Value>) {
  return (
    <div className={styles.segments} role="group" aria-label={label} aria-labelledby={labelledBy}>
      {options.map((option) => (
        <button
          key={String(option.value)}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          disabled={isDisabled || option.isOff}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
