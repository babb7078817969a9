import { isValidElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PartLink } from '#src/components/page/part-link.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import styles from './record.module.css';

/** The few figures that a record is about, side by side; two by two where there is no room. */
export function FigureStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" className={styles.strip} aria-label={label}>
      {children}
    </div>
  );
}

type FigureProps = {
  label: string;
  /** Where its rows are. */
  to?: string | undefined;
  /** Where they are on this page, as `#lines`. */
  href?: string | undefined;
  /** Stands below the figure, small. */
  note?: ReactNode;
  tone?: 'wait' | 'bad' | undefined;
  /** For a number; words stand smaller. */
  isLarge?: boolean;
  children: ReactNode;
};

/** True for a zero, and for a sum of nothing. */
const isNothing = (shown: ReactNode): boolean =>
  shown === '0' || (isValidElement<{ amount?: number }>(shown) && shown.props.amount === 0);

/** One figure of a strip, which leads to its rows. */
export function Figure({ label, to, href, note, tone, isLarge, children }: FigureProps) {
  const content = (
    <>
      <span>{label}</span>
      <strong data-large={isLarge || undefined} data-zero={isNothing(children) || undefined}>
        {withWholeCodes(children)}
      </strong>
      {Boolean(note) && <small data-tone={tone}>{withWholeCodes(note)}</small>}
    </>
  );
  if (href !== undefined)
    return (
      <PartLink className={styles.figure} to={href.slice(1)}>
        {content}
      </PartLink>
    );
  return to === undefined ? (
    <div className={styles.figure}>{content}</div>
  ) : (
    <Link className={styles.figure} to={to}>
      {content}
    </Link>
  );
}

/** The last lessons, oldest first: full, half (late), hollow (absent) or a dash (excused). */
export function AttendanceMarks({ marks }: { marks: readonly string[] }) {
  return (
    <span className={styles.marks} aria-hidden>
      {marks.map((mark, at) => (
        <i key={at} data-mark={mark} />
      ))}
    </span>
  );
}
