import type { ComponentProps } from 'react';
import styles from './tick.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type TickProps = {
  /** A line of a list: a tap beside the words counts too, and `b` stands at its end. */
  isLine?: boolean;
  /** The size of a finger without words, for a tick in a row that names itself. */
  isBare?: boolean;
} & ComponentProps<'input'>;

/**
 * A tick, or with `type="radio"` one of several, with its words. Words with a `small` that explains
 * them stand together in a `span`.
 */
export function Tick({
  isLine = false,
  isBare = false,
  type = 'checkbox',
  children,
  ...input
}: TickProps) {
  return (
    <label className={styles.tick} data-line={isLine || undefined} data-bare={isBare || undefined}>
      <input {...input} type={type} />
      {withWholeCodes(children)}
    </label>
  );
}
