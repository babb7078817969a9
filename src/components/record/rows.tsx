import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { FactLine } from './fact-line.tsx';
import styles from './record.module.css';

/** Entries of a section, one below the other, each two lines high. */
export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

type EntryProps = {
  name: string;
  /** The record that the whole row leads to; none if it may not be opened. */
  to?: string | undefined;
  /** A face, or `Edge`. */
  sign?: ReactNode;
  /** Stands behind the name. */
  tag?: ReactNode;
  /** The second line. */
  note?: ReactNode;
  /** At the end of the row: a state, a sum, a button. */
  children?: ReactNode;
};

export function RowEntry({ name, to, sign, tag, note, children }: EntryProps) {
  return (
    <li>
      <div className={styles.row}>
        {sign}
        <div>
          {to === undefined ? (
            <b>
              <FactLine text={name} />
            </b>
          ) : (
            <Link to={to}>
              <FactLine text={name} />
            </Link>
          )}
          {tag}
          {Boolean(note) && <small>{withWholeCodes(note)}</small>}
        </div>
        {children !== undefined && <div className={styles.end}>{children}</div>}
      </div>
    </li>
  );
}

/** The edge of a class; hollow once it is over. */
export function Edge({ isDone }: { isDone: boolean }) {
  return <span className={styles.edge} data-done={isDone || undefined} aria-hidden />;
}

/** A word on a name, such as "Payer". */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.payer}>{children}</span>;
}
