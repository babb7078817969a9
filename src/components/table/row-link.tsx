import type { MouseEvent, ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { isPlainClick } from './row-clicks.ts';
import styles from './table.module.css';

type RowLinkProps = { to: string | undefined; navigate: NavigateFunction; children: ReactNode };

/** The name of a record, the link its row opens by. A plain link: what the router's own works out for each row adds up. */
export function RowLink({ to, navigate, children }: RowLinkProps) {
  if (to === undefined) return children;
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate(to);
  };
  return (
    <a href={to} data-row className={styles.link} onClick={open}>
      {children}
    </a>
  );
}
