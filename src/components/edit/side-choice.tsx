import type { ReactNode } from 'react';
import styles from './side-choice.module.css';

type SidesProps = {
  /** The heads of both columns, if the sides do not say enough. */
  heads?: ReactNode;
  children: ReactNode;
};

/** Two versions side by side, field by field. */
export function Sides({ heads, children }: SidesProps) {
  return (
    <div className={styles.sides}>
      {heads !== undefined && <div className={styles.heads}>{heads}</div>}
      {children}
    </div>
  );
}

/** The values of one field side by side, to choose one of them. */
export function SideChoices({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

type SideChoiceProps = {
  name: string;
  /** Names the person or record the value comes from. */
  side: string;
  checked: boolean;
  onChoose: () => void;
  /** Takes the whole row. */
  wide?: boolean;
  children: ReactNode;
};

/** One of the values. */
export function SideChoice({ name, side, checked, onChoose, wide, children }: SideChoiceProps) {
  return (
    <label className={styles.choice} data-wide={wide || undefined}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>
        <small>{side}</small>
        {children}
      </span>
    </label>
  );
}
