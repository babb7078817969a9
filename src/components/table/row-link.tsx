import type { MouseEvent, ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { isPlainClick } from './row-clicks.ts';
import styles from './table.module.css';

type RowLinkProps = { to: string; navigate: NavigateFunction; children: ReactNode };

/**
 * The name of a record, as a link that opens it. A plain link, because the router's own resolves an
 * address in every row.
 */
export function RowLink({ to, navigate, children }: RowLinkProps) {
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
