import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './table.module.css';

type RowLinkProps = { to: string | undefined; focused: boolean; children: ReactNode };

/** The name of a record, the link its row opens by. `focused` takes the focus once, when the row has just been saved. */
export function RowLink({ to, focused, children }: RowLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (focused) link.current?.focus();
  }, [focused]);
  if (to === undefined) return children;
  return (
    <Link ref={link} to={to} data-row className={styles.link}>
      {children}
    </Link>
  );
}
