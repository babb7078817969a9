import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import styles from './table.module.css';

type RowLinkProps = { to: string | undefined; focused: boolean; navigate: NavigateFunction; children: ReactNode };

/**
 * The name of a record, the link its row opens by. `focused` takes the focus once, when the row has just been saved. A
 * plain link: what the router's own works out for each of fifty rows shows in how long a search takes to be painted.
 */
export function RowLink({ to, focused, navigate, children }: RowLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (focused) link.current?.focus();
  }, [focused]);
  if (to === undefined) return children;
  const open = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain) return;
    event.preventDefault();
    void navigate(to);
  };
  return (
    <a ref={link} href={to} data-row className={styles.link} onClick={open}>
      {children}
    </a>
  );
}
